import type { LineType } from './line.ts'
import { addMoney, type Currency, type Money, money } from './money.ts'

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

/** For the connection; undefined in a market that asks for none. */
export function connectionFeeOf(market: {
  readonly connectionFee: number
  readonly currency: Currency
}): Money | undefined {
  return market.connectionFee === 0 ? undefined : money(market.currency, market.connectionFee)
}

/** What is paid before anybody comes: the first period, and the connection. */
export function firstPayment(price: Money, fee: Money | undefined): Money {
  return fee === undefined ? price : addMoney(price, fee)
}

/** The first period alone. */
export function priceWithin(payment: Money, { fee }: Pick<Plan, 'fee'>): Money {
  return fee === undefined ? payment : addMoney(payment, money(fee.currency, -fee.minor))
}
