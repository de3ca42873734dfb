import { isRole } from '@nyanja/domain/staff/roles'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { StaffSessionStore, StoredSession } from '../../sign-in/staff-sessions.ts'
import type { Database } from '../schema.ts'
import type { StaffSessionTable } from './tables.ts'

/** A role that only another release knows is ignored here. */
const Roles = z.array(z.string()).transform((names) => names.filter(isRole))

function sessionFrom(row: StaffSessionTable): StoredSession {
  const roles = Roles.parse(JSON.parse(row.roles_json))
  return { staff: { id: row.staff_id, name: row.staff_name, roles }, openedAt: row.opened_at, seenAt: row.seen_at }
}

export function createStaffSessionStore(db: Kysely<Database>): StaffSessionStore {
  return {
    async insert(digest, { staff, openedAt, seenAt }) {
      await db
        .insertInto('staff_sessions')
        .values({
          ...{ digest, staff_id: staff.id, staff_name: staff.name, roles_json: JSON.stringify(staff.roles) },
          ...{ opened_at: openedAt, seen_at: seenAt },
        })
        .execute()
    },

    async find(digest) {
      const row = await db.selectFrom('staff_sessions').selectAll().where('digest', '=', digest).executeTakeFirst()
      return row && sessionFrom(row)
    },

    async list(staffId) {
      const rows = await db
        .selectFrom('staff_sessions')
        .selectAll()
        .where('staff_id', '=', staffId)
        .orderBy('seen_at', 'desc')
        .execute()
      return rows.map((row) => ({ ...sessionFrom(row), digest: row.digest }))
    },

    async deleteOthers(staffId, digest) {
      const { numDeletedRows } = await db
        .deleteFrom('staff_sessions')
        .where('staff_id', '=', staffId)
        .where('digest', '<>', digest)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    async see(digest, at) {
      await db.updateTable('staff_sessions').set({ seen_at: at }).where('digest', '=', digest).execute()
    },

    async delete(digest) {
      await db.deleteFrom('staff_sessions').where('digest', '=', digest).execute()
    },

    async deleteOld(openedBefore, seenBefore) {
      await db
        .deleteFrom('staff_sessions')
        .where((where) => where.or([where('opened_at', '<', openedBefore), where('seen_at', '<', seenBefore)]))
        .execute()
    },
  }
}
