import { changeTogether, one } from '@nyanja/database/change-together'
import { createLeases } from '@nyanja/database/leases'
import { money } from '@nyanja/domain/money/money'
import type { Kysely, Selectable } from 'kysely'
import { capturedStates } from '../../../payments/attempt.ts'
import type {
  BoughtLine,
  Meanwhile,
  NewReminder,
  Reminder,
  ReminderStore,
  Turned,
} from '../../../payments/reminders/reminder.ts'
import { turnToken } from '../../../payments/reminders/reminder.ts'
import { listNewest } from '../../contact-match.ts'
import type { Database, LeaseHandle } from '../../schema.ts'
import { canBeStored, toBundle } from '../rows.ts'

function reminderFrom(row: Selectable<Database['reminders']>): Reminder {
  return {
    id: row.id,
    attemptId: row.attempt_id,
    rule: row.rule,
    way: row.way,
    msisdn: row.msisdn,
    language: row.language,
    consent: row.consent,
    consentedAt: row.consented_at,
    seen: money(row.currency, row.seen_minor),
    turn: row.turn,
    dueAt: row.next_check_at ?? 0,
    ...(row.ends_at !== null && { endsAt: row.ends_at }),
    state: row.state,
  }
}

const rowOf = ({ id, attemptId, rule, way, msisdn, language, ...more }: NewReminder) => ({
  ...{ id, attempt_id: attemptId, rule, way, msisdn, language },
  consent: more.consent,
  consented_at: more.consentedAt,
  seen_minor: more.seen.minor,
  currency: more.seen.currency,
  turn: 1,
  ends_at: more.endsAt ?? null,
  state: 'active' as const,
  closed_at: null,
  next_check_at: more.dueAt,
  lease_until: 0,
  held_by: null,
})

/** What has ended keeps its consent for a complaint, and no number. */
const ended = { msisdn: '', next_check_at: null } as const

const inProgress = ['handing_over', 'waiting'] as const
/** No customer buys more often for one line between two looks. */
const mostBought = 50

async function listBought(db: Kysely<Database>, { msisdn, kind }: BoughtLine, since: number, ours: string) {
  const ids = await listNewest(db, {
    ...{ table: 'orders', kind: 'number', column: 'msisdn', value: msisdn },
    ...{ newest: 'created_at', limit: mostBought },
  })
  if (ids.length === 0) return []
  return db
    .selectFrom('orders')
    .innerJoin('attempts', 'attempts.order_id', 'orders.id')
    .leftJoin('refunds', (join) =>
      // A refund in part leaves the goods with the customer.
      join.onRef('refunds.attempt_id', '=', 'attempts.id').on('refunds.amount_minor', 'is', null),
    )
    .select(['attempts.state', 'orders.bundle_json'])
    .where('orders.id', 'in', ids)
    .where('orders.kind', '=', kind)
    .where('attempts.created_at', '>', since)
    .where('refunds.attempt_id', 'is', null)
    .where(({ or, and, eb: is }) =>
      or([
        is('attempts.state', 'in', capturedStates),
        // A page that was left may still be paid, but nobody waits for that.
        and([is('attempts.state', 'in', inProgress), is('attempts.superseded_at', 'is', null)]),
      ]),
    )
    .where((where) => where.or([where('orders.pay_link', 'is', null), where('orders.pay_link', '<>', ours)]))
    .execute()
}

export function createReminderStore(handle: LeaseHandle, now: () => number): ReminderStore {
  const { db } = handle
  const leases = createLeases(handle, { table: 'reminders', now })

  return {
    async ask(reminder) {
      const { id, attempt_id, ...anew } = rowOf(reminder)
      await db
        .insertInto('reminders')
        .values({ id, attempt_id, ...anew })
        // Links of the earlier consent lead nowhere.
        .onConflict((conflict) => conflict.column('attempt_id').doUpdateSet({ id, ...anew }))
        .execute()
    },

    async of(attemptId) {
      if (!canBeStored(attemptId)) return undefined
      const row = await db
        .selectFrom('reminders')
        .selectAll()
        .where('attempt_id', '=', attemptId)
        .where('state', '=', 'active')
        .executeTakeFirst()
      return row && reminderFrom(row)
    },

    async find(id) {
      if (!canBeStored(id)) return undefined
      const row = await db.selectFrom('reminders').selectAll().where('id', '=', id).executeTakeFirst()
      return row && reminderFrom(row)
    },

    async stop(id) {
      await db
        .updateTable('reminders')
        .set({ ...ended, state: 'stopped', closed_at: now(), lease_until: 0 })
        .where('id', '=', id)
        .where('state', '<>', 'stopped')
        .execute()
    },

    claim: (claim) => leases.claimDue(claim, (rows) => rows.map(reminderFrom)),

    async boughtSince(line, since, ours) {
      const rows = await listBought(db, line, since, ours)
      return rows.map(({ state, bundle_json }): Meanwhile => {
        if (inProgress.some((one) => one === state)) return 'under_way'
        return bundle_json === null ? {} : { bundle: toBundle(bundle_json) }
      })
    },

    turn: (reminder, turned) => turnReminder(db, reminder, turned, now()),
  }
}

/** Makes the compare-and-set of the turn, together with its message. */
function turnReminder(
  db: Kysely<Database>,
  { id, turn, msisdn, language, attemptId }: Reminder,
  { next, message }: Turned,
  at: number,
): Promise<boolean> {
  const moved =
    next === undefined
      ? ({ ...ended, state: 'done', closed_at: at } as const)
      : { turn: next.turn, next_check_at: next.dueAt }
  const change = (handle: Kysely<Database>) =>
    handle
      .updateTable('reminders')
      .set({ ...moved, lease_until: 0 })
      .where('id', '=', id)
      .where('state', '=', 'active')
      .where('turn', '=', turn)
      .returning(one)
  if (message === undefined) return changeTogether(db, change, [])
  const { kind, params, expiresAt } = message
  const row = {
    ...{ id: turnToken({ id, turn }), attempt_id: attemptId, kind, msisdn, language },
    params_json: JSON.stringify(params),
    ...({ state: 'due', created_at: at, next_check_at: at, expires_at: expiresAt } as const),
  }
  return changeTogether(db, change, [{ into: 'messages', rows: [row], mayExist: true }])
}
