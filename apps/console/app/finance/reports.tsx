import type { SalesGroup } from '@nyanja/back-office/finance/reports'
import { listDays } from '@nyanja/domain/finance/days'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { languageOf } from '../texts.ts'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/reports'
import { addressOf, chosenDays, nameDay } from './chosen-days.ts'
import { ConversionReport, DeliveryTimesReport, FailuresReport } from './course-reports.tsx'
import { DayRangeForm } from './day-range-form.tsx'
import { DownloadLinks } from './download-links.tsx'
import { GroupedSalesReport, SalesByDayReport } from './sales-reports.tsx'

const groups = ['kind', 'method', 'channel', 'district'] as const satisfies readonly SalesGroup[]
const exportOf = {
  kind: 'sales-by-product',
  method: 'sales-by-method',
  channel: 'sales-by-channel',
  district: 'sales-by-district',
} as const

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { finance, market, today } = context.get(consoleContext)
  const { reports, closing } = finance
  const chosen = chosenDays(url, today())
  const { range } = chosen
  const by = groups.find((one) => one === url.searchParams.get('by')) ?? 'kind'
  const [byDay, grouped, conversion, failures, deliveryTimes, next] = await Promise.all([
    ...([reports.sales(range, 'day'), reports.sales(range, by), reports.conversion(range)] as const),
    ...([reports.failures(range), reports.deliveryTimes(range), closing.findNext()] as const),
  ])
  const clock = clockFor(market, await languageOf(request))
  // Nothing is known yet of days that are not closed.
  const isKnown = (day: string) => next === undefined || day < next.day
  const days = listDays(range).map((day) => ({ day, name: nameDay(clock, day), isKnown: isKnown(day) }))
  return { chosen, by, days, byDay, grouped, conversion, failures, deliveryTimes }
}

function GroupFilter({ chosen, by }: Pick<Route.ComponentProps['loaderData'], 'chosen' | 'by'>) {
  const { reports } = useTexts().finance
  return (
    <nav className="filters" aria-label={reports.groupedBy}>
      {groups.map((one) => (
        <a
          key={one}
          href={`${addressOf('/finance/reports', { ...chosen.range, by: one })}#by`}
          aria-current={one === by ? 'true' : undefined}
        >
          {reports.groups[one]}
        </a>
      ))}
    </nav>
  )
}

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const { reports } = useTexts().finance
  const { chosen, by, days, byDay, grouped, conversion, failures, deliveryTimes } = loaderData
  return (
    <div className="reports">
      <title>{reports.title}</title>
      <h1>{reports.title}</h1>
      <p className="printed">{`${days[0]?.name} – ${days.at(-1)?.name}`}</p>
      <DayRangeForm path="/finance/reports" chosen={chosen}>
        <input type="hidden" name="by" value={by} />
      </DayRangeForm>
      {byDay.length === 0 && conversion.every(({ orders }) => orders === 0) ? (
        <Note tone="wait">{reports.nothing}</Note>
      ) : (
        <>
          <section className="part">
            <h2>{reports.byDay}</h2>
            <SalesByDayReport days={days} sales={byDay} />
          </section>
          <section className="part" id="by">
            <h2>{reports.byGroup}</h2>
            <GroupFilter chosen={chosen} by={by} />
            <GroupedSalesReport by={by} sales={grouped} />
          </section>
          <section className="part">
            <h2>{reports.conversion}</h2>
            <ConversionReport steps={conversion} />
          </section>
          <section className="part">
            <h2>{reports.failures}</h2>
            <FailuresReport failures={failures} />
          </section>
          <section className="part">
            <h2>{reports.deliveryTimes}</h2>
            <DeliveryTimesReport times={deliveryTimes} />
          </section>
        </>
      )}
      <DownloadLinks
        names={['sales-by-day', exportOf[by], 'conversion', 'failures', 'delivery-times']}
        range={chosen.range}
      />
    </div>
  )
}
