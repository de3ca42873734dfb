import { acts } from '@nyanja/domain/staff/acts'
import { data } from 'react-router'
import { AfterAct } from '../acts/act-note.tsx'
import { offeredActs } from '../acts/offered-acts.ts'
import { actedIn, answerAct, performAct, readAct } from '../acts/perform-act.ts'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'
import { languageOf, textsIn } from '../texts.ts'
import { useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/payment'
import { Attempts } from './attempts.tsx'
import { PaymentActs } from './payment-acts.tsx'
import { PaymentHead } from './payment-head.tsx'
import { contactsOf, paymentView } from './payment-view.ts'
import { Timeline } from './timeline.tsx'

const pageOf = (reference: string) => `/payments/${reference}`

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const console = context.get(consoleContext)
  const staff = staffIn(context)
  const file = await console.files.readAndRecordLook(params.reference, staff)
  if (file === undefined) throw data(null, { status: 404 })
  const language = await languageOf(request)
  const { market, publicOrigin } = console
  const options = { market, publicOrigin, clock: clockFor(market, language), texts: textsIn(language), staff }
  return { view: paymentView(file, options), acted: actedIn(url, acts) }
}

/** Acts on this payment, and on the requests about it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const console = context.get(consoleContext)
  const file = await console.files.readAndRecordLook(params.reference, staffIn(context))
  const requested = readAct(await request.formData(), offeredActs.payment)
  if (file === undefined || requested === undefined) throw data(null, { status: 404 })
  const { history, requests } = file
  const isOfPayment = [history.reference, ...requests.map(({ id }) => id)].includes(requested.subject)
  if (!isOfPayment) throw data(null, { status: 404 })
  const acted = await performAct(context, requested)
  if (acted.act !== 'reveal' || acted.result !== 'done') return answerAct(acted, pageOf(history.reference))
  // The numbers are shown in this answer alone: no address and no later page has them.
  return data({ ...acted, contacts: contactsOf(file, console.market) })
}

export default function PaymentPage({ loaderData: { view, acted }, actionData }: Route.ComponentProps) {
  const { payment } = useTexts()
  const contacts = actionData && 'contacts' in actionData ? actionData.contacts : view.contacts
  const last = actionData ?? acted
  return (
    <AfterAct last={last}>
      <title>{`${payment.payment} ${view.reference}`}</title>
      <PaymentHead view={view} contacts={contacts} />
      <div className="columns">
        <PaymentActs view={view} />
        <div>
          <Timeline days={view.timeline} />
          <Attempts attempts={view.attempts} />
        </div>
      </div>
    </AfterAct>
  )
}
