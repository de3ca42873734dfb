import type { Invoice } from '@nyanja/domain/bill'
import type { AccountTries } from './account-tries.ts'
import type { BillSource, FixedAccount, LineAccount } from './bill-source.ts'
import { rememberFor } from './remember.ts'

export interface FixedBill extends FixedAccount {
  readonly invoices: readonly Invoice[]
}

export type AccountMatch =
  | { readonly outcome: 'matches'; readonly account: string }
  | { readonly outcome: 'differs'; readonly triesLeft: number }
  | { readonly outcome: 'no_account' | 'tries_spent' }

export interface BillsOptions {
  readonly source: BillSource
  readonly tries: AccountTries
  readonly now: () => number
}

const rememberMs = 60_000
const rememberedAccounts = 10_000

/** What lines and accounts owe. Who may see it is for the caller to know. */
export class Bills {
  readonly #source: BillSource
  readonly #tries: AccountTries
  readonly #ofLine: (msisdn: string) => Promise<LineAccount | undefined>
  readonly #fixed: (account: string) => Promise<FixedBill | undefined>

  constructor({ source, tries, now }: BillsOptions) {
    this.#source = source
    this.#tries = tries
    const memory = { ms: rememberMs, entries: rememberedAccounts, now }
    this.#ofLine = rememberFor({ ...memory, read: (msisdn) => source.accountOfLine(msisdn) })
    this.#fixed = rememberFor({ ...memory, read: (account) => this.#readFixed(account) })
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

  /** As billing has it this moment: before money is asked for, what was remembered may be paid already. */
  async fixedNow(account: string): Promise<FixedBill | undefined> {
    return this.#readFixed(account)
  }

  async #readFixed(account: string): Promise<FixedBill | undefined> {
    const [found, invoices] = await Promise.all([
      this.#source.fixedAccount(account),
      this.#source.openInvoices(account),
    ])
    return found && { ...found, invoices }
  }
}
