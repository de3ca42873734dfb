import { caseStates } from '@nyanja/domain/reconciliation/case-states'
import { importSubject } from '@nyanja/domain/staff/acts'
import { fill } from '@nyanja/domain/texts/fill'
import { data } from 'react-router'
import { ActForm } from '../acts/act-form.tsx'
import { AfterAct } from '../acts/act-note.tsx'
import { offeredActs } from '../acts/offered-acts.ts'
import { actedIn, answerAct, performAct, readAct } from '../acts/perform-act.ts'
import { WaitingRequests, waitingRequest } from '../acts/waiting-requests.tsx'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { addressOf } from '../finance/chosen-days.ts'
import { staffIn } from '../guard.ts'
import { languageOf } from '../texts.ts'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import type { Route } from './+types/settlement'
import { CaseTable } from './case-table.tsx'
import { caseRow, importRow } from './table-rows.ts'

const longestList = 100

const offered = offeredActs.settlement

async function findImport({ params, context }: Pick<Route.LoaderArgs, 'params' | 'context'>) {
  const { store } = context.get(consoleContext).reconciliation
  const found = /^\d{1,15}$/.test(params.id) ? await store.find(Number(params.id)) : undefined
  if (found === undefined) throw data(null, { status: 404 })
  return found
}

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const { reconciliation, market, stores } = context.get(consoleContext)
  const { store, cases } = reconciliation
  const found = await findImport({ params, context })
  const { source, fromDay, untilDay } = found
  const clock = clockFor(market, await languageOf(request))
  const staff = staffIn(context)
  const [requests, summary, ofRows, ofDays] = await Promise.all([
    stores.staffRequests.openAbout(importSubject(found.id)),
    store.summary(found.id),
    cases.list({ importId: found.id, state: 'open' }, longestList),
    cases.list({ source, fromDay, untilDay, state: 'open' }, longestList),
  ])
  // Rows of other days are among the first, and ours without a row among the second.
  const open = [...new Map([...ofRows, ...ofDays].map((one) => [one.id, one])).values()]
  return {
    summary,
    isNew: url.searchParams.has('new'),
    acted: actedIn(url, offered),
    requests: requests.map((one) => waitingRequest(one, { clock, staff })),
    one: importRow(found, clock),
    unread: found.unread,
    allCases: addressOf('/finance/cases', { source, from: fromDay, to: untilDay, state: caseStates[0] }),
    isCut: ofDays.length === longestList || ofRows.length === longestList,
    cases: open.map((one) => caseRow(one, clock)),
  }
}

/** The page answers after the effects of the withdrawal are undone. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { reconciliation, stores } = context.get(consoleContext)
  const { id } = await findImport({ params, context })
  const requested = readAct(await request.formData(), offered)
  const open = await stores.staffRequests.openAbout(importSubject(id))
  const subjects = [importSubject(id), ...open.map((one) => one.id)]
  if (requested === undefined || !subjects.includes(requested.subject)) throw data(null, { status: 404 })
  const acted = await performAct(context, requested)
  if (acted.act === 'approve' && acted.result === 'done') await reconciliation.reconciliation.compare()
  return answerAct(acted, `/finance/settlements/${id}`)
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

/** Shows the lines of the file that were not imported, by kind. */
function Unread({ unread }: Pick<Route.ComponentProps['loaderData'], 'unread'>) {
  const { settlements: texts } = useTexts().finance
  if (unread.length === 0) return null
  return (
    <section className="part">
      <h2>{texts.unread}</h2>
      <table className="narrow">
        <thead>
          <tr>
            <th scope="col">{texts.kind}</th>
            <th scope="col">{texts.unreadExamples}</th>
            <th scope="col" className="sum">
              {texts.unreadLines}
            </th>
          </tr>
        </thead>
        <tbody>
          {unread.map(({ why, lines, examples }) => (
            <tr key={why}>
              <th scope="row">{why}</th>
              <td>{examples.join(', ')}</td>
              <td className="sum">{lines}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ImportActs({ one, requests }: Pick<Route.ComponentProps['loaderData'], 'one' | 'requests'>) {
  const { acts } = useTexts()
  if (one.withdrawnAt !== undefined) return null
  return (
    <aside className="acts part" aria-label={acts.title}>
      <h2>{acts.title}</h2>
      <WaitingRequests requests={requests} />
      {requests.length === 0 && <ActForm act="withdraw_import" subject={importSubject(one.id)} />}
    </aside>
  )
}

export default function SettlementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { finance } = useTexts()
  const texts = finance.settlements
  const { one, summary, unread, cases, isNew, isCut, allCases, requests, acted } = loaderData
  return (
    <AfterAct last={actionData ?? acted}>
      <title>{one.fileName}</title>
      <p className="trail">
        <a href="/finance/settlements">{texts.title}</a>
      </p>
      <h1>{one.fileName}</h1>
      {isNew && <Note tone="ok">{fill(texts.done, { rows: one.rows })}</Note>}
      {!one.isCompared && <Note tone="wait">{texts.notCompared}</Note>}
      {one.withdrawnAt !== undefined && <Note tone="wait">{fill(texts.withdrawnAt, { at: one.withdrawnAt })}</Note>}
      <ImportActs one={one} requests={requests} />
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
      <Unread unread={unread} />
      <section className="part">
        <h2>{fill(cases.length === 1 ? texts.openOne : texts.open, { count: cases.length })}</h2>
        {cases.length === 0 ? <p>{texts.agrees}</p> : <CaseTable rows={cases} />}
        {isCut && <a href={allCases}>{texts.all}</a>}
      </section>
    </AfterAct>
  )
}
