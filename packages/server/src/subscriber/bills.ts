import {
  type AgreedCredit,
  type BillCharge,
  chargeOfBill,
  type Invoice,
  isOverdue,
  leftToPay,
  totalOf,
} from '@nyanja/domain/bills/bill'
import type { Money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { type Recall, rememberFor } from '../common/cache.ts'
import type { AttemptLimit } from './attempt-limit.ts'

export interface FixedLineBill extends FixedLineAccount {
  /** Oldest first, so that those which are overdue stand at the front. */
  readonly invoices: readonly Invoice[]
  /** So many of them are overdue. */
  readonly overdue: number
  /** Absent when there are none. */
  readonly overdueTotal?: Money
  readonly total?: Money
}

/** Counted and summed once for all who look at it: an account may have a thousand invoices. */
function fixedLineBillOf(account: FixedLineAccount, invoices: readonly Invoice[], startOfToday: number): FixedLineBill {
  const firstInTime = invoices.findIndex((invoice) => !isOverdue(invoice, startOfToday))
  const overdue = firstInTime < 0 ? invoices.length : firstInTime
  return {
    ...account,
    invoices,
    overdue,
    overdueTotal: totalOf(invoices.slice(0, overdue)),
    total: totalOf(invoices),
  }
}

export type AccountMatch =
  | { readonly outcome: 'matches'; readonly account: string }
  | { readonly outcome: 'differs'; readonly triesLeft: number }
  | { readonly outcome: 'no_account' | 'tries_spent' }

/** What a postpaid line owes this moment. */
interface LineBill {
  readonly account: string
  /** Less what was captured and is not posted yet. Below zero where the customer has paid ahead. */
  readonly left: Money
  /** Some money is on its way to billing. */
  readonly isPosting: boolean
}

interface ChargeAsked {
  readonly typed: Money
  /** Whether the payer may see what the line owes. */
  readonly isSeen: boolean
  readonly agreed?: AgreedCredit | undefined
}

type LineCharge =
  | { readonly outcome: 'no_account' }
  | (Extract<BillCharge, { readonly outcome: 'charge' }> & { readonly account: string })
  /** More than is owed. What is owed is for those who may see it. */
  | { readonly outcome: 'beyond'; readonly seen?: { readonly left: Money; readonly credit: Money } }

interface BillsOptions {
  readonly source: BillSource
  readonly unposted: UnpostedPayments
  readonly tries: AttemptLimit
  readonly comparisons: AttemptLimit
  readonly roundUp: boolean
  readonly now: () => number
  /** Of the market's day. */
  readonly startOfDay: (at: number) => number
}

/** Guesses at the account of one number. */
export const accountAttemptsPerDay = 5
const rememberMs = minute
const latelyMs = 5_000
/** Few, because each may be long. */
const rememberedBills = 500

/** What lines and accounts owe. Who may see it is for the caller to know. */
export class Bills {
  readonly #options: BillsOptions
  readonly #fixedLine: Recall<FixedLineBill | undefined>

  constructor(options: BillsOptions) {
    this.#options = options
    const memory = { ms: rememberMs, entries: rememberedBills, now: options.now }
    this.#fixedLine = rememberFor({ ...memory, read: (account) => this.#readFixedLine(account) })
  }

  /** Read from billing each time: a remembered sum may be paid already. Undefined for a line that has no account. */
  async ofLine(msisdn: string): Promise<LineBill | undefined> {
    const { source, unposted, now } = this.#options
    const readAt = now()
    const found = await source.accountOfLine(msisdn)
    if (found === undefined) return undefined
    const { account, outstanding } = found
    const amounts = (await unposted.on(account, readAt)).map(({ amount }) => amount)
    return { account, left: leftToPay(outstanding, amounts), isPosting: amounts.length > 0 }
  }

  /** Whether money for an account is not posted, or was posted since then. */
  async isPaidSince(account: string, since: number): Promise<boolean> {
    return (await this.#options.unposted.on(account, since)).length > 0
  }

  /** What is charged for so much of a line's bill. More than is owed only with the customer's own word. */
  async charge(msisdn: string, { typed, isSeen, agreed }: ChargeAsked): Promise<LineCharge> {
    const { comparisons, roundUp } = this.#options
    const bill = await this.ofLine(msisdn)
    if (bill === undefined) return { outcome: 'no_account' }
    const { account, left } = bill
    const isAgreed = isSeen ? agreed !== 'any' && agreed : agreed && 'any'
    // Sums that are compared freely would find out what is owed.
    if (!isSeen && !isAgreed && (await comparisons.spend(msisdn)) === undefined) return { outcome: 'beyond' }
    const charge = chargeOfBill(typed, { left, roundUp, agreed: isAgreed || undefined })
    if (charge.outcome === 'charge') return { ...charge, account }
    return { outcome: 'beyond', ...(isSeen && { seen: { left, credit: charge.credit } }) }
  }

  /** Whether the account of a line is known: then its bill may be seen. Each wrong guess is counted. */
  async match(msisdn: string, account: string): Promise<AccountMatch> {
    const { tries } = this.#options
    const spent = await tries.spend(msisdn)
    if (spent === undefined) return { outcome: 'tries_spent' }
    const known = await this.#options.source.accountOfLine(msisdn)
    if (known === undefined) return { outcome: 'no_account' }
    if (known.account === account) {
      await tries.giveBack(msisdn)
      return { outcome: 'matches', account }
    }
    return spent.left === 0 ? { outcome: 'tries_spent' } : { outcome: 'differs', triesLeft: spent.left }
  }

  /** Undefined for an account that billing does not know. */
  async fixedLine(account: string): Promise<FixedLineBill | undefined> {
    return this.#unpaidOf(account)
  }

  /** As billing had it a few seconds ago: a customer who has just paid wants to see that. */
  async fixedLineLately(account: string): Promise<FixedLineBill | undefined> {
    return this.#unpaidOf(account, latelyMs)
  }

  /** As billing has it this moment: before money is asked for, what was remembered may be paid already. */
  async fixedLineNow(account: string): Promise<FixedLineBill | undefined> {
    return this.#unpaidOf(account, 0)
  }

  /** Without the invoices that are paid and not posted yet. */
  async #unpaidOf(account: string, noOlderThanMs?: number): Promise<FixedLineBill | undefined> {
    const { unposted, now, startOfDay } = this.#options
    const readAt = now() - Math.min(noOlderThanMs ?? rememberMs, rememberMs)
    const bill = await this.#fixedLine(account, noOlderThanMs)
    const paid = new Set((await unposted.on(account, readAt)).flatMap(({ billIds }) => billIds))
    if (bill === undefined || paid.size === 0) return bill
    const invoices = bill.invoices.filter(({ billId }) => !paid.has(billId))
    return fixedLineBillOf(bill, invoices, startOfDay(now()))
  }

  async #readFixedLine(account: string): Promise<FixedLineBill | undefined> {
    const { source, now, startOfDay } = this.#options
    const [found, invoices] = await Promise.all([source.fixedLineAccount(account), source.openInvoices(account)])
    return found && fixedLineBillOf(found, invoices, startOfDay(now()))
  }
}

export interface UnpostedPayment {
  readonly amount: Money
  /** The invoices that it pays; none of a payment onto the account as a whole. */
  readonly billIds: readonly string[]
}

/** Money that we captured for an account and that billing may not show yet. */
export interface UnpostedPayments {
  /** Those that are not posted, and those posted since then: billing may have been read before. */
  on(account: string, since: number): Promise<readonly UnpostedPayment[]>
}

/** What a postpaid line owes. */
interface LineAccount {
  readonly account: string
  /** Below zero where the customer has paid ahead. */
  readonly outstanding: Money
}

export interface FixedLineAccount {
  readonly account: string
  /** As the BSS writes it. */
  readonly lineNumber?: string
  /** National digits of the person who is told about payments. */
  readonly contactMsisdn?: string
  readonly email?: string
}

/** Knows what is owed. Throws when billing is silent or broken: an unreadable answer is not an empty one. */
export interface BillSource {
  /** Nine national digits; undefined for a line without an account. */
  accountOfLine(msisdn: string): Promise<LineAccount | undefined>
  fixedLineAccount(account: string): Promise<FixedLineAccount | undefined>
  /** Oldest first; none for an account that owes nothing. */
  openInvoices(account: string): Promise<readonly Invoice[]>
}
