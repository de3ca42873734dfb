import type { JsonObject } from '../core/bodies.ts'
import type { Delivery } from '../core/simulator.ts'
import type { Row } from './collection.ts'
import type { Store } from './store.ts'

export const operations = ['topup', 'order', 'payment', 'adjust', 'qualification'] as const

export type Operation = (typeof operations)[number]

export type Performed =
  | {
      readonly done: true
      readonly changes: JsonObject
      /** The lead that it has set going, as it stands now. */
      readonly movedLead?: Row
    }
  | { readonly done: false; readonly reason: string }

export const refused = (reason: string): Performed => ({ done: false, reason })

/** Something that the BSS is asked to do, which takes time and may fail after it was accepted. */
export interface BssOperation {
  readonly operation: Operation
  readonly stateField: 'status' | 'state'
  readonly states: { readonly open: string; readonly completed: string; readonly failed: string }
  /** Whether the answer to the request shows it as still open, however fast it is done. */
  readonly answersOpen: boolean
  readonly eventName?: string
  /** Absent: numbered like everything else. */
  newId?(): string
  /** Throws a 404 for a bucket, line or account that the BSS does not know. */
  msisdnOf(store: Store, row: Row): string | undefined
  perform(store: Store, row: Row, now: Date): Performed
  /** What the provider records hold about a completed one; absent: nothing was delivered to a customer. */
  deliveryOf?(store: Store, row: Row): Delivery
}
