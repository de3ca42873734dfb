import type { ConversionStep, DeliveryPercentiles, Reports } from '@nyanja/back-office/finance/reports'
import { day, hour, minute, second } from '@nyanja/domain/time'
import { BarChart } from '@nyanja/web/charts/bar-chart'
import { useShell, useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'

const count = String

/** Shows how many orders reached each step. */
export function ConversionReport({ steps }: { readonly steps: readonly ConversionStep[] }) {
  const { texts, language } = useShell()
  const { reports } = texts.finance
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <BarChart
      emptyText={reports.emptyChart}
      title={reports.conversionHint}
      labelHeading={reports.step}
      labels={steps.map(({ step, share }, index) =>
        index === 0 ? reports.steps[step] : `${reports.steps[step]}, ${percent.format(share)}`,
      )}
      series={[{ name: reports.orders, values: steps.map(({ orders }) => orders) }]}
      formatValue={count}
    />
  )
}

const mostFailures = 20

/** The most frequent comes first. */
export function FailuresReport({ failures }: { readonly failures: Awaited<ReturnType<Reports['failures']>> }) {
  const { finance, payment } = useTexts()
  const { reports } = finance
  if (failures.length === 0) return <p>{reports.noFailures}</p>
  const shown = failures.slice(0, mostFailures)
  return (
    <BarChart
      emptyText={reports.emptyChart}
      title={reports.failuresHint}
      labelHeading={reports.reason}
      labels={shown.map(({ component, method, reason }) =>
        [payment.kinds[component], textOf(payment.methods, method), textOf(payment.details, reason)].join(', '),
      )}
      series={[{ name: reports.payments, values: shown.map(({ payments }) => payments) }]}
      formatValue={count}
    />
  )
}

const shortest = ['s', second] as const
const units = [['h', hour], ['min', minute], shortest] as const

/** This bound exceeds the last class, so that its bar is the longest. */
const beyondDay = 2 * day

/** Only these of the computed shares fit into one chart: half, 90 % and 99 %. */
const shown = [0, 1, 3] as const

export function DeliveryTimesReport({ times }: { readonly times: readonly DeliveryPercentiles[] }) {
  const { finance } = useTexts()
  const { reports, products } = finance
  if (times.length === 0) return <p>{reports.noDeliveries}</p>
  const format = (ms: number) => {
    if (ms > day) return reports.beyondDay
    const [unit, length] = units.find(([, one]) => ms >= one) ?? shortest
    return `${Math.round(ms / length)} ${unit}`
  }
  return (
    <BarChart
      emptyText={reports.emptyChart}
      title={reports.deliveryTimesHint}
      labelHeading={reports.groups.kind}
      labels={times.map(({ kind, payments }) => `${textOf(products, kind)} (${payments})`)}
      series={shown.map((index, at) => ({
        name: reports.shares[at] ?? '',
        values: times.map(({ withinMs }) => withinMs[index] || beyondDay),
      }))}
      formatValue={format}
    />
  )
}
