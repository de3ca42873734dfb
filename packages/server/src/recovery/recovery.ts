import type { Money } from '@nyanja/domain/money/money'

/** A call as recorded by a process before it was made. */
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
  /** The number of orders for home internet. */
  readonly leads: number
}

export interface RecoveryStore {
  /** Enters a recovery: undefined when one with the same time exists already. */
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

/** Money or goods that other systems know, and the database does not. */
export interface UnknownPayment {
  readonly reference: string
  readonly gateway: string
  readonly calls: readonly string[]
  readonly amount?: Money
  readonly found: string
  /** The time of the first call. */
  readonly at: number
}

export interface UnknownPaymentStore {
  /** Lists the oldest payments first. */
  open(limit: number): Promise<readonly UnknownPayment[]>
  /** Updates the list; entries that staff have closed stay closed. */
  list(payment: UnknownPayment): Promise<void>
  unlist(payment: Pick<UnknownPayment, 'reference' | 'gateway'>): Promise<void>
  close(closing: { readonly reference: string; readonly who: string; readonly why: string }): Promise<boolean>
}
