import type { Money } from '@nyanja/domain/money/money'

/** The call is as recorded by a process before it was made. */
export interface JournaledCall {
  readonly reference: string
  readonly gateway: string
  readonly call: string
  readonly amount?: Money
  readonly at: number
}

export interface EnteredRecovery {
  readonly deliveries: number
  readonly refunds: number
  readonly attempts: number
  /** The number is of orders for home internet. */
  readonly leads: number
}

export interface RecoveryStore {
  /** The result is undefined when a recovery with the same time exists already. */
  enter(recovery: {
    readonly since: number
    readonly who: string
    readonly why: string
  }): Promise<EnteredRecovery | undefined>
  unknownAmong(references: readonly string[]): Promise<readonly string[]>
  /** Ends deliveries of payments that were refunded and makes the refund due for a check. Returns the others. */
  recallRefunds(references: readonly string[]): Promise<readonly string[]>
  journalRead(): Promise<void>
}

/** Other systems know this money or these goods, and the database does not. */
export interface UnknownPayment {
  readonly reference: string
  readonly gateway: string
  readonly calls: readonly string[]
  readonly amount?: Money
  readonly found: string
  /** The time is that of the first call. */
  readonly at: number
}

export interface UnknownPaymentStore {
  /** The oldest payments come first. */
  open(limit: number): Promise<readonly UnknownPayment[]>
  /** Updates the list; entries that staff have closed stay closed. */
  list(payment: UnknownPayment): Promise<void>
  unlist(payment: Pick<UnknownPayment, 'reference' | 'gateway'>): Promise<void>
  close(closing: { readonly reference: string; readonly who: string; readonly why: string }): Promise<boolean>
}
