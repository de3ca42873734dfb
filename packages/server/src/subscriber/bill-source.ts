import type { Invoice } from '@nyanja/domain/bills/bill'
import type { Money } from '@nyanja/domain/money/money'

/** What a postpaid line owes. */
export interface LineAccount {
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

/** Knows what is owed. Throws when billing is silent or broken: what nobody can read is not nothing. */
export interface BillSource {
  /** Nine national digits; undefined for a line without an account. */
  accountOfLine(msisdn: string): Promise<LineAccount | undefined>
  fixedLineAccount(account: string): Promise<FixedLineAccount | undefined>
  /** Oldest first; none for an account that owes nothing. */
  openInvoices(account: string): Promise<readonly Invoice[]>
}
