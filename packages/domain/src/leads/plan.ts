import type { Bundle } from '../bundles/bundle.ts'
import { addMoney, type Currency, type Money, money } from '../money/money.ts'
import type { LineType } from '../numbers/msisdn.ts'

/** Internet at home, as a household orders it. */
export interface Plan {
  /** The catalogue's id. */
  readonly code: string
  readonly description: string
  /** Of the order with the operator's people; it is paid once. */
  readonly leadReference: string
  /** Paid once, for the connection, and a part of what is paid. Absent where there is none. */
  readonly fee?: Money
}

/** The line that a plan is for is not there yet: plans are sold as bundles of a prepaid router are. */
export const homeLine = { lineType: 'PREPAID', isBroadband: true } as const satisfies {
  readonly lineType: LineType
  readonly isBroadband: boolean
}

/** As a household orders it: at the prices that it was shown. */
export interface OrderedPlan {
  readonly code: string
  readonly description: string
  /** Of the first period. */
  readonly amount: Money
  /** For the connection, and zero where it is free. Absent in orders that did not keep it yet: the market says it. */
  readonly fee?: Money | undefined
}

interface FeeSetting {
  /** In minor units. */
  readonly connectionFee: number
  readonly currency: Currency
}

/** As it is sold this moment. */
export function planOffered({ productCode, name, price }: Bundle, market: FeeSetting): OrderedPlan {
  return { code: productCode, description: name, amount: price, fee: money(market.currency, market.connectionFee) }
}

/** For the connection, as it was ordered or would be now; undefined where it is free. */
export function connectionFeeOf(market: FeeSetting, ordered: Pick<OrderedPlan, 'fee'> = {}): Money | undefined {
  const { fee = money(market.currency, market.connectionFee) } = ordered
  return fee.minor === 0 ? undefined : fee
}

/** What is paid before anybody comes: the first period, and the connection. */
export function firstPayment(price: Money, fee: Money | undefined): Money {
  return fee === undefined ? price : addMoney(price, fee)
}

/** The first period alone. */
export function priceWithin(payment: Money, { fee }: Pick<Plan, 'fee'>): Money {
  return fee === undefined ? payment : addMoney(payment, money(fee.currency, -fee.minor))
}
