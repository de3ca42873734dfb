import { readDayRange } from '@nyanja/domain/finance/days'
import { exportFormats, exportNames } from '@nyanja/domain/finance/export-names'
import { fill } from '@nyanja/domain/texts/fill'
import type { ExportResult } from '@nyanja/server/finance/exports'
import { data } from 'react-router'
import { consoleContext, downloadContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'
import { useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/export'
import { actingAs } from './acting.ts'

const statusOf = { too_many_days: 422, too_many_payments: 422, busy: 503 } as const

function limitOf(refused: Exclude<ExportResult, { outcome: 'ready' }>): number {
  if (refused.outcome === 'busy') return 0
  return refused.outcome === 'too_many_days' ? refused.mostDays : refused.mostPayments
}

/** A file of finance, which is recorded, or the words why there is none. */
export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const { finance, log } = context.get(consoleContext)
  const read = (field: string) => searchParams.get(field) ?? ''
  const name = exportNames.find((one) => one === read('name'))
  const format = exportFormats.find((one) => one === read('format'))
  const range = readDayRange(read('from'), read('to'))
  if (name === undefined || format === undefined || range === undefined)
    return data({ outcome: 'unreadable' as const, limit: 0 }, { status: 422 })
  const opened = await finance.exports.open({ name, format, range })
  if (opened.outcome === 'ready') {
    const by = actingAs(staffIn(context), 'export-finance', 'accounting')
    await log.record({ action: 'finance export', subject: opened.fileName, ...by })
    context.set(downloadContext, { download: opened })
    return data({ outcome: 'ready' as const, limit: 0 })
  }
  const { outcome } = opened
  return data({ outcome, limit: limitOf(opened) }, { status: statusOf[outcome] })
}

export default function ExportPage({ loaderData: { outcome, limit } }: Route.ComponentProps) {
  const { finance } = useTexts()
  return (
    <section className="lone">
      <title>{finance.exports.title}</title>
      <h1>{finance.exports.noFile}</h1>
      <p>{fill(finance.exports.outcomes[outcome], { limit })}</p>
      <p>
        <a className="button" href="/finance">
          {finance.days.title}
        </a>
      </p>
    </section>
  )
}
