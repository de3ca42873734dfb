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
import { proofHeader } from '../order/proof-cookie.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/balance-code'
import { balanceCodeScope, balancePurpose } from './balance-view.ts'
import { neededOrder } from './router-step.ts'

export const handle = { group: 'code', module: ['code', 'dialog'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const order = await neededOrder(portal, url)
  const backHref = hrefsAt(url).dataBalance({ order: order.id })
  const { codeOther } = portal.content.page('broadband-translation', languageOf(url, portal.market))
  return loadCodePage(portal, url, { place: balanceCodeScope(order), backHref, otherMethod: codeOther })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await neededOrder(portal, url)
  const pressed = await codePressed(
    portal,
    { url, request },
    {
      place: balanceCodeScope(order),
      clientIp: context.get(clientIpContext),
      waitHref: (level, ref) => waitHref(portal, { order, level, values: { about: 'balance', ref } }, to),
    },
  )
  if (pressed.verified === undefined) return pressed.answer
  const headers = { ...privateHeaders, ...(await proofHeader(pressed.verified.uniqueCode)) }
  return redirect(to.dataBalance({ order: order.id }), { status: 303, headers })
}

export const headers = pageHeaders

export default function BalanceCode({ loaderData, actionData }: Route.ComponentProps) {
  return <CodePage view={loaderData} answer={actionData} />
}

interface BalanceCodeRequest {
  readonly order: Order
  readonly requester: CodeRequester
}

/** Sends a code to the contact of the router, and redirects to the page of the code. */
export async function balanceCodeStep(
  portal: Portal,
  { order, requester }: BalanceCodeRequest,
  to: Hrefs,
): Promise<CodeStep> {
  const sent = await sendCode(portal, { order, requester }).catch(() => undefined)
  return toCodeStep(sent, {
    codeHref: (ref) => to.balanceCode({ order: order.id, ref }),
    waitHref: (level) => waitHref(portal, { order, level, values: { about: 'balance' }, begun: requester.token }, to),
  })
}

async function sendCode({ codes, contacts }: Portal, { order, requester }: BalanceCodeRequest) {
  const { id, msisdn, language } = order
  const handset = await contacts.handsetOf(msisdn)
  const what = { purpose: balancePurpose, msisdn: handset, payer: msisdn, subject: id } as const
  return codes.send({ ...what, channel: 'web', language, ...requester })
}
