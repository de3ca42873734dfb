import type { Currency } from '../money/money.ts'
import { ratesFor, splitTaxes, type TaxRate } from '../money/taxes.ts'
import type { OrderKind } from '../payments/payment-options.ts'
import { computeFee, type FeeRules, findFeeRule } from './fees.ts'
import type { DischargingState, MoneyEvent } from './money-event.ts'

/** Names of the operator's accounts. */
export interface AccountRules {
  /**
   * The accounts of what providers owe, by gateway. Airtime as a means of payment reduces the airtime liability itself.
   */
  readonly clearing: Readonly<Record<string, string>>
  /** The account of gateways without one of their own. */
  readonly otherClearing: string
  /** The account of money that is captured, and neither delivered nor returned yet. */
  readonly customerCredit: string
  /** The accounts of what a delivery earns or owes: revenue, or the airtime liability. */
  readonly products: Readonly<Record<OrderKind, string>>
  readonly salesTax: string
  readonly fees: string
  readonly feeTax: string
  /** The account of money returned for goods that the customer keeps. */
  readonly refunds: string
  /** The account of money that providers took back after it had been spent. */
  readonly reversals: string
  /** The account of airtime given as goodwill. Closes made before goodwill existed have none. */
  readonly goodwill?: string
}

export interface FinanceRules {
  /** The rules by gateway. */
  readonly fees: Readonly<Record<string, FeeRules>>
  readonly accounts: AccountRules
  /** The taxes that prices include, as on receipts. */
  readonly taxes: readonly TaxRate[]
}

export const entryKinds = [
  'capture',
  'fee',
  'fee_tax',
  'delivery',
  'sales_tax',
  'refund',
  'reversal',
  'goodwill',
  'takeback',
  'takeback_tax',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** An amount that one account is debited and another one credited: it cannot be unbalanced. */
export interface Posting {
  readonly entry: EntryKind
  readonly debit: string
  readonly credit: string
  readonly minor: number
}

const clearingAccount = ({ clearing, otherClearing }: AccountRules, gateway: string): string =>
  clearing[gateway] ?? otherClearing

/** The account that bears it: the customer's credit once, and a loss after that. */
function findBearingAccount({ dischargedBy }: MoneyEvent, state: DischargingState, accounts: AccountRules): string {
  if (dischargedBy === undefined) return accounts.customerCredit
  return state === 'refunded' && dischargedBy === 'delivered' ? accounts.refunds : accounts.reversals
}

function listCapture(
  { gateway, amount }: MoneyEvent,
  { fees, accounts }: FinanceRules,
  day: string,
): readonly Posting[] {
  const clearing = clearingAccount(accounts, gateway)
  const { feeMinor, taxMinor } = computeFee(amount, findFeeRule(fees[gateway], day))
  return [
    { entry: 'capture', debit: clearing, credit: accounts.customerCredit, minor: amount.minor },
    { entry: 'fee', debit: accounts.fees, credit: clearing, minor: feeMinor },
    { entry: 'fee_tax', debit: accounts.feeTax, credit: clearing, minor: taxMinor },
  ]
}

function listDelivery(event: MoneyEvent, { accounts, taxes }: FinanceRules, day: string): readonly Posting[] {
  const { kind, amount } = event
  const debit = findBearingAccount(event, 'delivered', accounts)
  const { net } = splitTaxes(amount, ratesFor(taxes, kind, day))
  return [
    { entry: 'delivery', debit, credit: accounts.products[kind], minor: net.minor },
    { entry: 'sales_tax', debit, credit: accounts.salesTax, minor: amount.minor - net.minor },
  ]
}

const listReturn =
  (entry: 'refund' | 'reversal', state: DischargingState) =>
  (event: MoneyEvent, { accounts }: FinanceRules): readonly Posting[] => [
    {
      entry,
      debit: findBearingAccount(event, state, accounts),
      credit: clearingAccount(accounts, event.gateway),
      minor: event.amount.minor,
    },
  ]

/** Goodwill airtime is owed and was not sold: it has no tax. */
const listGoodwill = ({ amount }: MoneyEvent, { accounts }: FinanceRules): readonly Posting[] => [
  {
    entry: 'goodwill',
    debit: accounts.goodwill ?? accounts.refunds,
    credit: accounts.products.airtime,
    minor: amount.minor,
  },
]

/** Reverses the sale of goods that came back, with its tax: this lowers what the refund has cost. */
function listTakeback({ kind, amount }: MoneyEvent, { accounts, taxes }: FinanceRules, day: string) {
  const { net } = splitTaxes(amount, ratesFor(taxes, kind, day))
  const credit = accounts.refunds
  return [
    { entry: 'takeback', debit: accounts.products[kind], credit, minor: net.minor },
    { entry: 'takeback_tax', debit: accounts.salesTax, credit, minor: amount.minor - net.minor },
  ] as const
}

const listers = {
  captured: listCapture,
  captured_late: listCapture,
  delivered: listDelivery,
  refunded: listReturn('refund', 'refunded'),
  reversed: listReturn('reversal', 'reversed'),
  review: () => [],
  credited: listGoodwill,
  taken_back: listTakeback,
} as const satisfies Record<
  MoneyEvent['to'],
  (event: MoneyEvent, rules: FinanceRules, day: string) => readonly Posting[]
>

/** Lists the postings of an event that happened on a day such as `2026-11-20`, without those of zero. */
export function listPostings(event: MoneyEvent, rules: FinanceRules, day: string): readonly Posting[] {
  return listers[event.to](event, rules, day).filter(({ minor }) => minor !== 0)
}

interface CurrencyPosting extends Posting {
  readonly currency: Currency
}

/** Debits less credits of each account, by currency. */
export function computeBalances(
  postings: readonly CurrencyPosting[],
): ReadonlyMap<Currency, ReadonlyMap<string, number>> {
  const balances = new Map<Currency, Map<string, number>>()
  for (const { currency, debit, credit, minor } of postings) {
    const accounts = balances.get(currency) ?? new Map<string, number>()
    balances.set(currency, accounts)
    accounts.set(debit, (accounts.get(debit) ?? 0) + minor)
    accounts.set(credit, (accounts.get(credit) ?? 0) - minor)
  }
  return balances
}
