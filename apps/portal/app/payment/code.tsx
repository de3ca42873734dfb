import { data, redirect } from 'react-router'
import { CodePage } from '../code/code-page.tsx'
import { codeProblem } from '../code/code-words.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/code'
import { payerCodeView } from './code-view.ts'
import { hrefsAt, orderAtPage, orderIn } from './order-page.ts'
import { placeOf } from './payer-code.ts'
import { nextAfterPin } from './pin-next.ts'
import { proofHeader } from './proof-cookie.ts'
import { waitHref } from './wait-href.ts'

export const handle = { group: 'code', module: '/files/code.js' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const { order } = await orderAtPage(portal, url, 'choose')

  const pending = await portal.codes.pending(url.searchParams.get('ref') ?? '', placeOf(order))
  if (pending === undefined) throw redirect(to.paymentStart({ order: order.id }))
  return data(payerCodeView(portal, url, { order, pending }), { headers: privateHeaders })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await orderIn(portal, url)

  const ref = url.searchParams.get('ref') ?? ''
  const form = await request.formData()
  const answer = (outcome: Parameters<typeof codeProblem>[2], status = 400) =>
    data(codeProblem(portal, url, outcome), { status, headers: privateHeaders })

  if (form.get('intent') === 'resend') {
    const address = context.get(addressContext)
    const resent = await portal.codes.resend(ref, placeOf(order), { address }).catch(silent)
    if (resent.outcome === 'proof_of_work_needed')
      return redirect(waitHref(portal, { order, because: resent.because, values: { ref } }, to), { status: 303 })
    return answer(resent.outcome === 'sent' ? { outcome: 'resent' } : resent, resent.outcome === 'sent' ? 200 : 400)
  }
  const typed = form.get('code')
  const verified = await portal.codes.verify(ref, typeof typed === 'string' ? typed : '', placeOf(order)).catch(silent)
  if (verified.outcome !== 'verified') return answer(verified)
  const { uniqueCode, purpose } = verified
  const next =
    purpose === 'airtime_payment'
      ? to.airtimeConfirm({ order: order.id })
      : nextAfterPin(await portal.pinPayments.begin(order, { uniqueCode, subject: order.id }), order, to)
  return redirect(next, { status: 303, headers: { ...privateHeaders, ...(await proofHeader(uniqueCode)) } })
}

/** A wallet that sends and knows the code itself may not answer. */
const silent = () => ({ outcome: 'silent' }) as const

export const headers = pageHeaders

export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  return <CodePage view={loaderData} answer={actionData} />
}
