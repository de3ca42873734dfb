import { PostForm } from '../form/post-form.tsx'
import { Button } from '../ui/button.tsx'
import { ModuleScript } from '../ui/markup.tsx'
import { Note } from '../ui/notes.tsx'
import type { BalanceRow, BalanceView } from './balance-view.ts'
import type { PageView } from './broadband-view.ts'

interface BalancePanelProps {
  readonly page: PageView
  readonly isPhone: boolean
  /** Undefined when no visitor has proven to be the account contact, or the owner of the phone. */
  readonly balance?: BalanceView | 'unavailable'
  /** The reason that no code was sent. */
  readonly note?: string
}

/** Shows what is left to the account contact of the router, or to the owner of the phone. */
export function BalancePanel({ page, isPhone, balance, note }: BalancePanelProps) {
  return (
    <section className="section" aria-labelledby="balance-heading">
      <h2 id="balance-heading">{isPhone ? page.leftHeading : page.balanceHeading}</h2>
      {balance === undefined && <Ask page={page} isPhone={isPhone} note={note} />}
      {balance === 'unavailable' && <Note tone="wait">{page.balanceSilent}</Note>}
      {typeof balance === 'object' && <Balances page={page} balance={balance} />}
    </section>
  )
}

function Ask({ page, isPhone, note }: Pick<BalancePanelProps, 'page' | 'isPhone' | 'note'>) {
  return (
    <>
      <p>{isPhone ? page.leftAsk : page.balanceAsk}</p>
      {note !== undefined && (
        <Note tone="wait" role="alert">
          {note}
        </Note>
      )}
      <PostForm className="field">
        <Button variant="second" name="intent" value="code">
          {page.balanceByCode}
        </Button>
      </PostForm>
    </>
  )
}

function Balances({ page, balance }: { readonly page: PageView; readonly balance: BalanceView }) {
  const { rows } = balance
  return (
    <>
      {rows.length === 0 ? (
        <p>{page.balanceNone}</p>
      ) : (
        <ul className="balances" data-proven>
          {rows.map((row) => (
            <BalanceItem key={keyOfBalance(row)} row={row} page={page} />
          ))}
        </ul>
      )}
      <ActiveBundles page={page} balance={balance} />
    </>
  )
}

const keyOfBalance = ({ service, description, expires, balance }: BalanceRow) =>
  `${service} ${description} ${expires} ${balance}`

function BalanceItem({ row, page }: { readonly row: BalanceRow; readonly page: PageView }) {
  const { service, description, balance, unit, expires } = row
  return (
    <li>
      <span className="what">
        <small>{service}</small> <b>{description}</b> <small>{expires}</small>
      </span>{' '}
      <span className="amount">
        {balance ?? (
          <>
            <span aria-hidden="true">–</span>
            <span className="unseen">{page.unlimited}</span>
          </>
        )}
        {unit !== undefined && (
          <>
            {' '}
            <small>{unit}</small>
          </>
        )}
      </span>
    </li>
  )
}

const id = 'active-bundles'

interface ActiveBundlesProps {
  readonly page: PageView
  readonly balance: BalanceView
}

/** The link leads to the same page with the list open; script opens the list over this page instead. */
function ActiveBundles({ page, balance }: ActiveBundlesProps) {
  const { active, activeText, activeHref, isActiveShown } = balance
  if (active.length === 0) return null
  return (
    <>
      <ModuleScript name="dialog" />
      <p>
        <a className="link" href={activeHref} data-opens={id}>
          {activeText}
        </a>
      </p>
      <dialog id={id} aria-labelledby={`${id}-heading`} open={isActiveShown}>
        <h2 id={`${id}-heading`}>{page.activeHeading}</h2>
        <ul className="balances">
          {active.map((row) => (
            <BalanceItem key={keyOfBalance(row)} row={row} page={page} />
          ))}
        </ul>
        <form method="dialog" className="field">
          <Button variant="second">{page.close}</Button>
        </form>
      </dialog>
    </>
  )
}
