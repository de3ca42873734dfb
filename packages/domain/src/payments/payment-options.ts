import type { Currency, Money } from '../money/money.ts'
import { dollarsFor, unitsIn, unitsPerDollar } from '../money/units.ts'
import type { LineType } from '../numbers/msisdn.ts'

/** Ways to pay that have rules of their own; all others suit every order. */
const airtime = 'airtime'
const ownWallet = 'nyanja_money'

interface OrderToPay {
  readonly buys: OrderKind
  /** Nine national digits of the line that gets it. Absent for an account without one. */
  readonly msisdn?: string
}

interface PayingLine {
  readonly msisdn: string
  readonly lineType: LineType
}

interface OfferedMethod {
  readonly method: string
  /** In which it can be charged; absent: in the order's own alone. */
  readonly currencies?: readonly Currency[] | undefined
}

interface Sums {
  readonly ordered: Money
  readonly charged: Currency
  readonly isDualCurrency: boolean
}

/**
 * The offered ways that suit an order. Where two currencies are in use, less than a dollar is for the operator's own
 * wallet, whichever of the two is charged: what is bought decides, and not the rate of the day.
 */
export function findSuitableOptions<Option extends OfferedMethod>(
  offered: readonly Option[],
  { ordered, charged, isDualCurrency }: Sums,
): Option[] {
  return offered.filter(
    ({ method, currencies = [ordered.currency] }) =>
      currencies.includes(charged) && leastOf(method, ordered, { isDualCurrency }) === undefined,
  )
}

/** The least that can be paid in this way, where an order is smaller than that. */
export function leastOf(
  methodName: string,
  ordered: Money,
  { isDualCurrency }: Pick<Sums, 'isDualCurrency'>,
): Money | undefined {
  const isTooSmall = isDualCurrency && methodName !== ownWallet && unitsIn(ordered) < unitsPerDollar
  return isTooSmall ? dollarsFor(unitsPerDollar) : undefined
}

const hasAirtime: Readonly<Record<LineType, boolean>> = { PREPAID: true, POSTPAID: false, HYBRID: true }

/** Why this line cannot pay the order in this way. Undefined when it can. */
export function problemOfPayer(
  methodName: string,
  { msisdn, lineType }: PayingLine,
  order: OrderToPay,
): 'no_airtime' | 'same_line' | undefined {
  if (methodName !== airtime) return undefined
  if (!hasAirtime[lineType]) return 'no_airtime'
  return order.buys === 'airtime' && order.msisdn === msisdn ? 'same_line' : undefined
}

/** What can be ordered: goods for a line, or money for an account. */
export const orderKinds = ['airtime', 'bundle', 'bill', 'invoice', 'plan'] as const

/**
 * `bill` is what a postpaid line owes as a whole, `invoice` one or several invoices of a fixed account, `plan` the first
 * payment for internet at home.
 */
export type OrderKind = (typeof orderKinds)[number]

/** How a visitor came to an order, where that changes what is asked of him. A company's e-mail is the one that billing has. */
const orderFlows = ['ENTERPRISE'] as const
export type OrderFlow = (typeof orderFlows)[number]

/** Undefined for a flow that there is not. */
export function orderFlowNamed(name: string | undefined): OrderFlow | undefined {
  return orderFlows.find((flow) => flow === name)
}
