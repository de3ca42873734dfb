import { caseStates } from '@nyanja/domain/reconciliation/case-states'
import { fill } from '@nyanja/domain/texts/fill'
import { data } from 'react-router'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { addressOf } from '../finance/chosen-days.ts'
import { languageOf } from '../texts.ts'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import type { Route } from './+types/settlement'
import { CaseTable } from './case-table.tsx'
import { caseRow, importRow } from './table-rows.ts'

const longestList = 100

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const { reconciliation, market } = context.get(consoleContext)
  const { store, cases } = reconciliation
  const found = /^\d{1,15}$/.test(params.id) ? await store.find(Number(params.id)) : undefined
  if (found === undefined) throw data(null, { status: 404 })
  const { source, fromDay, untilDay } = found
  const clock = clockFor(market, await languageOf(request))
  const [summary, ofRows, ofDays] = await Promise.all([
    store.summary(found.id),
    cases.list({ importId: found.id, state: 'open' }, longestList),
    cases.list({ source, fromDay, untilDay, state: 'open' }, longestList),
  ])
  // Rows of other days are among the first, and ours without a row among the second.
  const open = [...new Map([...ofRows, ...ofDays].map((one) => [one.id, one])).values()]
  return {
    summary,
    isNew: url.searchParams.has('new'),
    one: importRow(found, clock),
    allCases: addressOf('/finance/cases', { source, from: fromDay, to: untilDay, state: caseStates[0] }),
    isCut: ofDays.length === longestList || ofRows.length === longestList,
    cases: open.map((one) => caseRow(one, clock)),
  }
}

function Summary({ summary }: Pick<Route.ComponentProps['loaderData'], 'summary'>) {
  const { finance } = useTexts()
  return (
    <table className="narrow">
      <thead>
        <tr>
          <th scope="col">{finance.settlements.kind}</th>
          <th scope="col">{finance.settlements.result}</th>
          <th scope="col" className="sum">
            {finance.settlements.rows}
          </th>
        </tr>
      </thead>
      <tbody>
        {summary.map(({ kind, result, rows }) => (
          <tr key={`${kind} ${result}`}>
            <th scope="row">{finance.kinds[kind]}</th>
            <td>{finance.results[result ?? 'not_compared']}</td>
            <td className="sum">{rows}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export default function SettlementPage({ loaderData }: Route.ComponentProps) {
  const { finance } = useTexts()
  const texts = finance.settlements
  const { one, summary, cases, isNew, isCut, allCases } = loaderData
  return (
    <>
      <title>{one.fileName}</title>
      <p className="trail">
        <a href="/finance/settlements">{texts.title}</a>
      </p>
      <h1>{one.fileName}</h1>
      {isNew && <Note tone="ok">{fill(texts.done, { rows: one.rows })}</Note>}
      {!one.isCompared && <Note tone="wait">{texts.notCompared}</Note>}
      <section className="part">
        <dl className="facts">
          {[
            [texts.source, textOf(finance.sources, one.source)],
            [texts.format, one.format],
            [texts.days, one.isComplete ? one.days : `${one.days} (${finance.coverage.incomplete})`],
            [texts.importedBy, one.importedBy],
            [texts.importedAt, one.importedAt],
          ].map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="part">
        <h2>{texts.results}</h2>
        <Summary summary={summary} />
      </section>
      <section className="part">
        <h2>{fill(cases.length === 1 ? texts.openOne : texts.open, { count: cases.length })}</h2>
        {cases.length === 0 ? <p>{texts.agrees}</p> : <CaseTable rows={cases} />}
        {isCut && <a href={allCases}>{texts.all}</a>}
      </section>
    </>
  )
}
