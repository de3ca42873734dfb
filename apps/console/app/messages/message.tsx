import type { SubmissionItem } from '@nyanja/back-office/operations/visitor-reports'
import { withoutNumbers } from '@nyanja/domain/help'
import { data } from 'react-router'
import { ActForm } from '../acts/act-form.tsx'
import { AfterAct } from '../acts/act-note.tsx'
import { offeredActs } from '../acts/offered-acts.ts'
import { actedIn, answerAct, performAct, readAct } from '../acts/perform-act.ts'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { may, staffIn } from '../guard.ts'
import { languageOf } from '../texts.ts'
import { Facts } from '../ui/facts.tsx'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import type { Route } from './+types/message'

/** The author unmasked, for an answer to a recorded act alone. */
const answersOf = ({ answers }: SubmissionItem) => Object.entries(answers).filter(([, answer]) => answer !== '')

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const { stores, market, looks } = context.get(consoleContext)
  const item = await stores.submissions.find(params.reference)
  if (item === undefined) throw data(null, { status: 404 })
  const { reference, form, channel, language, mail, at, doneAt } = item
  const clock = clockFor(market, await languageOf(request))
  const staff = staffIn(context)
  await looks.record('message', reference, staff)
  return {
    ...{ reference, form, channel, language, mail, written: clock.exact(at) },
    closed: doneAt === undefined ? undefined : clock.exact(doneAt),
    answers: answersOf(item).map(([name, answer]) => [name, withoutNumbers(answer, '•••')] as const),
    mayReveal: may(staff, 'reveal-contact'),
    mayFinish: doneAt === undefined && may(staff, 'finish-message'),
    acted: actedIn(url, offeredActs.message),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const item = await context.get(consoleContext).stores.submissions.find(params.reference)
  const requested = readAct(await request.formData(), offeredActs.message)
  if (item === undefined || requested === undefined || requested.subject !== item.reference)
    throw data(null, { status: 404 })
  const acted = await performAct(context, requested)
  if (acted.act !== 'reveal' || acted.result !== 'done') return answerAct(acted, `/messages/${item.reference}`)
  // The author is shown in this answer alone: no address and no later page has it.
  return data({ ...acted, answers: answersOf(item) })
}

export default function MessagePage({ loaderData: view, actionData }: Route.ComponentProps) {
  const { message, queues } = useTexts()
  const answers = actionData && 'answers' in actionData ? actionData.answers : view.answers
  return (
    <AfterAct last={actionData ?? view.acted}>
      <title>{`${message.title} ${view.reference}`}</title>
      <p className="trail">
        <a href="/queues/messages">{queues.names.messages}</a>
      </p>
      <h1>
        {message.title} <span className="mono">{view.reference}</span>
      </h1>
      <div className="columns">
        <aside className="acts part">
          <h2>{message.acts}</h2>
          {view.closed !== undefined && <p className="quiet">{message.isClosed}</p>}
          {view.mayFinish && <ActForm act="finish_message" subject={view.reference} />}
          {view.mayReveal && <ActForm act="reveal" subject={view.reference} />}
        </aside>
        <div>
          <section className="part">
            <h2>{message.written}</h2>
            <dl className="answers">
              {answers.map(([name, answer]) => (
                <div key={name}>
                  <dt>{textOf(message.fields, name)}</dt>
                  <dd>{answer}</dd>
                </div>
              ))}
            </dl>
          </section>
          <section className="part">
            <h2>{message.about}</h2>
            <Facts
              facts={[
                [message.form, textOf(queues.forms, view.form)],
                [message.at, view.written],
                [message.channel, view.channel],
                [message.language, textOf(queues.languages, view.language)],
                [message.mail, message.mails[view.mail]],
                [message.closed, view.closed],
              ]}
            />
          </section>
        </div>
      </div>
    </AfterAct>
  )
}
