import type { ExportResult } from '@nyanja/back-office/finance/exports'
import { readDayRange } from '@nyanja/domain/finance/days'
import { exportFormats, exportNames } from '@nyanja/domain/finance/export-names'
import { fill } from '@nyanja/domain/texts/fill'
import type { Clock } from '@nyanja/web/format/clock'
import { data } from 'react-router'
import { clockFor } from '../clock.ts'
import { consoleContext, downloadContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'
import { languageOf } from '../texts.ts'
import { useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/export'
import { actedBy } from './acting.ts'
import { nameDay } from './chosen-days.ts'

const statusOf = { too_many_days: 422, too_many_payments: 422, not_closed: 422, none_closed: 422, busy: 503 } as const

type Refused = Exclude<ExportResult, { outcome: 'ready' }>

/** The value that the text of a refusal names. */
function limitOf(refused: Refused, clock: Clock): string {
  switch (refused.outcome) {
    case 'too_many_days':
      return String(refused.mostDays)
    case 'too_many_payments':
      return String(refused.mostPayments)
    case 'not_closed':
      return nameDay(clock, refused.lastDay)
    case 'none_closed':
    case 'busy':
      return ''
  }
}

/** Answers with a file of finance, which is recorded, or with the reason why there is none. */
export async function action({ request, context }: Route.ActionArgs) {
  const { finance, log, market } = context.get(consoleContext)
  const form = await request.formData()
  const read = (field: string) => String(form.get(field) ?? '')
  const name = exportNames.find((one) => one === read('name'))
  const format = exportFormats.find((one) => one === read('format'))
  const range = readDayRange(read('from'), read('to'))
  if (name === undefined || format === undefined || range === undefined)
    return data({ outcome: 'unreadable' as const, limit: '' }, { status: 422 })
  const opened = await finance.exports.open({ name, format, range })
  if (opened.outcome === 'ready') {
    const by = actedBy(staffIn(context), 'export-finance', 'accounting')
    await log.record({ action: 'finance export', subject: opened.fileName, ...by })
    context.set(downloadContext, { download: opened })
    return data({ outcome: 'ready' as const, limit: '' })
  }
  const { outcome } = opened
  const limit = limitOf(opened, clockFor(market, await languageOf(request)))
  return data({ outcome, limit }, { status: statusOf[outcome] })
}

export default function ExportPage({ actionData }: Route.ComponentProps) {
  const { outcome, limit } = actionData ?? { outcome: 'unreadable', limit: '' }
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
