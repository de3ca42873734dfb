// @ts-nocheck
import type { Leg } from '@nyanja/domain/legal-moves'
import type { Transaction } from 'kysely'
import type { Database } from '../schema.ts'

export interface Move {
  readonly attemptId: string
  readonly leg: Leg
  readonly from: string
  readonly to: string
  readonly at: number
  readonly detail?: string
}

/** The foreign key to `legal_moves` refuses a move that the domain's tables do not know. */
export async function recordEvent(tx: Transaction<Database>, move: Move): Promise<void> {
  await tx
    .insertInto('events')
    .values({
      attempt_id: move.attemptId,
      leg: move.leg,
      from_state: move.from,
      to_state: move.to,
      at: move.at,
      detail: move.detail ?? null,
    })
    .execute()
}
