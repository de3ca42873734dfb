import { addMoney, compareMoney, isSameMoney, type Money, money, roundUpToWhole } from '../money/money.ts'

/** An open invoice, as billing has it. Times are epoch milliseconds. */
export interface Invoice {
  /** The billing system's own id. */
  readonly billId: string
  /** What stands on the paper. */
  readonly invoiceNo: string
  readonly startsAt: number
  readonly endsAt: number
  /** The first moment of the last day on which it may be paid. */
  readonly dueAt: number
  /** What is left to pay of it. */
  readonly outstanding: Money
}

/** What a payment settles: some invoices of an account, or without any the account as a whole. */
export interface Bill {
  readonly account: string
  readonly invoices: readonly Invoice[]
  /** What was typed or owed, where more than that is charged because it was rounded up. */
  readonly roundedFrom?: Money
  /** How much of the amount the customer agreed to pay beyond what is owed. */
  readonly credit?: AgreedCredit
}

/** `any`: from a customer to whom the bill was not shown. */
export type AgreedCredit = Money | 'any'

/** Due before today, in the market's time zone. */
export function isOverdue({ dueAt }: Pick<Invoice, 'dueAt'>, startOfToday: number): boolean {
  return dueAt < startOfToday
}

const mostInALine = 6

/** `INV-1, INV-2 +57`: as many numbers as a line of a receipt can bear. */
export function invoiceNumbers(invoices: readonly Pick<Invoice, 'invoiceNo'>[]): string {
  const numbers = invoices.slice(0, mostInALine).map(({ invoiceNo }) => invoiceNo)
  const others = invoices.length - numbers.length
  return `${numbers.join(', ')}${others > 0 ? ` +${others}` : ''}`
}

export interface ChosenInvoices {
  readonly chosen: readonly Invoice[]
  /** Numbers of which none is open: paid meanwhile, or never there. */
  readonly missing: readonly string[]
}

/** Those of the open invoices that were named, by what stands on the paper, in the order of the account. */
export function chooseInvoices(open: readonly Invoice[], numbers: readonly string[]): ChosenInvoices {
  const named = new Set(numbers)
  const chosen = open.filter(({ invoiceNo }) => named.has(invoiceNo))
  const found = new Set(chosen.map(({ invoiceNo }) => invoiceNo))
  return { chosen, missing: [...named].filter((number) => !found.has(number)) }
}

/** Undefined when there are none. */
export function totalOf(invoices: readonly Pick<Invoice, 'outstanding'>[]): Money | undefined {
  const [first, ...rest] = invoices.map(({ outstanding }) => outstanding)
  return first && rest.reduce(addMoney, first)
}

/** What is taken for a bill: exactly what was said, or up to the next whole unit where the market wants that. */
export function chargeFor(amount: Money, { roundUp }: { readonly roundUp: boolean }): Money {
  return roundUp ? roundUpToWhole(amount) : amount
}

/** The same, with what it was before where that is less. */
export function roundedCharge(
  amount: Money,
  terms: { readonly roundUp: boolean },
): { readonly amount: Money; readonly roundedFrom?: Money } {
  const charge = chargeFor(amount, terms)
  return isSameMoney(charge, amount) ? { amount } : { amount: charge, roundedFrom: amount }
}

/**
 * What is left to pay: what billing says, less what was captured and is not posted there. A payment that billing posts
 * while it is read may be subtracted twice, so that never looks like money paid ahead.
 */
export function leftToPay(outstanding: Money, unposted: readonly Money[]): Money {
  if (outstanding.minor <= 0) return outstanding
  const paid = unposted.reduce(addMoney, money(outstanding.currency, 0))
  return money(outstanding.currency, Math.max(0, outstanding.minor - paid.minor))
}

export type BillCharge =
  | { readonly outcome: 'charge'; readonly amount: Money; readonly roundedFrom?: Money; readonly credit?: AgreedCredit }
  /** So much of it would become a credit, and the customer has not agreed to that. */
  | { readonly outcome: 'beyond'; readonly amount: Money; readonly credit: Money }

interface BillTerms {
  readonly left: Money
  readonly roundUp: boolean
  readonly agreed?: AgreedCredit | undefined
}

/** What is charged when so much is typed for a bill of which so much is left. */
export function chargeOfBill(typed: Money, { left, roundUp, agreed }: BillTerms): BillCharge {
  const charge = roundedCharge(typed, { roundUp })
  const credit = creditIn(charge.amount, left, { roundUp })
  if (agreed === 'any') return { outcome: 'charge', ...charge, credit: agreed }
  if (credit === undefined) return { outcome: 'charge', ...charge }
  const isAgreed = agreed !== undefined && compareMoney(credit, agreed) <= 0
  return isAgreed ? { outcome: 'charge', ...charge, credit } : { outcome: 'beyond', amount: charge.amount, credit }
}

/** Whether so much may still be charged when so much is left, with what the customer agreed to. */
export function isCovered(
  amount: Money,
  { credit: agreed }: Bill,
  terms: Pick<BillTerms, 'left' | 'roundUp'>,
): boolean {
  if (agreed === 'any') return true
  const credit = creditIn(amount, terms.left, terms)
  return credit === undefined || (agreed !== undefined && compareMoney(credit, agreed) <= 0)
}

/** Undefined where all of it is owed. What rounding up adds to a bill is none. */
function creditIn(amount: Money, left: Money, { roundUp }: { readonly roundUp: boolean }): Money | undefined {
  const owed = Math.max(0, chargeFor(left, { roundUp }).minor)
  return amount.minor > owed ? money(amount.currency, amount.minor - owed) : undefined
}
