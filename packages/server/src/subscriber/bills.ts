import {
  type AgreedCredit,
  type BillCharge,
  computeBillCharge,
  type Invoice,
  isOverdue,
  leftToPay,
  totalOf,
} from '@nyanja/domain/bills/bill'
import type { Money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { createRecall, type Recall } from '../common/cache.ts'
import type { AttemptLimit } from './attempt-limit.ts'

export interface FixedLineBill extends FixedLineAccount {
  /** The invoices, oldest first, so that overdue ones come first. */
  readonly invoices: readonly Invoice[]
  /** The number of overdue invoices. */
  readonly overdue: number
  /** The total of overdue invoices, absent when there are none. */
  readonly overdueTotal?: Money
  readonly total?: Money
}

/** Computes the bill once for concurrent readers: an account may have a thousand invoices. */
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

/** The current debt of a postpaid line. */
interface LineBill {
  readonly account: string
  /** The amount owed, less captured payments that are not posted yet. Negative where the customer has paid ahead. */
  readonly left: Money
  /** Whether some captured payments are not posted yet. */
  readonly isPosting: boolean
}

interface ChargeRequest {
  readonly typed: Money
  /** Whether the payer may see the debt of the line. */
  readonly isSeen: boolean
  readonly agreed?: AgreedCredit | undefined
}

type LineCharge =
  | { readonly outcome: 'no_account' }
  | (Extract<BillCharge, { readonly outcome: 'charge' }> & { readonly account: string })
  /** An amount of more than is owed. The debt itself is shown only to visitors who may see it. */
  | { readonly outcome: 'exceeds_bill'; readonly seen?: { readonly left: Money; readonly credit: Money } }

interface BillsOptions {
  readonly source: BillSource
  readonly unposted: UnpostedPayments
  readonly tries: AttemptLimit
  readonly comparisons: AttemptLimit
  readonly roundUp: boolean
  readonly now: () => number
  /** Returns the start of the current day in the market. */
  readonly startOfDay: (at: number) => number
}

/** The number of guesses of the account of one number. */
export const accountAttemptsPerDay = 5
const rememberMs = minute
const latelyMs = 5_000
/** The size of the cache, small because each bill may be long. */
const rememberedBills = 500

/** Reads bills of lines and accounts. The caller decides who may see them. */
export class Bills {
  readonly #options: BillsOptions
  readonly #fixedLine: Recall<FixedLineBill | undefined>

  constructor(options: BillsOptions) {
    this.#options = options
    const memory = { ms: rememberMs, entries: rememberedBills, now: options.now }
    this.#fixedLine = createRecall({ ...memory, read: (account) => this.#readFixedLine(account) })
  }

  /**
   * Reads the bill from billing each time, because a cached amount may be paid already: undefined for a line that has
   * no account.
   */
  async ofLine(msisdn: string): Promise<LineBill | undefined> {
    const { source, unposted, now } = this.#options
    const readAt = now()
    const found = await source.accountOfLine(msisdn)
    if (found === undefined) return undefined
    const { account, outstanding } = found
    const amounts = (await unposted.on(account, readAt)).map(({ amount }) => amount)
    return { account, left: leftToPay(outstanding, amounts), isPosting: amounts.length > 0 }
  }

  /** Tells whether a capture for an account is not posted yet, or was posted since then. */
  async isPaidSince(account: string, since: number): Promise<boolean> {
    return (await this.#options.unposted.on(account, since)).length > 0
  }

  /** Computes the charge for a part of a line's bill. It exceeds what is owed only with the customer's agreement. */
  async charge(msisdn: string, { typed, isSeen, agreed }: ChargeRequest): Promise<LineCharge> {
    const { comparisons, roundUp } = this.#options
    const bill = await this.ofLine(msisdn)
    if (bill === undefined) return { outcome: 'no_account' }
    const { account, left } = bill
    const isAgreed = isSeen ? agreed !== 'any' && agreed : agreed && 'any'
    // Unlimited comparisons of amounts would reveal the debt.
    if (!isSeen && !isAgreed && (await comparisons.spend(msisdn)) === undefined) return { outcome: 'exceeds_bill' }
    const charge = computeBillCharge(typed, { left, roundUp, agreed: isAgreed || undefined })
    if (charge.outcome === 'charge') return { ...charge, account }
    return { outcome: 'exceeds_bill', ...(isSeen && { seen: { left, credit: charge.credit } }) }
  }

  /** Tells whether the visitor knows the account of a line and may see its bill. Each wrong guess is counted. */
  async match(msisdn: string, account: string): Promise<AccountMatch> {
    const { tries } = this.#options
    const spent = await tries.spend(msisdn)
    if (spent === undefined) return { outcome: 'tries_spent' }
    const known = await this.#options.source.accountOfLine(msisdn)
    if (known === undefined) return { outcome: 'no_account' }
    if (known.account === account) {
      await tries.release(msisdn)
      return { outcome: 'matches', account }
    }
    return spent.left === 0 ? { outcome: 'tries_spent' } : { outcome: 'differs', triesLeft: spent.left }
  }

  /** Reads the bill of an account: undefined when billing does not know it. */
  async fixedLine(account: string): Promise<FixedLineBill | undefined> {
    return this.#unpaidOf(account)
  }

  /** Reads a bill that is at most a few seconds old: a customer who has just paid expects to see that. */
  async fixedLineLately(account: string): Promise<FixedLineBill | undefined> {
    return this.#unpaidOf(account, latelyMs)
  }

  /** Reads the bill from billing now: cached invoices may be paid already when money is requested. */
  async fixedLineNow(account: string): Promise<FixedLineBill | undefined> {
    return this.#unpaidOf(account, 0)
  }

  /** Leaves out the invoices that are paid and not posted yet. */
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
  /** The ids of the paid invoices; a payment to the account as a whole has none. */
  readonly billIds: readonly string[]
}

/** Captured payments for an account that billing may not show yet. */
export interface UnpostedPayments {
  /** Lists those that are not posted, and those posted since then, because billing may have been read before. */
  on(account: string, since: number): Promise<readonly UnpostedPayment[]>
}

/** The debt of a postpaid line. */
interface LineAccount {
  readonly account: string
  /** The amount, negative where the customer has paid ahead. */
  readonly outstanding: Money
}

export interface FixedLineAccount {
  readonly account: string
  /** The number as written by the BSS. */
  readonly lineNumber?: string
  /** The national digits of the contact that receives messages about payments. */
  readonly contactMsisdn?: string
  readonly email?: string
}

/** Provides bills. Throws when billing is silent or broken: an unreadable answer is not an empty one. */
export interface BillSource {
  /** Finds the account of a line, given by its national digits: undefined for a line without one. */
  accountOfLine(msisdn: string): Promise<LineAccount | undefined>
  fixedLineAccount(account: string): Promise<FixedLineAccount | undefined>
  /** Lists the oldest first; an account without debt has none. */
  openInvoices(account: string): Promise<readonly Invoice[]>
}
