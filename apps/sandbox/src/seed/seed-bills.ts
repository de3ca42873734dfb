import { price } from '../bss/amounts.ts'
import { addAccount, addLine, type Contact } from '../bss/line.ts'
import type { Store } from '../bss/store.ts'
import type { JsonObject } from '../core/bodies.ts'
import { demoNumber, type Market, worth } from '../core/market.ts'

const dayMs = 86_400_000

/** Amounts are in kwacha. */
export interface BillSeed {
  readonly account: string
  /** The amount is below zero for a credit note. */
  readonly amount: number
  readonly paid?: number
  /** A number below zero means overdue, whenever the sandbox is started. */
  readonly dueInDays: number
}

export interface FixedLineAccountSeed {
  readonly id: string
  readonly name: string
  /** The line's own number, without the country code. */
  readonly line: string
  readonly bills: readonly Omit<BillSeed, 'account'>[]
  /** The id of an account in the seed, made from its key. */
  readonly contact?: Contact
}

const fixedLineAccountSeeds: readonly FixedLineAccountSeed[] = [
  {
    id: 'P1234567890',
    name: 'Chisomo Banda',
    line: '1755001',
    bills: [
      { amount: 65_000, dueInDays: -9 },
      { amount: 65_000, dueInDays: 21 },
    ],
  },
  {
    id: 'PE1234567890',
    name: 'Thandiwe Phiri',
    line: '1755002',
    bills: [{ amount: 48_250.75, dueInDays: 12 }],
  },
  {
    id: 'P1234567891',
    name: 'Kondwani Mwale',
    line: '1755003',
    bills: [{ amount: 60_000, paid: 60_000, dueInDays: -20 }],
  },
  {
    id: 'PE1234567891',
    name: 'Lakeside Traders',
    line: '1755004',
    bills: [
      { amount: 120_000, paid: 50_000, dueInDays: 5 },
      { amount: 120_000, dueInDays: 35 },
    ],
  },
  { id: 'P1234567892', name: 'Mphatso Gondwe', line: '1755005', bills: [] },
  {
    id: 'E1234567890',
    name: 'Shire Estates',
    line: '1755006',
    // The account has more than one page of bills.
    bills: Array.from({ length: 60 }, (_, at) => ({ amount: 12_500 + 250 * at, dueInDays: 3 * at - 40 })),
  },
  {
    id: 'E1234567891',
    name: 'Nobody to be told',
    line: '1755007',
    bills: [{ amount: 22_000, dueInDays: 9 }],
    contact: {},
  },
  {
    id: 'P1234567893',
    name: 'Tadala Kachale',
    line: '1755008',
    bills: [
      { amount: 10_000, dueInDays: -3 },
      { amount: 10_000, dueInDays: 27 },
      { amount: -4_000, dueInDays: 27 },
    ],
  },
]

export function seedFixedLineAccounts(store: Store, now: Date): void {
  for (const seed of fixedLineAccountSeeds) addFixedLineAccount(store, seed, now)
}

/** Adds an account with its line and its bills. */
export function addFixedLineAccount(store: Store, seed: FixedLineAccountSeed, now: Date): void {
  const { market } = store
  const phone = `${market.callingCode}${demoNumber(market, 1)}`
  const { id, name, line, bills, contact = { email: `${id.toLowerCase()}@example.com`, phone } } = seed
  const owed = bills.reduce((total, { amount, paid = 0 }) => total + amount - paid, 0)
  addAccount(store, { id, name, outstanding: worth(market, owed), now: now.toISOString(), contact })
  const msisdn = `${market.callingCode}${line}`
  addLine(store, { msisdn, type: 'POSTPAID', service: 'fixed', account: id }, now.toISOString())
  for (const bill of bills) addBill(store, { ...bill, account: id }, now)
}

/** The last bill of the list has no account, because the conformance kit changes the state of the last one. */
export function seedThrowAwayBill(store: Store, now: Date): void {
  const account = 'P9999999999'
  addAccount(store, { id: account, outstanding: worth(store.market, 1_000), now: now.toISOString() })
  addBill(store, { account, amount: 1_000, dueInDays: 30 }, now)
}

export function addBill(store: Store, seed: BillSeed, now: Date): void {
  const { market } = store
  const number = String(store.in('customerBill').size + 1).padStart(4, '0')
  const after = (days: number) => daysAfter(now, days, market)
  const sum = (kwacha: number) => price(worth(market, kwacha), market.currency)
  const [id, date] = [`cb-${number}`, after(seed.dueInDays - 14)]
  const total = sum(seed.amount)
  const billingAccount = { id: seed.account, '@referredType': 'BillingAccount' }
  const paid = seed.paid ?? 0
  store.add('customerBill', {
    id,
    billNo: `INV-${date.slice(0, 4)}-${number}`,
    billDate: date,
    lastUpdate: date,
    category: 'normal',
    runType: 'onCycle',
    state: stateOf(seed.amount, paid),
    billingAccount,
    billingPeriod: {
      startDateTime: after(seed.dueInDays - 45),
      endDateTime: after(seed.dueInDays - 15),
    },
    paymentDueDate: after(seed.dueInDays),
    amountDue: total,
    taxIncludedAmount: total,
    remainingAmount: sum(seed.amount - paid),
    appliedPayment: paid > 0 ? [{ appliedAmount: sum(paid), payment: { id: `pm-seed-${number}` } }] : [],
    taxItem: [],
    billDocument: [{ id: `doc-${number}`, name: `Bill ${number}`, mimeType: 'application/pdf' }],
    relatedParty: [{ id: `c-${seed.account}`, role: 'customer', '@referredType': 'Customer' }],
  })
  store.add('appliedCustomerBillingRate', { ...rate(total, date), id: `rate-${number}`, bill: { id }, billingAccount })
}

function rate(total: JsonObject, date: string): JsonObject {
  return {
    name: 'Monthly fee',
    date,
    isBilled: true,
    type: 'appliedBillingCharge',
    taxIncludedAmount: total,
    appliedTax: [],
  }
}

function stateOf(amount: number, paid: number): string {
  if (paid === 0) return 'sent'
  return paid < amount ? 'partiallyPaid' : 'settled'
}

/** Returns a midnight in the market, whose offset from UTC is constant. */
function daysAfter(now: Date, days: number, { hoursAhead }: Market): string {
  const aheadMs = hoursAhead * 3_600_000
  const localDay = new Date(now.getTime() + aheadMs + days * dayMs).toISOString().slice(0, 10)
  return new Date(Date.parse(localDay) - aheadMs).toISOString()
}
