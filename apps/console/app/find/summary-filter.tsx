import type { PaymentSummary } from '@nyanja/domain/staff/payment-summary'
import { useTexts } from '../ui/shell-context.ts'

interface SummaryFilterProps {
  readonly search: string
  readonly summaries: readonly PaymentSummary[]
  readonly chosen: PaymentSummary | undefined
}

/** Links, so that a filter is in the address and the back button leaves it. */
export function SummaryFilter({ search, summaries, chosen }: SummaryFilterProps) {
  const { find, payment } = useTexts()
  const choices = [undefined, ...summaries]
  return (
    <nav className="filters" aria-label={find.filter}>
      {choices.map((one) => (
        <a
          key={one ?? 'all'}
          href={`/?${new URLSearchParams({ search, ...(one && { state: one }) })}`}
          aria-current={one === chosen ? 'true' : undefined}
        >
          {one === undefined ? find.all : payment.summaries[one]}
        </a>
      ))}
    </nav>
  )
}
