import type { OtpPlace } from '@nyanja/server/otp/one-time-code'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import type { Portal } from '../server/portal.ts'
import type { Route } from './+types/code-wait'
import { billCodeStep } from './bills/bill-code.tsx'
import { billCodeScope } from './bills/bill-view.ts'
import { balanceCodeStep } from './broadband/balance-code.tsx'
import { balanceCodeScope } from './broadband/balance-view.ts'
import type { CodeStep } from './code/code-step.ts'
import { WaitPage, waitView } from './code/wait-page.tsx'
import { correctionCodeStep } from './corrections/correction-code.tsx'
import { pageHeaders, privateHeaders } from './format/headers.ts'
import type { Hrefs } from './hrefs.ts'
import { correctionCodeScope } from './order/correction-note.ts'
import { hrefsAt, orderAtPage, orderIn } from './order/order-page.ts'
import { type Requested, waitHref } from './order/pending-request.ts'
import { languageOf } from './page-language.ts'
import { consentAt, currencyIn } from './payment/consent.ts'
import { type CodeNext, problemsOf } from './payment/pay-action.ts'
import { codeMethodNamed, placeOf, sendCode } from './payment/payer-code.ts'
import { clientIpContext, portalContext } from './portal-context.ts'

/** The request of a visitor who was sent to a challenge before a code. */
interface Waiting {
  readonly send: (portal: Portal, requested: Requested, to: Hrefs) => Promise<CodeNext>
  readonly place: (requested: Requested) => OtpPlace
  readonly codeHref: (to: Hrefs, requested: Requested, ref: string) => string
  /** The page that the visitor came from. */
  readonly startHref: (to: Hrefs, requested: Omit<Requested, 'requester'>) => string
  /** The order must still be waiting for a payment where this is set. */
  readonly isPayment?: true
}

const operations: Readonly<Record<string, Waiting>> = {
  bill: {
    send: async (portal, requested, to) => nextAfter(await billCodeStep(portal, requested, to)),
    place: ({ order }) => billCodeScope(order),
    codeHref: (to, { order }, ref) => to.billCode({ order: order.id, ref }),
    startHref: (to, { order }) => to.choiceOf(order),
  },
  balance: {
    send: async (portal, requested, to) => nextAfter(await balanceCodeStep(portal, requested, to)),
    place: ({ order }) => balanceCodeScope(order),
    codeHref: (to, { order }, ref) => to.balanceCode({ order: order.id, ref }),
    startHref: (to, { order }) => to.choiceOf(order),
  },
  correction: {
    send: async (portal, requested, to) => nextAfter(await correctionCodeStep(portal, requested, to)),
    place: ({ values }) => correctionCodeScope(values.id ?? ''),
    codeHref: (to, { order, values: { id = '' } }, ref) => to.correctionCode({ id, order: order.id, ref }),
    startHref: (to, { order, values: { id = '' } }) => to.correction({ id, order: order.id }),
  },
}

const paying: Waiting = {
  send: async (portal, { order, consent, values, requester }, to) => {
    const { msisdn: payerMsisdn = order.msisdn, email } = values
    const method = codeMethodNamed(values.method)
    if (method === undefined) return { problem: 'method_unavailable' }
    const payer = { method, payerMsisdn, ...(email !== undefined && { email }) }
    return sendCode(portal, { order, payer, consent, requester }, to)
  },
  place: ({ consent }) => placeOf(consent),
  codeHref: (to, { order, consent }, ref) => to.paymentCode({ order: order.id, ref, quote: consent.offered?.sealed }),
  startHref: (to, { order, consent }) => to.paymentStart({ order: order.id, ...currencyIn(consent) }),
  isPayment: true,
}

export function operationOf({ about = '' }: Requested['values']): Waiting {
  return (Object.hasOwn(operations, about) ? operations[about] : undefined) ?? paying
}

function nextAfter(sent: CodeStep): CodeNext {
  if ('to' in sent) return sent
  if (sent.problem !== 'code_limit') return { problem: 'wallet_silent' }
  return sent.seconds === undefined ? { problem: 'code_limit' } : { problem: 'code_soon', seconds: sent.seconds }
}

/** Sends the first code. */
export async function sendRequested(portal: Portal, requested: Requested, to: Hrefs): Promise<CodeNext> {
  return operationOf(requested.values).send(portal, requested, to)
}

/** Sends another code under the same id. */
export async function repeatSend(portal: Portal, requested: Requested, to: Hrefs): Promise<CodeNext> {
  const { order, consent, values, requester } = requested
  const { ref = '' } = values
  const waiting = operationOf(values)
  const sent = await portal.codes
    .resend(ref, waiting.place(requested), requester)
    .catch(() => ({ outcome: 'unavailable' }) as const)
  switch (sent.outcome) {
    case 'sent':
    case 'too_soon':
    case 'attempts_exhausted':
      return { to: waiting.codeHref(to, requested, ref) }
    case 'expired':
      return { to: waiting.startHref(to, requested) }
    case 'proof_of_work_needed':
      return { to: waitHref(portal, { order, consent, level: sent.level, values, begun: requester.token }, to) }
    case 'limit_reached':
      return { problem: 'code_limit' }
    case 'unavailable':
      return { problem: 'wallet_silent' }
    case 'no_wallet':
    case 'wallet_refused':
      return { problem: sent.outcome }
  }
}

export const handle = { group: 'code', module: 'challenge' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await orderIn(portal, url)
  const consent = consentAt(portal, url, order)
  const pending = portal.challenges.readToken(url.searchParams.get('ask') ?? '', consent.subject)
  if (pending === undefined) throw redirect(to.paymentStart({ order: order.id }))
  const operation = operationOf(pending.values)
  if (operation.isPayment) await orderAtPage(portal, url, 'choose')
  const texts = portal.content.page('orp-translation', languageOf(url, portal.market))
  const startHref = operation.startHref(to, { order, consent, values: pending.values })
  const otherMethod = operation.isPayment ? texts.otherMethod : texts.back
  return data(await waitView(portal, pending, { texts, startHref, otherMethod }), { headers: privateHeaders })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await orderIn(portal, url)
  const token = url.searchParams.get('ask') ?? ''
  const consent = consentAt(portal, url, order)
  const pending = portal.challenges.readToken(token, consent.subject)
  if (pending === undefined) throw redirect(to.paymentStart({ order: order.id }), { status: 303 })

  const solution = readField(await request.formData(), 'solution')
  const clientIp = context.get(clientIpContext)
  const requester = { token, clientIp, ...(solution !== '' && { solution }) }
  const send = pending.values.ref === undefined ? sendRequested : repeatSend
  const next = await send(portal, { order, consent, values: pending.values, requester }, to)
  if ('to' in next) return redirect(next.to, { status: 303, headers: privateHeaders })
  const texts = portal.content.page('orp-translation', languageOf(url, portal.market))
  const [problem] = problemsOf(next, codeMethodNamed(pending.values.method) ?? 'airtime', texts)
  return data({ note: problem?.text }, { status: 400, headers: privateHeaders })
}

export const headers = pageHeaders

export default function Wait({ loaderData, actionData }: Route.ComponentProps) {
  return <WaitPage view={loaderData} note={actionData === undefined ? undefined : (actionData.note ?? '')} />
}
