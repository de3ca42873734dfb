import { data } from 'react-router'
import { ActForm } from '../acts/act-form.tsx'
import { AfterAct } from '../acts/act-note.tsx'
import { offeredActs } from '../acts/offered-acts.ts'
import { actedIn, answerAct, performAct, readAct } from '../acts/perform-act.ts'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { may } from '../guard.ts'
import { languageOf } from '../texts.ts'
import { useShell, useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/case'
import { CaseSides } from './case-sides.tsx'
import { actsFrom, caseView } from './case-view.ts'
import { toneOfState } from './table-rows.ts'

const offered = offeredActs.difference

async function findCase({ params, context }: Pick<Route.LoaderArgs, 'params' | 'context'>) {
  const { cases } = context.get(consoleContext).reconciliation
  const found = /^\d{1,15}$/.test(params.id) ? await cases.find(Number(params.id)) : undefined
  if (found === undefined) throw data(null, { status: 404 })
  return found
}

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const { market, log, reconciliation } = context.get(consoleContext)
  const found = await findCase({ params, context })
  const [file, history] = await Promise.all([
    found.row && reconciliation.store.find(found.row.importId),
    log.list({ subject: `case ${found.id}` }),
  ])
  const clock = clockFor(market, await languageOf(request))
  return { view: caseView({ found, file, history, clock }), acted: actedIn(url, offered) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { id } = await findCase({ params, context })
  const requested = readAct(await request.formData(), offered)
  if (requested === undefined || requested.subject !== String(id)) throw data(null, { status: 404 })
  return answerAct(await performAct(context, requested), `/finance/cases/${id}`)
}

type View = Route.ComponentProps['loaderData']['view']

/** `isFresh` means that no act was refused, whose form would be the open one. */
function CaseActs({ view, isFresh }: { readonly view: View; readonly isFresh: boolean }) {
  const { staff, texts } = useShell()
  const possible = actsFrom(view.state)
  if (!may(staff, 'import-settlements')) return null
  return (
    <aside className="acts part" aria-label={texts.acts.title}>
      <h2>{texts.acts.title}</h2>
      {possible.map((act, index) => (
        <ActForm key={act} act={act} subject={String(view.id)} isOpen={isFresh && index === 0}>
          <input type="hidden" name="from" value={view.state} />
        </ActForm>
      ))}
    </aside>
  )
}

function History({ view: { history } }: { readonly view: View }) {
  const { finance, acts } = useTexts()
  if (history.length === 0) return null
  return (
    <section className="part">
      <h2>{finance.cases.history}</h2>
      <ol className="history">
        {history.map(({ id, at, who, act, reason, note }) => (
          <li key={id}>
            <b>{finance.cases.moved[act]}</b> {at}, {who}
            {reason !== undefined && `, ${acts.reasons[reason].toLowerCase()}`}
            {note !== '' && <q>{note}</q>}
          </li>
        ))}
      </ol>
    </section>
  )
}

export default function CasePage({ loaderData: { view, acted }, actionData }: Route.ComponentProps) {
  const { finance } = useTexts()
  const last = actionData ?? acted
  const title = finance.reasons[view.reason]
  return (
    <AfterAct last={last}>
      <title>{title}</title>
      <p className="trail">
        <a href="/finance/cases">{finance.cases.title}</a>
      </p>
      <div className="title-line">
        <h1>{title}</h1>
        <Tag tone={toneOfState[view.state]}>{finance.cases.states[view.state]}</Tag>
      </div>
      <p className="quiet">{finance.advice[view.reason]}</p>
      <div className="columns">
        <CaseActs view={view} isFresh={last?.typed === undefined} />
        <div>
          <CaseSides view={view} />
          <History view={view} />
        </div>
      </div>
    </AfterAct>
  )
}
