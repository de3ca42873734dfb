import type { CodeAsking } from '../../server/otp/code-outcomes.ts'
import type { Order } from '../../server/payments/order.ts'
import type { Portal } from '../../server/portal.ts'
import { billCodeStep } from '../bills/bill-code-step.ts'
import { billPlace } from '../bills/bill-owner.ts'
import type { Hrefs } from '../hrefs.ts'
import type { Next } from './pay-action.ts'
import { codeMethodNamed, placeOf, sendCode } from './payer-code.ts'
import { waitHref } from './wait-href.ts'

interface Wished {
  readonly order: Order
  /** As they were sealed when the visitor was told to work or to wait. */
  readonly values: Readonly<Record<string, string>>
  readonly asking: CodeAsking
}

/** A first code to the number that pays. */
export async function sendWished(portal: Portal, { order, values, asking }: Wished, to: Hrefs): Promise<Next> {
  if (values.about === 'bill') {
    const sent = await billCodeStep(portal, { order, asking }, to)
    return 'to' in sent ? sent : { problem: sent.problem === 'code_limit' ? 'code_limit' : 'wallet_silent' }
  }
  const { msisdn: payerMsisdn = order.msisdn, email } = values
  const method = codeMethodNamed(values.method)
  if (method === undefined) return { problem: 'method_unavailable' }
  return sendCode(portal, { order, payer: { method, payerMsisdn, ...(email !== undefined && { email }) }, asking }, to)
}

/** Another code under the same id. */
export async function sendAgain(portal: Portal, { order, values, asking }: Wished, to: Hrefs): Promise<Next> {
  const { ref = '', about } = values
  const place = about === 'bill' ? billPlace(order) : placeOf(order)
  const sent = await portal.codes.resend(ref, place, asking).catch(() => ({ outcome: 'silent' }) as const)
  switch (sent.outcome) {
    case 'sent':
    case 'too_soon':
    case 'attempts_exhausted':
      return { to: about === 'bill' ? to.billCode({ order: order.id, ref }) : to.paymentCode({ order: order.id, ref }) }
    case 'expired':
      return { to: about === 'bill' ? to.bills({ order: order.id }) : to.paymentStart({ order: order.id }) }
    case 'proof_of_work_needed':
      return { to: waitHref(portal, { order, because: sent.because, values }, to) }
    case 'limit_reached':
      return { problem: 'code_limit' }
    case 'silent':
      return { problem: 'wallet_silent' }
    case 'no_wallet':
    case 'wallet_refused':
      return { problem: sent.outcome }
  }
}
