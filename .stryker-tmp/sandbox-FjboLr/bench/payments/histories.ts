// @ts-nocheck
import type { OpenDatabase } from '../../apps/portal/server/db/open.ts'

/** When a payment reached each state, by `leg state`; epoch milliseconds. */
export type History = ReadonlyMap<string, number>

/** Of every attempt with an event since `since`. */
export async function readHistories({ db }: OpenDatabase, since: number): Promise<ReadonlyMap<string, History>> {
  const events = await db
    .selectFrom('events')
    .select(['attempt_id', 'leg', 'to_state', 'at'])
    .where('at', '>=', since)
    .orderBy('id')
    .execute()
  const histories = new Map<string, Map<string, number>>()
  for (const { attempt_id, leg, to_state, at } of events) {
    const history = histories.get(attempt_id) ?? new Map<string, number>()
    history.set(`${leg} ${to_state}`, at)
    histories.set(attempt_id, history)
  }
  return histories
}
