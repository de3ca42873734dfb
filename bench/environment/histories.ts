import type { OpenDatabase } from '@nyanja/server/db/open'

/** When a payment reached each state, by `leg state`; epoch milliseconds. */
export type History = ReadonlyMap<string, number>

/** The number of the last event that there is. */
export async function lastEvent({ db }: OpenDatabase): Promise<number> {
  const { id } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

/** Of every attempt with an event after that one. */
export async function readHistories({ db }: OpenDatabase, after: number): Promise<ReadonlyMap<string, History>> {
  const events = await db
    .selectFrom('events')
    .select(['attempt_id', 'leg', 'to_state', 'at'])
    .where('id', '>', after)
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
