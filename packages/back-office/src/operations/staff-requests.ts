import type { Money } from '@nyanja/domain/money/money'
import type { Act } from '@nyanja/domain/staff/acts'
import type { ActedBy } from '@nyanja/server/common/staff-action'

/** An act that waits for a second person. Times are epoch milliseconds. */
export interface StaffRequest {
  readonly id: string
  readonly act: Act
  /** The reference of a payment. */
  readonly subject: string
  readonly reason: string
  /** Set when the act needs an amount. */
  readonly amount?: Money
  readonly requestedById: string
  readonly requestedBy: string
  readonly requestedAt: number
}

export type RequestDecision = 'approved' | 'declined'

/** With `own_request` another person must decide the request. With `overtaken` it is decided, or no longer possible. */
export type DecideResult = 'done' | 'own_request' | 'overtaken'

export interface StaffRequestStore {
  /** Lists the oldest requests first. */
  open(limit: number): Promise<readonly StaffRequest[]>
  /** Finds an open request. */
  find(id: string): Promise<StaffRequest | undefined>
  openAbout(subject: string): Promise<readonly StaffRequest[]>
  /** Stores a request: false when the same act is requested already. */
  add(request: Omit<StaffRequest, 'requestedById' | 'requestedBy' | 'requestedAt'>, by: ActedBy): Promise<boolean>
  /** Stores an approved act, its consequences and the record of both people, in one transaction. */
  decide(id: string, decision: RequestDecision, by: ActedBy): Promise<DecideResult>
}
