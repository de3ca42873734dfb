import { type AgreedCredit, chargeFor } from '@nyanja/domain/bills/bill'
import { type AmountProblem, checkAmount } from '@nyanja/domain/money/amount-limits'
import { type Money, money } from '@nyanja/domain/money/money'
import { canPayBill, type LineType } from '@nyanja/domain/numbers/msisdn'
import type { Choice, Order } from '@nyanja/server/payments/orders'
import type { VisitorLineCheck, VisitorLines } from '@nyanja/server/subscriber/line-lookups'
import type { Portal } from '../../server/portal.ts'
import type { NumberFault } from '../number/line-answer.ts'
import { findTypedLine, isNumberOf } from '../number/typed-line.ts'
import { languageOf } from '../page-language.ts'

export type AmountFault = AmountProblem | 'no_account' | 'bss_unavailable'

interface TypedAmount {
  readonly typed: string
  /** The ticked box: how much of the amount may become a credit. */
  readonly credit: string
  readonly isOwner: boolean
}

export type AmountStep =
  | { readonly outcome: 'choice'; readonly choice: Choice }
  | { readonly outcome: 'fault'; readonly fault: AmountFault }
  /** An amount above what is due, which only the owner sees. */
  | { readonly outcome: 'exceeds_bill'; readonly seen?: { readonly left: Money; readonly credit: Money } }

/** The value of the box that is ticked before an amount is typed. */
export const wholeCredit = 'all'
const unseenCredit = 'any'

/** The visitor types the amount; the account and the amount due are looked up. */
export async function amountStep(
  { market, bills, amountLimits }: Pick<Portal, 'market' | 'bills' | 'amountLimits'>,
  { msisdn }: Order,
  { typed, credit, isOwner }: TypedAmount,
): Promise<AmountStep> {
  const reading = checkAmount(typed, amountLimits.bill, { decimals: 'allowed' })
  if (reading.outcome !== 'valid') return { outcome: 'fault', fault: reading.outcome }
  const { amount } = reading
  const whole = chargeFor(amount, { roundUp: market.roundUpPostpaidAmounts })
  const agreed = isOwner ? seenCredit(credit, whole) : credit === unseenCredit && unseenCredit
  const request = { typed: amount, isSeen: isOwner, ...(agreed && { agreed }) }
  const charge = await bills.charge(msisdn, request).catch(() => null)
  if (charge === null) return { outcome: 'fault', fault: 'bss_unavailable' }
  if (charge.outcome === 'no_account') return { outcome: 'fault', fault: 'no_account' }
  if (charge.outcome === 'exceeds_bill') return charge
  const { account, roundedFrom, credit: paidAhead } = charge
  const named = { ...(roundedFrom && { roundedFrom }), ...(paidAhead && { credit: paidAhead }) }
  return {
    outcome: 'choice',
    choice: { kind: 'bill', amount: charge.amount, bill: { account, invoices: [], ...named } },
  }
}

/** What the box named, or all of it where the box was beside a paid bill. */
function seenCredit(shown: string, whole: Money): AgreedCredit | undefined {
  if (shown === wholeCredit) return whole
  return /^[1-9]\d{0,14}$/.test(shown) ? money(whole.currency, Number(shown)) : undefined
}

/** The value of the box that is shown with a refusal. */
export function creditValue({ seen }: Extract<AmountStep, { readonly outcome: 'exceeds_bill' }>): string {
  return seen === undefined ? unseenCredit : String(seen.credit.minor)
}

/** A line without a bill here belongs on another page. */
export type Offer = 'prepaid' | 'broadband'

type LineStep =
  | { readonly outcome: 'order'; readonly order: Order }
  | { readonly outcome: 'offer'; readonly offer: Offer; readonly msisdn: string }
  | { readonly outcome: 'fault'; readonly fault: NumberFault }
  | Extract<VisitorLineCheck, { readonly outcome: 'challenge' }>

const page = '/postpaid-bill-pay'

function hasBill(lineType: LineType, { postpaidHybridCheck }: Portal['market']): boolean {
  return canPayBill(lineType) && (lineType !== 'HYBRID' || postpaidHybridCheck)
}

type BillLine =
  | { readonly outcome: 'line'; readonly msisdn: string; readonly lineType: LineType }
  | Exclude<LineStep, { outcome: 'order' }>

/** Tells whether a line has a bill that can be paid here. */
export async function checkBillLine(
  { market, lines }: Pick<Portal, 'market'> & { readonly lines: VisitorLines },
  typed: string,
): Promise<BillLine> {
  const line = await findTypedLine(lines, typed)
  if (line.outcome !== 'line') return line
  const { msisdn, lineType, isBroadband } = line
  if (isBroadband) return { outcome: 'offer', offer: 'broadband', msisdn }
  if (!hasBill(lineType, market)) return { outcome: 'offer', offer: 'prepaid', msisdn }
  return { outcome: 'line', msisdn, lineType }
}

/** Finds or creates the order that pays the bill; another number begins another order. */
export async function lineStep(
  portal: Pick<Portal, 'market' | 'orders'> & { readonly lines: VisitorLines },
  url: URL,
  { typed, known }: { readonly typed: string; readonly known?: Order },
): Promise<LineStep> {
  const { market, orders } = portal
  if (known?.redirectPage === page && isNumberOf(known, typed, market.numbers))
    return { outcome: 'order', order: known }

  const line = await checkBillLine(portal, typed)
  if (line.outcome !== 'line') return line
  const { msisdn, lineType } = line
  const language = languageOf(url, market)
  const order = await orders.open({ channel: 'web', language, msisdn, lineType, redirectPage: page })
  return { outcome: 'order', order }
}
