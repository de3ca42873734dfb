// @ts-nocheck
import type { AttemptState } from '@nyanja/domain/attempt-state'
import type { Transaction, UpdateObject } from 'kysely'
import type { Attempt } from '../../payments/attempt.ts'
import type { Database } from '../schema.ts'
import { recordEvent } from './events.ts'

export interface AttemptMove {
  readonly to: AttemptState
  readonly at: number
  readonly detail?: string
  readonly columns?: UpdateObject<Database, 'attempts'>
}

/** One compare-and-set on the state that the caller saw, and its event. */
export async function moveAttempt(tx: Transaction<Database>, attempt: Attempt, move: AttemptMove): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('attempts')
    .set({ ...move.columns, state: move.to, lease_until: 0 })
    .where('id', '=', attempt.id)
    .where('state', '=', attempt.state)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await recordEvent(tx, {
    attemptId: attempt.id,
    leg: 'money',
    from: attempt.state,
    to: move.to,
    at: move.at,
    ...(move.detail === undefined ? {} : { detail: move.detail }),
  })
  return true
}
