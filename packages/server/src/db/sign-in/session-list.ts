import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SessionList } from '../../operations/session-commands.ts'
import { recordAction } from '../operations/record-action.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'

const Roles = z.array(z.string())

export function createSessionList(db: Kysely<Database>, now: () => number): SessionList {
  return {
    async open(limit) {
      const rows = await db
        .selectFrom('staff_sessions')
        .select(['staff_id', 'staff_name', 'roles_json', 'opened_at', 'seen_at'])
        .orderBy('opened_at')
        .limit(limit)
        .execute()
      return rows.map(({ staff_id, staff_name, roles_json, opened_at, seen_at }) => ({
        ...{ staffId: staff_id, name: staff_name, roles: Roles.parse(JSON.parse(roles_json)) },
        ...{ openedAt: opened_at, seenAt: seen_at },
      }))
    },

    end: ({ staffId, who, why }) =>
      transaction(db, async (tx) => {
        const every = tx.deleteFrom('staff_sessions')
        const ended = staffId === undefined ? every : every.where('staff_id', '=', staffId)
        const { numDeletedRows } = await ended.executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return 0
        await recordAction(tx, { at: now(), who, action: 'sessions end', subject: staffId ?? 'all', why })
        return Number(numDeletedRows)
      }),
  }
}
