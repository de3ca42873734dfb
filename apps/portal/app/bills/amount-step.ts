import { type AgreedCredit, chargeFor } from '@nyanja/domain/bills/bill'
import { type AmountProblem, checkAmount } from '@nyanja/domain/money/amount-limits'
import { type Money, money } from '@nyanja/domain/money/money'
import type { Choice, Order } from '@nyanja/server/payments/order'
import type { Portal } from '../../server/portal.ts'

export type AmountFault = AmountProblem | 'no_account' | 'service_silent'

export interface AmountAsked {
  readonly typed: string
  /** Of the box that was ticked: how much of it may become a credit. */
  readonly credit: string
  readonly isOwner: boolean
}

export type AmountStep =
  | { readonly outcome: 'choice'; readonly choice: Choice }
  | { readonly outcome: 'fault'; readonly fault: AmountFault }
  /** More than is owed. What is owed is for the owner. */
  | { readonly outcome: 'beyond'; readonly seen?: { readonly left: Money; readonly credit: Money } }

/** What the box says that is ticked before an amount is typed. */
export const wholeCredit = 'all'
const unseenCredit = 'any'

/** What is paid is typed; on which account it lands, and whether it is owed, is looked up. */
export async function amountStep(
  { market, bills, amountLimits }: Pick<Portal, 'market' | 'bills' | 'amountLimits'>,
  { msisdn }: Order,
  { typed, credit, isOwner }: AmountAsked,
): Promise<AmountStep> {
  const reading = checkAmount(typed, amountLimits.bill, { decimals: 'allowed' })
  if (reading.outcome !== 'valid') return { outcome: 'fault', fault: reading.outcome }
  const { amount } = reading
  const whole = chargeFor(amount, { roundUp: market.roundUpPostpaidAmounts })
  const agreed = isOwner ? seenCredit(credit, whole) : credit === unseenCredit && unseenCredit
  const asked = { typed: amount, isSeen: isOwner, ...(agreed && { agreed }) }
  const charge = await bills.charge(msisdn, asked).catch(() => null)
  if (charge === null) return { outcome: 'fault', fault: 'service_silent' }
  if (charge.outcome === 'no_account') return { outcome: 'fault', fault: 'no_account' }
  if (charge.outcome === 'beyond') return charge
  const { account, roundedFrom, credit: paidAhead } = charge
  const named = { ...(roundedFrom && { roundedFrom }), ...(paidAhead && { credit: paidAhead }) }
  return {
    outcome: 'choice',
    choice: { kind: 'bill', amount: charge.amount, bill: { account, invoices: [], ...named } },
  }
}

/** What the box named, or all of it where the box stood beside a bill that is paid. */
function seenCredit(shown: string, whole: Money): AgreedCredit | undefined {
  if (shown === wholeCredit) return whole
  return /^[1-9]\d{0,14}$/.test(shown) ? money(whole.currency, Number(shown)) : undefined
}

/** What the box is worth that is shown with a refusal. */
export function creditValue({ seen }: Extract<AmountStep, { readonly outcome: 'beyond' }>): string {
  return seen === undefined ? unseenCredit : String(seen.credit.minor)
}
