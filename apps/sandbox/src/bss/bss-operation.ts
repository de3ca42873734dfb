import type { JsonObject } from '../core/bodies.ts'
import type { Delivery } from '../core/simulator.ts'
import type { Row } from './collection.ts'
import type { Store } from './store.ts'

export const operations = ['topup', 'order', 'payment', 'adjust', 'qualification', 'cancel'] as const

export type Operation = (typeof operations)[number]

export type Performed =
  | {
      readonly done: true
      readonly changes: JsonObject
      /** The lead that it affects, in its current state. */
      readonly movedLead?: Row
    }
  | { readonly done: false; readonly reason: string }

export const refused = (reason: string): Performed => ({ done: false, reason })

/** A request to the BSS, which takes time and may fail after it was accepted. */
export interface BssOperation {
  readonly operation: Operation
  readonly stateField: 'status' | 'state'
  readonly states: { readonly open: string; readonly completed: string; readonly failed: string }
  /** Whether the answer to the request reports it as pending, even if it is complete. */
  readonly answersOpen: boolean
  readonly eventName?: string
  /** When it is absent, the row is numbered like all others. */
  newId?(): string
  /** Throws a 404 for an unknown bucket, line or account. */
  msisdnOf(store: Store, row: Row): string | undefined
  perform(store: Store, row: Row, now: Date): Performed
  /** The provider record of a completed one; absent when nothing was delivered to a customer. */
  deliveryOf?(store: Store, row: Row): Delivery
}
