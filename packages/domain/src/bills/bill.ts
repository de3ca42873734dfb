import { addMoney, compareMoney, isSameMoney, type Money, money, roundUpToWhole } from '../money/money.ts'

/** An open invoice as reported by billing. Times are epoch milliseconds. */
export interface Invoice {
  readonly billId: string
  /** The number printed on the invoice. */
  readonly invoiceNo: string
  readonly startsAt: number
  readonly endsAt: number
  /** The first moment of the due date. */
  readonly dueAt: number
  /** The amount that is still unpaid. */
  readonly outstanding: Money
  /** The amount by which credit notes of the account have reduced `outstanding`. */
  readonly credited?: Money
}

/** A bill says what a payment pays: some invoices of an account, or the account as a whole when there are none. */
export interface Bill {
  readonly account: string
  readonly invoices: readonly Invoice[]
  /** The amount that was typed or owed, when rounding up made the charge larger. */
  readonly roundedFrom?: Money
  /** The amount that the customer agreed to pay beyond what is owed. */
  readonly credit?: AgreedCredit
}

/** With `any` the customer pays an account whose bill was not shown. */
export type AgreedCredit = Money | 'any'

/** Tells whether an invoice was due before today, in the market's time zone. */
export function isOverdue({ dueAt }: Pick<Invoice, 'dueAt'>, startOfToday: number): boolean {
  return dueAt < startOfToday
}

const mostInALine = 6

/** Joins as many numbers as fit on one line of a receipt: `INV-1, INV-2 +57`. */
export function invoiceNumbers(invoices: readonly Pick<Invoice, 'invoiceNo'>[]): string {
  const numbers = invoices.slice(0, mostInALine).map(({ invoiceNo }) => invoiceNo)
  const others = invoices.length - numbers.length
  return `${numbers.join(', ')}${others > 0 ? ` +${others}` : ''}`
}

/**
 * Takes the credit notes of an account off its invoices, in their order. `left` is the credit that no invoice needs.
 */
export function takeOffCredit(
  invoices: readonly Invoice[],
  credit: Money,
): { readonly invoices: readonly Invoice[]; readonly left: Money } {
  let left = credit
  const reduced = invoices.map((invoice) => {
    const { outstanding } = invoice
    const credited = money(left.currency, Math.min(left.minor, Math.max(0, outstanding.minor)))
    if (credited.minor === 0) return invoice
    left = money(left.currency, left.minor - credited.minor)
    return { ...invoice, outstanding: money(left.currency, outstanding.minor - credited.minor), credited }
  })
  return { invoices: reduced, left }
}

export interface ChosenInvoices {
  readonly chosen: readonly Invoice[]
  /** The numbers that belong to no open invoice: it was paid in the meantime, or is unknown. */
  readonly missing: readonly string[]
}

/** The open invoices with the given printed numbers, in the order of the account. */
export function chooseInvoices(open: readonly Invoice[], numbers: readonly string[]): ChosenInvoices {
  const named = new Set(numbers)
  const chosen = open.filter(({ invoiceNo }) => named.has(invoiceNo))
  const found = new Set(chosen.map(({ invoiceNo }) => invoiceNo))
  return { chosen, missing: [...named].filter((number) => !found.has(number)) }
}

/** Sums what is outstanding: undefined when there are no invoices. */
export function totalOf(invoices: readonly Pick<Invoice, 'outstanding'>[]): Money | undefined {
  const [first, ...rest] = invoices.map(({ outstanding }) => outstanding)
  return first && rest.reduce(addMoney, first)
}

/** The amount to charge for a bill: exact, or rounded up to the next whole unit where the market requires it. */
export function chargeFor(amount: Money, { roundUp }: { readonly roundUp: boolean }): Money {
  return roundUp ? roundUpToWhole(amount) : amount
}

/** Computes the charge like `chargeFor`, but keeps the amount before rounding when that is smaller. */
export function roundedCharge(
  amount: Money,
  terms: { readonly roundUp: boolean },
): { readonly amount: Money; readonly roundedFrom?: Money } {
  const charge = chargeFor(amount, terms)
  return isSameMoney(charge, amount) ? { amount } : { amount: charge, roundedFrom: amount }
}

/**
 * The unpaid rest: billing's amount, less captured payments that billing has not posted. A payment that is posted while
 * this is read may be subtracted twice; the result is never shown as money paid ahead.
 */
export function leftToPay(outstanding: Money, unposted: readonly Money[]): Money {
  if (outstanding.minor <= 0) return outstanding
  const paid = unposted.reduce(addMoney, money(outstanding.currency, 0))
  return money(outstanding.currency, Math.max(0, outstanding.minor - paid.minor))
}

export type BillCharge =
  | { readonly outcome: 'charge'; readonly amount: Money; readonly roundedFrom?: Money; readonly credit?: AgreedCredit }
  /** `credit` would exceed what the customer agreed to pay ahead. */
  | { readonly outcome: 'exceeds_bill'; readonly amount: Money; readonly credit: Money }

interface BillTerms {
  readonly left: Money
  readonly roundUp: boolean
  readonly agreed?: AgreedCredit | undefined
}

/** Computes the charge for a typed amount, given the unpaid rest of the bill. */
export function computeBillCharge(typed: Money, { left, roundUp, agreed }: BillTerms): BillCharge {
  const charge = roundedCharge(typed, { roundUp })
  const credit = creditIn(charge.amount, left, { roundUp })
  if (agreed === 'any') return { outcome: 'charge', ...charge, credit: agreed }
  if (credit === undefined) return { outcome: 'charge', ...charge }
  const isAgreed = agreed !== undefined && compareMoney(credit, agreed) <= 0
  return isAgreed
    ? { outcome: 'charge', ...charge, credit }
    : { outcome: 'exceeds_bill', amount: charge.amount, credit }
}

/**
 * Tells whether the amount may still be charged against the unpaid rest, with the credit that the customer agreed to.
 */
export function isCovered(
  amount: Money,
  { credit: agreed }: Bill,
  terms: Pick<BillTerms, 'left' | 'roundUp'>,
): boolean {
  if (agreed === 'any') return true
  const credit = creditIn(amount, terms.left, terms)
  return credit === undefined || (agreed !== undefined && compareMoney(credit, agreed) <= 0)
}

/** Computes the credit: undefined when the whole amount is owed. What rounding adds to a bill is not a credit. */
function creditIn(amount: Money, left: Money, { roundUp }: { readonly roundUp: boolean }): Money | undefined {
  const owed = Math.max(0, chargeFor(left, { roundUp }).minor)
  return amount.minor > owed ? money(amount.currency, amount.minor - owed) : undefined
}
