import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

interface Claimed {
  readonly id: string
  readonly tries: number
}

/** The outcome of a message that a worker had claimed. */
export function createSendingMarks(db: Kysely<Database>, table: 'messages' | 'mails' | 'submissions') {
  return {
    async sent({ id }: Pick<Claimed, 'id'>): Promise<void> {
      await db
        .updateTable(table)
        .set({ state: 'sent', next_check_at: null, lease_until: 0 })
        .where('id', '=', id)
        .execute()
    },

    // Only while the row is unchanged since the claim: another worker may have sent it since.
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
