import { transaction } from '@nyanja/database/transaction'
import { recordAction } from '@nyanja/server/db/record-action'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../schema.ts'

/** Times are epoch milliseconds. */
export interface OpenSession {
  readonly staffId: string
  readonly name: string
  readonly roles: readonly string[]
  readonly openedAt: number
  readonly seenAt: number
}

interface EndedSessions {
  /** The person whose sessions are listed; without it those of all staff. */
  readonly staffId?: string | undefined
  readonly who: string
  readonly why: string
}

/** Sessions of staff in the console. */
interface SessionList {
  open(limit: number): Promise<readonly OpenSession[]>
  /** Returns the number of sessions that ended. */
  end(ended: EndedSessions): Promise<number>
}

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
