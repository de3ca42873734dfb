import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

interface Claimed {
  readonly id: string
  readonly tries: number
}

/** Rows that come while others are written are written together after them. */
function writeGathered(write: (ids: readonly string[]) => Promise<unknown>): (id: string) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  let gathering: { readonly ids: string[]; readonly written: Promise<void> } | undefined

  function gather() {
    const ids: string[] = []
    const written = last.then(async () => {
      gathering = undefined
      await write(ids)
    })
    last = written.catch(() => undefined)
    return { ids, written }
  }

  return (id) => {
    gathering ??= gather()
    gathering.ids.push(id)
    return gathering.written
  }
}

/** The outcome of a message that a worker had claimed. */
export function createSendingMarks(db: Kysely<Database>, table: 'messages' | 'mails' | 'submissions') {
  const markSent = writeGathered((ids) =>
    db
      .updateTable(table)
      .set({ state: 'sent', next_check_at: null, lease_until: 0 })
      .where('id', 'in', [...ids])
      .execute(),
  )
  return {
    sent: ({ id }: Pick<Claimed, 'id'>): Promise<void> => markSent(id),

    // The write happens only while the row is unchanged since the claim: another worker may have sent it since.
    async notSent({ id, tries }: Claimed, nextTryAt: number | undefined): Promise<void> {
      await db
        .updateTable(table)
        .set({
          state: nextTryAt === undefined ? 'failed' : 'due',
          next_check_at: nextTryAt ?? null,
          lease_until: 0,
          tries: tries + 1,
        })
        .where('id', '=', id)
        .where('state', '=', 'due')
        .where('tries', '=', tries)
        .execute()
    },
  }
}
