import type { AccountTries } from './account-tries.ts'
import type { BillSource, LineAccount } from './bill-source.ts'
import { type FixedBill, fixedBillOf } from './fixed-bill.ts'
import { type Recall, rememberFor } from './remember.ts'

export type AccountMatch =
  | { readonly outcome: 'matches'; readonly account: string }
  | { readonly outcome: 'differs'; readonly triesLeft: number }
  | { readonly outcome: 'no_account' | 'tries_spent' }

export interface BillsOptions {
  readonly source: BillSource
  readonly tries: AccountTries
  readonly now: () => number
  /** Of the market's day. */
  readonly startOfDay: (at: number) => number
}

const rememberMs = 60_000
const latelyMs = 5_000
const rememberedAccounts = 10_000
/** Fewer, because each may be long. */
const rememberedBills = 500

/** What lines and accounts owe. Who may see it is for the caller to know. */
export class Bills {
  readonly #source: BillSource
  readonly #tries: AccountTries
  readonly #today: () => number
  readonly #ofLine: Recall<LineAccount | undefined>
  readonly #fixed: Recall<FixedBill | undefined>

  constructor({ source, tries, now, startOfDay }: BillsOptions) {
    this.#source = source
    this.#tries = tries
    this.#today = () => startOfDay(now())
    const memory = { ms: rememberMs, entries: rememberedAccounts, now }
    this.#ofLine = rememberFor({ ...memory, read: (msisdn) => source.accountOfLine(msisdn) })
    this.#fixed = rememberFor({ ...memory, entries: rememberedBills, read: (account) => this.#readFixed(account) })
  }

  /** Undefined for a line that has no account. */
  async ofLine(msisdn: string): Promise<LineAccount | undefined> {
    return this.#ofLine(msisdn)
  }

  /** Whether somebody knows the account of a line: whoever does may see its bill. Each guess is counted. */
  async match(msisdn: string, account: string): Promise<AccountMatch> {
    const spent = await this.#tries.spend(msisdn)
    if (spent === undefined) return { outcome: 'tries_spent' }
    const known = await this.ofLine(msisdn)
    if (known === undefined) return { outcome: 'no_account' }
    if (known.account === account) return { outcome: 'matches', account }
    return spent.left === 0 ? { outcome: 'tries_spent' } : { outcome: 'differs', triesLeft: spent.left }
  }

  /** Undefined for an account that billing does not know. */
  async fixed(account: string): Promise<FixedBill | undefined> {
    return this.#fixed(account)
  }

  /** As billing had it a few seconds ago: whoever has just paid wants to see that. */
  async fixedLately(account: string): Promise<FixedBill | undefined> {
    return this.#fixed(account, latelyMs)
  }

  /** As billing has it this moment: before money is asked for, what was remembered may be paid already. */
  async fixedNow(account: string): Promise<FixedBill | undefined> {
    return this.#fixed(account, 0)
  }

  async #readFixed(account: string): Promise<FixedBill | undefined> {
    const [found, invoices] = await Promise.all([
      this.#source.fixedAccount(account),
      this.#source.openInvoices(account),
    ])
    return found && fixedBillOf(found, invoices, this.#today())
  }
}
