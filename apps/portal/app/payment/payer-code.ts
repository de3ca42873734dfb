import { problemOfPayer } from '@nyanja/domain/payments/payment-options'
import type { CodeRequester, SendResult } from '@nyanja/server/otp/code-text'
import type { OtpPlace, OtpPurpose } from '@nyanja/server/otp/one-time-code'
import type { Method } from '@nyanja/server/payments/attempt'
import type { Order } from '@nyanja/server/payments/orders'
import type { Payer } from '@nyanja/server/payments/payments'
import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'
import { type Consent, waitHref } from '../order/pending-request.ts'
import type { CodeNext, PayProblem } from './pay-action.ts'
import { payerForms } from './payer-forms.ts'

const channel = 'web'
const purposes: readonly OtpPurpose[] = Object.values(payerForms).flatMap(({ codeFor }) => codeFor ?? [])

/** Codes and proofs of one order, currency and amount are invalid for another. */
export const placeOf = ({ subject }: Consent): OtpPlace => ({ channel, purposes, subject })

const methods: readonly Method[] = ['airtime', 'nyanja_money_pin', 'smartcash']

/** The payment method that a code was sent for. */
export function methodFor(purpose: OtpPurpose): Method | undefined {
  return methods.find((method) => payerForms[method].codeFor === purpose)
}

/** A payment method that begins with a code. */
export function codeMethodNamed(name: string | undefined): Method | undefined {
  return methods.find((method) => method === name)
}

const problems = {
  not_our_line: 'not_our_line',
  no_wallet: 'no_wallet',
  wallet_refused: 'wallet_refused',
  unavailable: 'wallet_silent',
  too_soon: 'code_soon',
  limit_reached: 'code_limit',
} as const satisfies Record<Exclude<SendResult['outcome'], 'sent' | 'proof_of_work_needed'> | 'unavailable', PayProblem>

interface CodeRequest {
  readonly order: Order
  readonly payer: Payer
  /** What the code permits. */
  readonly consent: Consent
  /** The origin of the request, with the solved challenge where one was required. */
  readonly requester: CodeRequester
}

/** A payer from a line or a wallet first proves to hold its handset. */
export async function sendCode(
  portal: Portal,
  { order, payer, consent, requester }: CodeRequest,
  to: Hrefs,
): Promise<CodeNext> {
  const { msisdn, language, id } = order
  const { method, email, payerMsisdn = msisdn } = payer
  const purpose = payerForms[method].codeFor
  if (purpose === undefined) return { problem: 'method_unavailable' }
  const problem = method === 'airtime' ? await problemOfLine(portal, order, payerMsisdn) : undefined
  if (problem !== undefined) return { problem }

  const request = { purpose, msisdn: payerMsisdn, subject: consent.subject, channel, language, ...requester }
  const sent = await portal.codes.send(request).catch(() => ({ outcome: 'unavailable' }) as const)
  if (sent.outcome === 'proof_of_work_needed') {
    const values = { method, msisdn: payerMsisdn, ...(email !== undefined && { email }) }
    return { to: waitHref(portal, { order, consent, level: sent.level, values, begun: requester.token }, to) }
  }
  if (sent.outcome === 'too_soon') return { problem: problems.too_soon, seconds: sent.resendInSeconds }
  if (sent.outcome !== 'sent') return { problem: problems[sent.outcome] }
  if (email !== undefined) await portal.orders.withEmail(order, email)
  return { to: to.paymentCode({ order: id, ref: sent.refId, quote: consent.offered?.sealed }) }
}

async function problemOfLine(
  portal: Portal,
  { msisdn, choice, payLink }: Order,
  payer: string,
): Promise<PayProblem | undefined> {
  // The limit applies where the number was typed.
  const line = await portal.lines.check(payer)
  if (line.outcome !== 'line') return 'not_our_line'
  // Otherwise a visitor with a pay-me link could guess the number that it is for.
  const receiver = payLink === undefined ? msisdn : ''
  return problemOfPayer('airtime', line, { buys: choice?.kind ?? 'airtime', msisdn: receiver })
}

/** Finds the number in a proof of airtime, if it was given for this order. */
export async function provenNumber({ codes }: Portal, order: Order, uniqueCode: string): Promise<string | undefined> {
  const proven = await codes.findProvenBinding({ uniqueCode })
  return proven?.purpose === 'airtime_payment' && proven.subject === order.id ? proven.msisdn : undefined
}
