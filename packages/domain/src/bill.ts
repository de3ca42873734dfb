import { addMoney, type Money, roundUpToWhole } from './money.ts'

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
}

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
