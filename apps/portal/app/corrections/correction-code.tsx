import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { CodePage } from '../code/code-page.tsx'
import { type CodeStep, codePressed, loadCodePage, toCodeStep } from '../code/code-step.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import type { Hrefs } from '../hrefs.ts'
import { correctedPayment, correctionCodeScope } from '../order/correction-note.ts'
import { hrefsAt } from '../order/order-page.ts'
import { type Requested, waitHref } from '../order/pending-request.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/correction-code'

export const handle = { group: 'code', module: ['code', 'dialog'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { attempt, order } = await correctedPayment(portal, url)
  const backHref = hrefsAt(url).correction({ id: attempt.id, order: order.id })
  const { codeOther } = portal.content.page('correction-translation', languageOf(url, portal.market))
  return loadCodePage(portal, url, { place: correctionCodeScope(attempt.id), backHref, otherMethod: codeOther })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const payment = await correctedPayment(portal, url)
  const { attempt, order } = payment
  const pressed = await codePressed(
    portal,
    { url, request },
    {
      place: correctionCodeScope(attempt.id),
      clientIp: context.get(clientIpContext),
      waitHref: (level, ref) =>
        waitHref(portal, { order, level, values: { about: 'correction', id: attempt.id, ref } }, to),
    },
  )
  if (pressed.verified === undefined) return pressed.answer
  // In every case the page of the payment shows the result.
  await portal.corrections.ask(payment, pressed.verified.msisdn)
  return redirect(to.status(attempt.id, order.id), { status: 303, headers: privateHeaders })
}

export const headers = pageHeaders

export default function CorrectionCode({ loaderData, actionData }: Route.ComponentProps) {
  return <CodePage view={loaderData} answer={actionData} />
}

/** Sends a code to the intended number. `values` are the `id` of the payment, and that number as `msisdn`. */
export async function correctionCodeStep(
  portal: Portal,
  { order, values, requester }: Omit<Requested, 'consent'>,
  to: Hrefs,
): Promise<CodeStep> {
  const { id = '', msisdn = '' } = values
  const request = { purpose: 'correction', msisdn, subject: id, channel: 'web', language: order.language } as const
  const sent = await portal.codes.send({ ...request, ...requester }).catch(() => undefined)
  const kept = { about: 'correction', id, msisdn }
  return toCodeStep(sent, {
    codeHref: (ref) => to.correctionCode({ id, order: order.id, ref }),
    waitHref: (level) => waitHref(portal, { order, level, values: kept, begun: requester.token }, to),
  })
}
