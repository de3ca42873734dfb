import { data, redirect } from 'react-router'
import { CodePage } from '../code/code-page.tsx'
import { codePressed } from '../code/code-press.ts'
import { codeView } from '../code/code-texts.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefsAt } from '../payment/order-page.ts'
import { proofHeader } from '../payment/proof-cookie.ts'
import { waitHref } from '../payment/wait-href.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/bill-code'
import { billPlace } from './bill-owner.ts'
import { orderOfBill } from './order-of-bill.ts'

export const handle = { group: 'code', module: ['code', 'dialog'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const order = await orderOfBill(portal, url)
  const backHref = hrefsAt(url).bills({ order: order.id })
  const pending = await portal.codes.pending(url.searchParams.get('ref') ?? '', billPlace(order))
  if (pending === undefined) throw redirect(backHref)
  const { codeOther } = portal.content.page('bill-translation', languageOf(url, portal.market))
  return data(codeView(portal, url, pending, { backHref, otherMethod: codeOther }), { headers: privateHeaders })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await orderOfBill(portal, url)
  const pressed = await codePressed(
    portal,
    { url, request },
    {
      place: billPlace(order),
      address: context.get(addressContext),
      waitHref: (level, ref) => waitHref(portal, { order, level, values: { about: 'bill', ref } }, to),
    },
  )
  if (pressed.verified === undefined) return pressed.answer
  const headers = { ...privateHeaders, ...(await proofHeader(pressed.verified.uniqueCode)) }
  return redirect(to.bills({ order: order.id }), { status: 303, headers })
}

export const headers = pageHeaders

export default function BillCode({ loaderData, actionData }: Route.ComponentProps) {
  return <CodePage view={loaderData} answer={actionData} />
}
