import { caseReasons } from '@nyanja/domain/reconciliation/case-reasons'
import { caseStates } from '@nyanja/domain/reconciliation/case-states'
import { fill } from '@nyanja/domain/texts/fill'
import { data, redirect } from 'react-router'
import { offeredActs } from '../acts/offered-acts.ts'
import { performAct, readAct } from '../acts/perform-act.ts'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { chosenDays } from '../finance/chosen-days.ts'
import { DayRangeForm } from '../finance/day-range-form.tsx'
import { may, staffIn } from '../guard.ts'
import { languageOf } from '../texts.ts'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import type { Route } from './+types/cases'
import { AlikeForm, alikeFormId } from './alike-form.tsx'
import { CaseTable } from './case-table.tsx'
import { caseRow } from './table-rows.ts'

const longestList = 200
const path = '/finance/cases'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { reconciliation, market, today } = context.get(consoleContext)
  const { cases, files } = reconciliation
  const { searchParams } = url
  const given = searchParams.get('state') ?? 'open'
  const sources = [...new Set(files.formats.map(({ source }) => source))]
  const filter = {
    source: sources.find((one) => one === searchParams.get('source')),
    state: caseStates.find((one) => one === given),
    reason: caseReasons.find((one) => one === searchParams.get('reason')),
  }
  const chosen = chosenDays(url, today())
  const { from: fromDay, to: untilDay } = chosen.range
  const [found, open] = await Promise.all([
    cases.list({ ...filter, fromDay, untilDay }, longestList),
    cases.countOpen(),
  ])
  const clock = clockFor(market, await languageOf(request))
  const [decided, left] = [searchParams.get('decided'), searchParams.get('left')].map(Number)
  return {
    ...{ chosen, filter, sources, isCut: found.length === longestList },
    decided: searchParams.has('decided') ? { decided: decided ?? 0, left: left ?? 0 } : undefined,
    mayDecide: may(staffIn(context), 'import-settlements'),
    openOnAllDays: open.reduce((sum, one) => sum + one.cases, 0),
    rows: found.map((one) => caseRow(one, clock)),
  }
}

/** Decides the ticked differences one by one, and keeps what a colleague has decided meanwhile. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData()
  const ticked = form.getAll('case').slice(0, longestList).map(String)
  const { cases } = context.get(consoleContext).reconciliation
  const found = await Promise.all(ticked.map((id) => cases.find(/^\d{1,15}$/.test(id) ? Number(id) : 0)))
  const kinds = new Set(found.map((one) => one && `${one.source} ${one.reason} ${one.state}`))
  if (kinds.size > 1 || kinds.has(undefined)) throw data(null, { status: 422 })
  let done = 0
  for (const id of ticked) {
    form.set('subject', id)
    const requested = readAct(form, offeredActs.difference)
    if (requested === undefined) throw data(null, { status: 422 })
    const { result } = await performAct(context, requested)
    if (result === 'not_permitted') throw data(null, { status: 403 })
    if (result === 'done') done++
  }
  const shown = new URLSearchParams(url.search)
  shown.set('decided', String(done))
  shown.set('left', String(ticked.length - done))
  return redirect(`${path}?${shown}`, 303)
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly chosen: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

const Choice = ({ name, label, chosen, options }: ChoiceProps) => (
  <p>
    <label htmlFor={name}>{label}</label>
    <select id={name} name={name} defaultValue={chosen}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </p>
)

function Filters({ filter, sources }: Pick<Route.ComponentProps['loaderData'], 'filter' | 'sources'>) {
  const { finance } = useTexts()
  const { cases, reasons, settlements } = finance
  return (
    <>
      <Choice
        name="state"
        label={cases.state}
        chosen={filter.state ?? 'all'}
        options={[...caseStates.map((one) => [one, cases.states[one]] as const), ['all', cases.all]]}
      />
      <Choice
        name="source"
        label={settlements.source}
        chosen={filter.source ?? ''}
        options={[['', cases.all], ...sources.map((one) => [one, textOf(finance.sources, one)] as const)]}
      />
      <Choice
        name="reason"
        label={cases.reason}
        chosen={filter.reason ?? ''}
        options={[['', cases.all], ...caseReasons.map((one) => [one, reasons[one]] as const)]}
      />
    </>
  )
}

export default function CasesPage({ loaderData }: Route.ComponentProps) {
  const { cases } = useTexts().finance
  const { chosen, filter, sources, rows, isCut, openOnAllDays, decided, mayDecide } = loaderData
  const { source, reason, state } = filter
  const areAlike = mayDecide && rows.length > 1 && source !== undefined && reason !== undefined && state !== undefined
  return (
    <>
      <title>{cases.title}</title>
      <h1>{cases.title}</h1>
      {decided !== undefined && (
        <Note tone={decided.left === 0 ? 'ok' : 'wait'}>
          {fill(cases.decided, { count: decided.decided })}{' '}
          {decided.left > 0 && fill(cases.left, { count: decided.left })}
        </Note>
      )}
      <DayRangeForm path={path} chosen={chosen}>
        <Filters filter={filter} sources={sources} />
      </DayRangeForm>
      <section className="part">
        <h2>{fill(rows.length === 1 ? cases.foundOne : cases.found, { count: rows.length })}</h2>
        {isCut && <Note tone="wait">{cases.isCut}</Note>}
        {rows.length === 0 ? (
          <p>{cases.nothing}</p>
        ) : (
          <CaseTable rows={rows} formId={areAlike ? alikeFormId : undefined} />
        )}
        {areAlike && <AlikeForm state={state} />}
        {mayDecide && !areAlike && rows.length > 1 && <p className="quiet">{cases.togetherWhen}</p>}
        <p className="quiet">
          {fill(cases.openOnAllDays, { count: openOnAllDays })} <a href="/finance/settlements">{cases.toSettlements}</a>
        </p>
      </section>
    </>
  )
}
