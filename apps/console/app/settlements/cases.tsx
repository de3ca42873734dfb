import { caseReasons } from '@nyanja/domain/reconciliation/case-reasons'
import { caseStates } from '@nyanja/domain/reconciliation/case-states'
import { fill } from '@nyanja/domain/texts/fill'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { chosenDays } from '../finance/chosen-days.ts'
import { DayRangeForm } from '../finance/day-range-form.tsx'
import { languageOf } from '../texts.ts'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import type { Route } from './+types/cases'
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
  return {
    ...{ chosen, filter, sources, isCut: found.length === longestList },
    openOnAllDays: open.reduce((sum, one) => sum + one.cases, 0),
    rows: found.map((one) => caseRow(one, clock)),
  }
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
  const { chosen, filter, sources, rows, isCut, openOnAllDays } = loaderData
  return (
    <>
      <title>{cases.title}</title>
      <h1>{cases.title}</h1>
      <DayRangeForm path={path} chosen={chosen}>
        <Filters filter={filter} sources={sources} />
      </DayRangeForm>
      <section className="part">
        <h2>{fill(rows.length === 1 ? cases.foundOne : cases.found, { count: rows.length })}</h2>
        {isCut && <Note tone="wait">{cases.isCut}</Note>}
        {rows.length === 0 ? <p>{cases.nothing}</p> : <CaseTable rows={rows} />}
        <p className="quiet">
          {fill(cases.openOnAllDays, { count: openOnAllDays })} <a href="/finance/settlements">{cases.toSettlements}</a>
        </p>
      </section>
    </>
  )
}
