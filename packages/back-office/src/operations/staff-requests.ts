import type { Money } from '@nyanja/domain/money/money'
import type { Act } from '@nyanja/domain/staff/acts'
import type { ActedBy } from '@nyanja/server/common/staff-action'

/** An act that waits for a second person. Times are epoch milliseconds. */
export interface StaffRequest {
  readonly id: string
  readonly act: Act
  /** A payment's reference. */
  readonly subject: string
  readonly reason: string
  /** Of acts that are about one. */
  readonly amount?: Money
  readonly requestedById: string
  readonly requestedBy: string
  readonly requestedAt: number
}

export type RequestDecision = 'approved' | 'declined'

/** `own_request`: a request is decided by another person. `overtaken`: it is decided, or no longer possible. */
export type RequestDecided = 'done' | 'own_request' | 'overtaken'

export interface StaffRequestStore {
  /** Oldest first. */
  open(limit: number): Promise<readonly StaffRequest[]>
  /** An open one. */
  find(id: string): Promise<StaffRequest | undefined>
  of(subject: string): Promise<readonly StaffRequest[]>
  /** False when the same act is asked for already. */
  ask(request: Omit<StaffRequest, 'requestedById' | 'requestedBy' | 'requestedAt'>, by: ActedBy): Promise<boolean>
  /** An approved act, its consequences and the record of both people, in one transaction. */
  decide(id: string, decision: RequestDecision, by: ActedBy): Promise<RequestDecided>
}
