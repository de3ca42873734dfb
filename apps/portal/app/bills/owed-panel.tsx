import { Button } from '../ui/button.tsx'
import { Note } from '../ui/notes.tsx'
import { Amount, Facts, OrderSummary } from '../ui/order-summary.tsx'
import type { LineView, PageView } from './bill-view.ts'

interface OwedPanelProps {
  readonly page: PageView
  readonly line: LineView & { readonly masked: string; readonly accountHref: string; readonly retryHref: string }
  /** Why no code was sent. */
  readonly note?: string
}

/** The line, and for its owner the amount due. */
export function OwedPanel({ page, line, note }: OwedPanelProps) {
  const { owed } = line
  return (
    <OrderSummary>
      <Facts
        facts={[
          { term: page.forNumber, value: line.number },
          ...(typeof owed === 'object'
            ? [
                { term: page.accountNumber, value: owed.account },
                { term: owed.term, value: <Amount text={owed.amount} />, isTotal: true },
              ]
            : []),
        ]}
      />
      <p className="hint">
        {line.line}{' '}
        <a className="link" href={line.retryHref}>
          {page.another}
        </a>
      </p>
      {typeof owed === 'object' && owed.note !== undefined && <p>{owed.note}</p>}
      {owed === 'silent' && <Note tone="wait">{page.billSilent}</Note>}
      {owed === undefined && <Ask page={page} line={line} note={note} />}
    </OrderSummary>
  )
}

function Ask({ page, line, note }: OwedPanelProps) {
  const [before = '', after = ''] = page.owedByCode.split('{number}')
  return (
    <section aria-labelledby="owed-heading" className="ask">
      <h2 id="owed-heading">{page.owedHeading}</h2>
      <p>{page.owedAsk}</p>
      {note !== undefined && <Note tone="wait">{note}</Note>}
      <form method="post">
        <Button look="second" name="intent" value="code">
          {before}
          {line.masked}
          {after}
        </Button>
      </form>
      <p>
        <a className="link" href={line.accountHref}>
          {page.owedByAccount}
        </a>
      </p>
    </section>
  )
}
