import { problemOfPayer } from '@nyanja/domain/payment-options'
import type { OtpPlace } from '../../server/otp/code-store.ts'
import type { Order } from '../../server/payments/order.ts'
import type { Payer } from '../../server/payments/payments.ts'
import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'
import type { Next } from './pay-action.ts'

const purpose = 'airtime_payment'
const channel = 'web'

/** Codes and proofs of one order are worth nothing for another. */
export const placeOf = (order: Order): OtpPlace => ({ channel, purposes: [purpose], subject: order.id })

/** Whoever pays with the airtime of a line shows first that he holds its handset. */
export async function sendCode(portal: Portal, order: Order, payer: Payer, to: Hrefs): Promise<Next> {
  const { msisdn, language, id } = order
  const payerMsisdn = payer.payerMsisdn ?? msisdn
  const line = await portal.lines.check(payerMsisdn)
  if (line.outcome !== 'line') return { problem: 'not_our_line' }
  const problem = problemOfPayer('airtime', line, { buys: order.choice?.kind ?? 'airtime', msisdn })
  if (problem !== undefined) return { problem }

  const sent = await portal.codes.send({ purpose, msisdn: payerMsisdn, subject: id, channel, language })
  switch (sent.outcome) {
    case 'sent':
      if (payer.email !== undefined) await portal.orders.withEmail(order, payer.email)
      return { to: to.airtimeCode({ order: id, ref: sent.refId }) }
    case 'not_our_line':
      return { problem: 'not_our_line' }
    case 'too_soon':
    case 'limit_reached':
    case 'proof_of_work_needed':
      return { problem: 'code_limit' }
  }
}

/** The number that a proof speaks of, if it was given for this order. */
export async function provenNumber({ codes }: Portal, order: Order, uniqueCode: string): Promise<string | undefined> {
  const proven = await codes.provenBy({ uniqueCode })
  return proven?.purpose === purpose && proven.subject === order.id ? proven.msisdn : undefined
}
