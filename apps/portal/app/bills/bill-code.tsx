import type { CodeRequester } from '@nyanja/server/otp/code-text'
import type { Order } from '@nyanja/server/payments/orders'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { CodePage } from '../code/code-page.tsx'
import { type CodeStep, codePressed, loadCodePage, toCodeStep } from '../code/code-step.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import type { Hrefs } from '../hrefs.ts'
import { hrefsAt } from '../order/order-page.ts'
import { waitHref } from '../order/pending-request.ts'
import { billBinding, proofHeader } from '../order/proof-cookie.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/bill-code'
import { billCodeScope, orderOfBill } from './bill-view.ts'

export const handle = { group: 'code', module: ['code', 'dialog'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const order = await orderOfBill(portal, url)
  const backHref = hrefsAt(url).bills({ order: order.id })
  const { codeOther } = portal.content.page('bill-translation', languageOf(url, portal.market))
  return loadCodePage(portal, url, { place: billCodeScope(order), backHref, otherMethod: codeOther })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await orderOfBill(portal, url)
  const pressed = await codePressed(
    portal,
    { url, request },
    {
      place: billCodeScope(order),
      clientIp: context.get(clientIpContext),
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

/** Sends a code to the handset of the line, and redirects to the page of the code. */
export async function billCodeStep(
  portal: Portal,
  { order, requester }: { readonly order: Order; readonly requester: CodeRequester },
  to: Hrefs,
): Promise<CodeStep> {
  const { language } = order
  const request = { ...billBinding(order), channel: 'web', language, ...requester }
  const sent = await portal.codes.send(request).catch(() => undefined)
  return toCodeStep(sent, {
    codeHref: (ref) => to.billCode({ order: order.id, ref }),
    waitHref: (level) => waitHref(portal, { order, level, values: { about: 'bill' }, begun: requester.token }, to),
  })
}
