import type { Invoice } from '@nyanja/domain/bill'
import type { BillSource, FixedAccount, LineAccount } from './bill-source.ts'
import { rememberFor } from './remember.ts'

export interface FixedBill extends FixedAccount {
  readonly invoices: readonly Invoice[]
}

export interface BillsOptions {
  readonly source: BillSource
  readonly now: () => number
}

const rememberMs = 60_000
const rememberedAccounts = 10_000

/** What lines and accounts owe. Who may see it is for the caller to know. */
export class Bills {
  readonly #source: BillSource
  readonly #ofLine: (msisdn: string) => Promise<LineAccount | undefined>
  readonly #fixed: (account: string) => Promise<FixedBill | undefined>

  constructor({ source, now }: BillsOptions) {
    this.#source = source
    const memory = { ms: rememberMs, entries: rememberedAccounts, now }
    this.#ofLine = rememberFor({ ...memory, read: (msisdn) => source.accountOfLine(msisdn) })
    this.#fixed = rememberFor({ ...memory, read: (account) => this.#readFixed(account) })
  }

  /** Undefined for a line that has no account. */
  async ofLine(msisdn: string): Promise<LineAccount | undefined> {
    return this.#ofLine(msisdn)
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
