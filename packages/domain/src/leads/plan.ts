import type { Bundle } from '../bundles/bundle.ts'
import { addMoney, type Currency, type Money, money } from '../money/money.ts'
import type { LineType } from '../numbers/msisdn.ts'

/** A bundle for home internet, as ordered. */
export interface Plan {
  readonly code: string
  readonly description: string
  /** The order at the BSS; a plan is paid once for each. */
  readonly leadReference: string
  /**
   * The fee that is paid once for the connection, as part of the first payment. It is absent when the connection is
   * free.
   */
  readonly fee?: Money
}

/** The line of a plan does not exist yet: plans are sold like bundles of a prepaid router. */
export const homeLine = { lineType: 'PREPAID', isBroadband: true } as const satisfies {
  readonly lineType: LineType
  readonly isBroadband: boolean
}

/** The plan as ordered, at the prices that were shown. */
export interface OrderedPlan {
  readonly code: string
  readonly description: string
  /** The price of the first period. */
  readonly amount: Money
  /** The connection fee, zero when the connection is free. Older orders lack it, and the market's setting applies. */
  readonly fee?: Money | undefined
}

interface FeeSetting {
  /** The fee in minor units. */
  readonly connectionFee: number
  readonly currency: Currency
}

/** The plan as sold now. */
export function planOffered({ productCode, name, price }: Bundle, market: FeeSetting): OrderedPlan {
  return { code: productCode, description: name, amount: price, fee: money(market.currency, market.connectionFee) }
}

/** The connection fee as ordered, or the current one; undefined when it is free. */
export function getConnectionFee(market: FeeSetting, ordered: Pick<OrderedPlan, 'fee'> = {}): Money | undefined {
  const { fee = money(market.currency, market.connectionFee) } = ordered
  return fee.minor === 0 ? undefined : fee
}

/** The amount to pay before installation: the first period and the connection. */
export function firstPayment(price: Money, fee: Money | undefined): Money {
  return fee === undefined ? price : addMoney(price, fee)
}

/** The price of the first period alone. */
export function priceWithin(payment: Money, { fee }: Pick<Plan, 'fee'>): Money {
  return fee === undefined ? payment : addMoney(payment, money(fee.currency, -fee.minor))
}
