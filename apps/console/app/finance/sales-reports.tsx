import type { GroupedSales, SalesGroup } from '@nyanja/back-office/finance/reports'
import { type Currency, minorPerWhole } from '@nyanja/domain/money/currencies'
import { fill } from '@nyanja/domain/texts/fill'
import { BarChart } from '@nyanja/web/charts/bar-chart'
import { toShortNumber } from '@nyanja/web/charts/chart-frame'
import { ColumnChart } from '@nyanja/web/charts/column-chart'
import { LineChart } from '@nyanja/web/charts/line-chart'
import type { Texts } from '../texts.ts'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import { display } from './figures-view.ts'

/** More columns side by side are too narrow to be read. */
const mostColumns = 31

const byCurrency = (sales: readonly GroupedSales[]) => [...Map.groupBy(sales, ({ currency }) => currency)]

const formats = (currency: Currency) => ({
  formatValue: (minor: number) => display(currency, minor),
  formatTick: (minor: number) => toShortNumber(minor / minorPerWhole(currency)),
})

interface SalesByDayProps {
  readonly days: readonly { readonly day: string; readonly name: string; readonly isKnown: boolean }[]
  readonly sales: readonly GroupedSales[]
}

/** Shortens `Fri 27 Nov 2026` to its day and month. */
const shortDay = (name: string) => name.split(' ').slice(1, 3).join(' ')

export function SalesByDayReport({ days, sales }: SalesByDayProps) {
  const { finance } = useTexts()
  const Chart = days.length > mostColumns ? LineChart : ColumnChart
  return byCurrency(sales).map(([currency, rows]) => {
    const byDay = new Map(rows.map((row) => [row.group, row]))
    const valuesOf = (name: 'captured' | 'delivered') =>
      days.map(({ day, isKnown }) => byDay.get(day)?.[name].minor ?? (isKnown ? 0 : undefined))
    return (
      <Chart
        key={currency}
        emptyText={finance.reports.emptyChart}
        title={fill(finance.reports.byDayIn, { currency })}
        labelHeading={finance.day}
        labels={days.map(({ name }) => name)}
        formatLabel={shortDay}
        series={[
          { name: finance.figures.captured, values: valuesOf('captured') },
          { name: finance.figures.delivered, values: valuesOf('delivered') },
        ]}
        {...formats(currency)}
      />
    )
  })
}

function nameOf(by: Exclude<SalesGroup, 'day' | 'gateway'>, group: string, { finance, payment }: Texts): string {
  if (group === '') return finance.reports.unknown
  if (by === 'district') return group
  return textOf({ kind: finance.products, method: payment.methods, channel: finance.channels }[by], group)
}

interface GroupedSalesProps {
  readonly by: Exclude<SalesGroup, 'day' | 'gateway'>
  readonly sales: readonly GroupedSales[]
}

export function GroupedSalesReport({ by, sales }: GroupedSalesProps) {
  const texts = useTexts()
  const { reports, figures } = texts.finance
  return byCurrency(sales).map(([currency, rows]) => {
    const sorted = rows.toSorted((left, right) => right.captured.minor - left.captured.minor)
    return (
      <BarChart
        key={currency}
        emptyText={reports.emptyChart}
        title={fill(reports.byGroupIn, { currency })}
        labelHeading={reports.groups[by]}
        labels={sorted.map(({ group }) => nameOf(by, group, texts))}
        series={[
          { name: figures.captured, values: sorted.map(({ captured }) => captured.minor) },
          { name: figures.refunded, values: sorted.map(({ refunded }) => refunded.minor) },
        ]}
        {...formats(currency)}
      />
    )
  })
}
