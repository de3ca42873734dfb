import { parseEmail } from '@nyanja/domain/email'
import type { Method } from '../../server/payments/attempt.ts'
import type { Order } from '../../server/payments/order.ts'
import type { Payer, PayResult } from '../../server/payments/payments.ts'
import type { Portal } from '../../server/portal.ts'
import type { LineCheck } from '../../server/subscriber/lines.ts'
import type { Hrefs } from '../hrefs.ts'
import type { PaymentTexts } from './order-facts.ts'

export type PayProblem =
  | 'email_empty'
  | 'email_invalid'
  | 'phone_empty'
  | 'phone_invalid'
  | 'service_silent'
  | 'too_many_prompts'
  | 'method_unavailable'

/** What the page is told after a post that did not begin a payment. */
export interface PayAnswer {
  readonly typed: string
  readonly problem: PayProblem
}

type PayerReading =
  | { readonly outcome: 'payer'; readonly payer: Payer }
  | { readonly outcome: 'problem'; readonly problem: PayProblem }

const problem = (of: PayProblem): PayerReading => ({ outcome: 'problem', problem: of })

const phoneProblems: Readonly<Record<Exclude<LineCheck['outcome'], 'line'>, PayProblem>> = {
  empty: 'phone_empty',
  too_short: 'phone_invalid',
  too_long: 'phone_invalid',
  not_a_number: 'phone_invalid',
  unknown_line: 'phone_invalid',
}

async function readCard(_portal: Portal, typed: string): Promise<PayerReading> {
  const reading = parseEmail(typed)
  if (reading.outcome === 'valid') return { outcome: 'payer', payer: { method: 'card', email: reading.email } }
  return problem(reading.outcome === 'empty' ? 'email_empty' : 'email_invalid')
}

async function readWallet({ lines }: Portal, typed: string): Promise<PayerReading> {
  const check = await lines.check(typed).catch(() => undefined)
  if (check === undefined) return problem('service_silent')
  if (check.outcome !== 'line') return problem(phoneProblems[check.outcome])
  return { outcome: 'payer', payer: { method: 'nyanja_money', payerMsisdn: check.msisdn } }
}

/** The one field of each method's form, and who reads it. */
export const payerFields = {
  card: { field: 'email', read: readCard },
  nyanja_money: { field: 'msisdn', read: readWallet },
} as const satisfies Record<Method, { field: string; read: (portal: Portal, typed: string) => Promise<PayerReading> }>

const problemTexts = {
  email_empty: 'emailRequired',
  email_invalid: 'emailInvalid',
  phone_empty: 'phoneRequired',
  phone_invalid: 'walletNumberInvalid',
  too_many_prompts: 'tooManyPrompts',
  method_unavailable: 'setAsideText',
} as const satisfies Record<Exclude<PayProblem, 'service_silent'>, keyof PaymentTexts>

export function problemText(of: PayProblem, texts: PaymentTexts & { readonly serviceSilent: string }): string {
  return of === 'service_silent' ? texts.serviceSilent : texts[problemTexts[of]]
}

type Next = { readonly to: string } | { readonly problem: PayProblem }

/** Where a visitor goes who has pressed Pay. An address of the gateway never stands in an answer to a form. */
export function nextAfter(result: PayResult, order: Order, to: Hrefs): Next {
  switch (result.outcome) {
    case 'redirect':
      return { to: to.handOver(order.id) }
    case 'waiting':
    case 'already_processed':
    case 'refused':
      return { to: to.status(result.attempt.id, order.id) }
    case 'order_ended':
      return { to: to.paymentStart({ order: order.id }) }
    case 'too_many_prompts':
    case 'method_unavailable':
      return { problem: result.outcome }
  }
}
