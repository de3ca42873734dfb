import { data } from 'react-router'
import { ActForm } from '../acts/act-form.tsx'
import { AfterAct } from '../acts/act-note.tsx'
import { offeredActs } from '../acts/offered-acts.ts'
import { answerAct, performAct, readAct } from '../acts/perform-act.ts'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { may, staffIn } from '../guard.ts'
import { languageOf } from '../texts.ts'
import { Facts } from '../ui/facts.tsx'
import { useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/complaint'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { stores, market } = context.get(consoleContext)
  const complaint = await stores.coverageReports.complaint(params.id)
  if (complaint === undefined) throw data(null, { status: 404 })
  const clock = clockFor(market, await languageOf(request))
  const { id, place, latHundredths, lngHundredths, technology, problem, reports, firstAt, lastAt } = complaint
  return {
    ...{ id, place, problem, reports, seen: lastAt, technology: technology.toUpperCase() },
    point: [latHundredths, lngHundredths].map((hundredths) => (hundredths / 100).toFixed(2)).join(', '),
    first: clock.exact(firstAt),
    last: clock.exact(lastAt),
    mayClose: may(staffIn(context), 'finish-message'),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const requested = readAct(await request.formData(), offeredActs.complaint)
  if (requested === undefined || requested.subject !== params.id) throw data(null, { status: 404 })
  const acted = await performAct(context, requested)
  // A closed complaint has no page.
  if (acted.result === 'overtaken') throw data(null, { status: 404 })
  return answerAct(acted, '/queues/coverage')
}

/** Groups complaints that the map is wrong: one position, one network and one problem. */
export default function ComplaintPage({ loaderData: view, actionData }: Route.ComponentProps) {
  const { queues } = useTexts()
  const { coverage } = queues
  return (
    <AfterAct last={actionData}>
      <title>{view.place}</title>
      <p className="trail">
        <a href="/queues/coverage">{queues.names.coverage}</a>
      </p>
      <h1>{view.place}</h1>
      <div className="columns">
        <aside className="acts part">
          <h2>{coverage.acts}</h2>
          {view.mayClose ? (
            <ActForm act="close_coverage" subject={view.id} isOpen>
              <input type="hidden" name="seen" value={view.seen} />
            </ActForm>
          ) : (
            <p className="quiet">{coverage.nothing}</p>
          )}
        </aside>
        <section className="part">
          <h2>{coverage.problems[view.problem]}</h2>
          <Facts
            facts={[
              [coverage.technology, view.technology],
              [coverage.reports, String(view.reports)],
              [coverage.first, view.first],
              [coverage.last, view.last],
              [coverage.point, view.point],
            ]}
          />
        </section>
      </div>
    </AfterAct>
  )
}
