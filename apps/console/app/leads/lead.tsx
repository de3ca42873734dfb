import { data } from 'react-router'
import { ActForm } from '../acts/act-form.tsx'
import { AfterAct } from '../acts/act-note.tsx'
import { offeredActs } from '../acts/offered-acts.ts'
import { actedIn, answerAct, performAct, readAct } from '../acts/perform-act.ts'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'
import { languageOf } from '../texts.ts'
import { Facts } from '../ui/facts.tsx'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import type { Route } from './+types/lead'
import { contactsOf, leadView } from './lead-view.ts'

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const { stores, market, looks } = context.get(consoleContext)
  const lead = await stores.leadList.lead(params.reference)
  if (lead === undefined) throw data(null, { status: 404 })
  const clock = clockFor(market, await languageOf(request))
  const staff = staffIn(context)
  await looks.record('lead', lead.reference, staff)
  return { view: leadView(lead, { market, clock, staff }), acted: actedIn(url, offeredActs.lead) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { stores, market } = context.get(consoleContext)
  const lead = await stores.leadList.lead(params.reference)
  const requested = readAct(await request.formData(), offeredActs.lead)
  if (lead === undefined || requested === undefined || requested.subject !== lead.reference)
    throw data(null, { status: 404 })
  const acted = await performAct(context, requested)
  if (acted.act !== 'reveal' || acted.result !== 'done') return answerAct(acted, `/leads/${lead.reference}`)
  // The contact is shown in this answer alone: no address and no later page has it.
  return data({ ...acted, contacts: contactsOf(lead, market) })
}

type View = Route.ComponentProps['loaderData']['view']

function Moves({ moves }: Pick<View, 'moves'>) {
  const { lead } = useTexts()
  return (
    <section className="part">
      <h2>{lead.moves}</h2>
      <div className="table-box">
        <table>
          <thead>
            <tr>
              <th scope="col">{lead.time}</th>
              <th scope="col">{lead.what}</th>
              <th scope="col">{lead.from}</th>
              <th scope="col">{lead.to}</th>
            </tr>
          </thead>
          <tbody>
            {moves.map(({ row, time, component, from, to }) => (
              <tr key={row}>
                <td className="whole">{time}</td>
                <td>{textOf(lead.components, component)}</td>
                <td>{textOf(lead.states, from)}</td>
                <td>{textOf(lead.states, to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

export default function LeadPage({ loaderData: { view, acted }, actionData }: Route.ComponentProps) {
  const { lead, queues } = useTexts()
  const contacts = actionData && 'contacts' in actionData ? actionData.contacts : view.contacts
  return (
    <AfterAct last={actionData ?? acted}>
      <title>{`${lead.title} ${view.reference}`}</title>
      <p className="trail">
        <a href="/queues/leads">{queues.names.leads}</a>
      </p>
      <h1>
        {lead.title} <span className="mono">{view.reference}</span>
      </h1>
      <div className="columns">
        <aside className="acts part">
          <h2>{lead.acts}</h2>
          {view.acts.length === 0 && <p className="quiet">{lead.nothing}</p>}
          {view.acts.map((act) => (
            <ActForm key={act} act={act} subject={view.reference} />
          ))}
        </aside>
        <div>
          <section className="part">
            <h2>{lead.order}</h2>
            <Facts
              facts={[
                [lead.stage, textOf(lead.states, view.stage)],
                [lead.submission, textOf(lead.states, view.submission)],
                [lead.refusal, view.refusal],
                [lead.reason, view.reason],
                [lead.plan, `${view.plan}, ${view.price}`],
                [lead.customer, view.fullName],
                [lead.number, contacts.number],
                [lead.email, contacts.email],
                [lead.place, view.place],
                [lead.ordered, view.ordered],
                [lead.channel, view.channel],
                [lead.bssId, view.bssReference],
                [lead.sends, String(view.sends)],
                [lead.nextCheck, view.nextCheck],
              ]}
            />
          </section>
          <Moves moves={view.moves} />
        </div>
      </div>
    </AfterAct>
  )
}
