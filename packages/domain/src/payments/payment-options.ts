import type { Currency, Money } from '../money/money.ts'
import { dollarsFor, unitsIn, unitsPerDollar } from '../money/units.ts'
import type { LineType } from '../numbers/msisdn.ts'

/** Payment methods with rules of their own; all others suit every order. */
const airtime = 'airtime'
const ownWallet = 'nyanja_money'

interface OrderToPay {
  readonly buys: OrderKind
  /** The national digits of the line that receives the order, absent for an account without a line. */
  readonly msisdn?: string
}

interface PayingLine {
  readonly msisdn: string
  readonly lineType: LineType
}

interface OfferedMethod {
  readonly method: string
  /** The currencies in which the method charges; without the list, only the order's own. */
  readonly currencies?: readonly Currency[] | undefined
}

interface Sums {
  readonly ordered: Money
  readonly charged: Currency
  readonly isDualCurrency: boolean
}

/**
 * The offered methods that suit an order. Where two currencies are in use, orders below one dollar are restricted to
 * the operator's own wallet in either currency: the order decides, not the exchange rate.
 */
export function findSuitableOptions<Option extends OfferedMethod>(
  offered: readonly Option[],
  { ordered, charged, isDualCurrency }: Sums,
): Option[] {
  return offered.filter(
    ({ method, currencies = [ordered.currency] }) =>
      currencies.includes(charged) && findMinimumAmount(method, ordered, { isDualCurrency }) === undefined,
  )
}

/** The minimum amount of the method, when the order is below it. */
export function findMinimumAmount(
  methodName: string,
  ordered: Money,
  { isDualCurrency }: Pick<Sums, 'isDualCurrency'>,
): Money | undefined {
  const isTooSmall = isDualCurrency && methodName !== ownWallet && unitsIn(ordered) < unitsPerDollar
  return isTooSmall ? dollarsFor(unitsPerDollar) : undefined
}

const hasAirtime: Readonly<Record<LineType, boolean>> = { PREPAID: true, POSTPAID: false, HYBRID: true }

/** Tells why this line cannot pay the order by this method: undefined when it can. */
export function problemOfPayer(
  methodName: string,
  { msisdn, lineType }: PayingLine,
  order: OrderToPay,
): 'no_airtime' | 'same_line' | undefined {
  if (methodName !== airtime) return undefined
  if (!hasAirtime[lineType]) return 'no_airtime'
  return order.buys === 'airtime' && order.msisdn === msisdn ? 'same_line' : undefined
}

/** These can be ordered: goods for a line, or a payment to an account. */
export const orderKinds = ['airtime', 'bundle', 'bill', 'invoice', 'plan', 'several'] as const

/**
 * `bill` is the whole debt of a postpaid line, `invoice` one or several invoices of a fixed account, `plan` the first
 * payment for home internet, `several` airtime and bundles for several numbers.
 */
export type OrderKind = (typeof orderKinds)[number]

/**
 * The flow says how a visitor reached an order, where that changes the questions. For a company, billing knows the
 * e-mail address.
 */
const orderFlows = ['ENTERPRISE'] as const
export type OrderFlow = (typeof orderFlows)[number]

/** Returns undefined for an unknown flow. */
export function orderFlowNamed(name: string | undefined): OrderFlow | undefined {
  return orderFlows.find((flow) => flow === name)
}
