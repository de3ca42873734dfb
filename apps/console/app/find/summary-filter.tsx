import type { PaymentSummary } from '@nyanja/domain/staff/payment-summary'
import { FilterLinks } from '../ui/filter-links.tsx'
import { useTexts } from '../ui/shell-context.ts'

interface SummaryFilterProps {
  readonly search: string
  readonly summaries: readonly PaymentSummary[]
  readonly chosen: PaymentSummary | undefined
}

export function SummaryFilter({ search, summaries, chosen }: SummaryFilterProps) {
  const { find, payment } = useTexts()
  const choices = [undefined, ...summaries]
  const links = choices.map((one) => ({
    text: one === undefined ? find.all : payment.summaries[one],
    href: `/?${new URLSearchParams({ search, ...(one && { state: one }) })}`,
    isChosen: one === chosen,
  }))
  return <FilterLinks label={find.filter} links={links} />
}
