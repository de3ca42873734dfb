import { data, redirect } from 'react-router'
import { CodePage } from '../code/code-page.tsx'
import { codePressed } from '../code/code-press.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/code'
import { payerCodeView } from './code-view.ts'
import { hrefsAt, orderAtPage, orderIn } from './order-page.ts'
import { placeOf } from './payer-code.ts'
import { nextAfterPin } from './pin-next.ts'
import { proofHeader } from './proof-cookie.ts'
import { waitHref } from './wait-href.ts'

export const handle = { group: 'code', module: ['/files/code.js', '/files/dialog.js'] }

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

  const pressed = await codePressed(
    portal,
    { url, request },
    {
      place: placeOf(order),
      address: context.get(addressContext),
      waitHref: (level, ref) => waitHref(portal, { order, level, values: { ref } }, to),
    },
  )
  if (pressed.verified === undefined) return pressed.answer
  const { uniqueCode, purpose } = pressed.verified
  const next =
    purpose === 'airtime_payment'
      ? to.airtimeConfirm({ order: order.id })
      : nextAfterPin(await portal.pinPayments.begin(order, { uniqueCode, subject: order.id }), order, to)
  return redirect(next, { status: 303, headers: { ...privateHeaders, ...(await proofHeader(uniqueCode)) } })
}

export const headers = pageHeaders

export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  return <CodePage view={loaderData} answer={actionData} />
}
