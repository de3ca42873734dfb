import { type AmountProblem, checkAmount } from '@nyanja/domain/amount-limits'
import { chargeFor } from '@nyanja/domain/bill'
import type { Choice, Order } from '../../server/payments/order.ts'
import type { Portal } from '../../server/portal.ts'

export type AmountFault = AmountProblem | 'no_account' | 'service_silent'

export type AmountStep =
  | { readonly outcome: 'choice'; readonly choice: Choice }
  | { readonly outcome: 'fault'; readonly fault: AmountFault }

/** What is paid is typed; on which account it lands is looked up. */
export async function amountStep(
  { market, bills, amountLimits }: Pick<Portal, 'market' | 'bills' | 'amountLimits'>,
  { msisdn }: Order,
  typed: string,
): Promise<AmountStep> {
  const reading = checkAmount(typed, amountLimits.bill, { decimals: 'allowed' })
  if (reading.outcome !== 'valid') return { outcome: 'fault', fault: reading.outcome }
  const found = await bills.ofLine(msisdn).catch(() => null)
  if (found === null) return { outcome: 'fault', fault: 'service_silent' }
  if (found === undefined) return { outcome: 'fault', fault: 'no_account' }
  const amount = chargeFor(reading.amount, { roundUp: market.roundUpPostpaidAmounts })
  return { outcome: 'choice', choice: { kind: 'bill', amount, bill: { account: found.account, invoices: [] } } }
}
