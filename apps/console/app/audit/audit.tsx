import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import { AfterAct } from '../acts/act-note.tsx'
import { offeredActs } from '../acts/offered-acts.ts'
import { actedIn, answerAct, performAct, readAct } from '../acts/perform-act.ts'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { may, staffIn } from '../guard.ts'
import { languageOf, textsIn } from '../texts.ts'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/audit'
import { toActionRow } from './action-row.ts'
import { ActionTable } from './action-table.tsx'
import { actionFilter, auditHref, readFilter } from './audit-filter.ts'
import { ChainPart, ExportPart, FilterPart } from './audit-parts.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const console = context.get(consoleContext)
  const { log, market, today } = console
  const language = await languageOf(request)
  const options = { clock: clockFor(market, language), texts: textsIn(language) }
  const filter = readFilter(url.searchParams) ?? {}
  const [actions, people] = await Promise.all([log.list(actionFilter(filter, console)), log.people()])
  const mayExport = may(staffIn(context), 'export-audit')
  return {
    ...{ filter, people, mayExport, today: today(), acted: actedIn(url, offeredActs.audit) },
    isExportRefused: url.searchParams.get('refused') === 'export',
    rows: actions.map((action) => toActionRow(action, options)),
    chain: url.searchParams.has('verify') ? { faults: await log.verify() } : undefined,
  }
}

/** A filter leads to its address; what must not be in one is refused before. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  if (readField(form, 'act') === '') {
    const filter = readFilter(form)
    return filter === undefined
      ? data({ isUnreadable: true as const }, { status: 422 })
      : redirect(auditHref(filter), 303)
  }
  const requested = readAct(form, offeredActs.audit)
  if (requested === undefined) throw data(null, { status: 404 })
  return answerAct(await performAct(context, requested), '/audit')
}

export default function AuditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { audit } = useTexts()
  const { filter, people, rows, chain, today, mayExport, acted } = loaderData
  const isUnreadable = actionData !== undefined && 'isUnreadable' in actionData
  return (
    <AfterAct last={actionData !== undefined && 'act' in actionData ? actionData : acted}>
      <title>{audit.title}</title>
      <h1>{audit.title}</h1>
      {loaderData.isExportRefused && <Note tone="bad">{audit.exportRefused}</Note>}
      {isUnreadable && <Note tone="bad">{audit.unreadable}</Note>}
      <FilterPart {...{ filter, people, today }} />
      <section className="part">
        {rows.length === 0 ? <p>{audit.nothing}</p> : <ActionTable rows={rows} mayErase={mayExport} />}
      </section>
      <div className="halves">
        <ChainPart chain={chain} />
        {mayExport && <ExportPart {...{ filter, people, today }} />}
      </div>
    </AfterAct>
  )
}
