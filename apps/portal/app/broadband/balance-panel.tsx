import { Button } from '../ui/button.tsx'
import { Note } from '../ui/notes.tsx'
import { ActiveBundles, keyOfLeft, LeftItem } from './active-dialog.tsx'
import type { BalanceView } from './balance-view.ts'
import type { PageView } from './broadband-view.ts'

interface BalancePanelProps {
  readonly page: PageView
  /** Undefined: no visitor has proven to be the account contact. */
  readonly balance?: BalanceView | 'silent'
  /** Why no code was sent. */
  readonly note?: string
}

/** The remaining balances, for the account contact of the router. */
export function BalancePanel({ page, balance, note }: BalancePanelProps) {
  return (
    <section className="section" aria-labelledby="balance-heading">
      <h2 id="balance-heading">{page.balanceHeading}</h2>
      {balance === undefined && <Ask page={page} note={note} />}
      {balance === 'silent' && <Note tone="wait">{page.balanceSilent}</Note>}
      {typeof balance === 'object' && <Left page={page} balance={balance} />}
    </section>
  )
}

function Ask({ page, note }: Pick<BalancePanelProps, 'page' | 'note'>) {
  return (
    <>
      <p>{page.balanceAsk}</p>
      {note !== undefined && (
        <Note tone="wait" role="alert">
          {note}
        </Note>
      )}
      <form method="post" className="field">
        <Button look="second" name="intent" value="code">
          {page.balanceByCode}
        </Button>
      </form>
    </>
  )
}

function Left({ page, balance }: { readonly page: PageView; readonly balance: BalanceView }) {
  const { rows } = balance
  return (
    <>
      {rows.length === 0 ? (
        <p>{page.balanceNone}</p>
      ) : (
        <ul className="left">
          {rows.map((row) => (
            <LeftItem key={keyOfLeft(row)} row={row} page={page} />
          ))}
        </ul>
      )}
      <ActiveBundles page={page} balance={balance} />
    </>
  )
}
