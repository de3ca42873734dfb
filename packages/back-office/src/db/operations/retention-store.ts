import { transaction } from '@nyanja/database/transaction'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Forget, Kept, RetentionStore } from '../../operations/retention.ts'
import { forgetImports } from '../reconciliation/forget-imports.ts'
import type { Database, DatabaseHandle } from '../schema.ts'
import { forgetPayments, forgetPersonalData, removeOrders } from './forget-payments.ts'

const kind = 'unpaid_orders'

/** Locks the mark, so that concurrent calls run in sequence. */
async function lockMark(tx: Transaction<Database>): Promise<number> {
  const { up_to } = await tx
    .updateTable('retention_marks')
    .set({ up_to: sql`up_to` })
    .where('kind', '=', kind)
    .returning('up_to')
    .executeTakeFirstOrThrow()
  return up_to
}

/** Orders that were never sent to a provider: no money can arrive for them. */
async function untouchedOrders(tx: Transaction<Database>, { after, upTo }: { after: number; upTo: number }) {
  const rows = await tx
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.created_at', '>', after)
    .where('orders.created_at', '<=', upTo)
    .where(({ eb, selectFrom }) =>
      eb(
        selectFrom('attempts')
          .select(({ fn }) => fn.countAll<number>().as('touched'))
          .whereRef('attempts.order_id', '=', 'orders.id')
          .where((where) =>
            where.or([where('handed_over_at', 'is not', null), where('next_check_at', 'is not', null)]),
          ),
        '=',
        0,
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Each order is examined once, when it is old enough; a mark records the progress. Orders that were sent to a provider
 * are kept as payments.
 */
function forgetUnpaidOrders(db: Kysely<Database>): Forget {
  return ({ before, limit }) =>
    transaction(db, async (tx) => {
      const after = await lockMark(tx)
      const last = await tx
        .selectFrom('orders')
        .select('created_at')
        .where('created_at', '>', after)
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(1)
        .offset(limit - 1)
        .executeTakeFirst()
      const upTo = last?.created_at ?? Math.max(after, before - 1)
      const ids = await untouchedOrders(tx, { after, upTo })
      await removeOrders(tx, ids)
      await tx.updateTable('retention_marks').set({ up_to: upTo }).where('kind', '=', kind).execute()
      return { rows: ids.length, isDone: last === undefined }
    })
}

/** A trigger refuses all others. */
const isSealed = sql<boolean>`at < (select coalesce(max(until_at), 0) from action_days)`

/** The condition that matches the partial index of only such messages. */
const isAloneAndDone = sql<boolean>`attempt_id is null and (state <> 'due' or expires_at is not null)`

export function createRetentionStore({ db, engine }: DatabaseHandle): RetentionStore<Kept> {
  return {
    askedInvoices: forgetAged(db, { table: 'asked_invoices', age: 'asked_at' }),
    promptedWallets: forgetAged(db, { table: 'prompted_wallets', age: 'prompted_at' }),
    idempotencyAnswers: forgetAged(db, { table: 'idempotency', age: 'created_at' }),
    oneTimeCodes: forgetAged(db, { table: 'one_time_codes', age: 'sent_at' }),
    pinEntries: forgetAged(db, { table: 'pin_entries', age: 'expires_at' }),
    spentChallenges: forgetAged(db, { table: 'spent_challenges', age: 'at' }),
    rateCounters: forgetAged(db, { table: 'rate_counters', age: 'window_from' }),
    attemptLimits: forgetAged(db, { table: 'attempt_limits', age: 'whole_again_at' }),
    missedSearches: forgetAged(db, { table: 'missed_searches', age: 'last_at' }),
    messagesAlone: forgetAged(db, { table: 'messages', age: 'created_at', only: isAloneAndDone }),
    messagesUnsent: forgetAged(db, { table: 'messages', age: 'created_at', only: sql`attempt_id is null` }),
    payLinks: forgetAged(db, { table: 'pay_links', age: 'expires_at' }),
    leadDrafts: forgetAged(db, { table: 'lead_drafts', age: 'expires_at' }),
    unpaidOrders: forgetUnpaidOrders(db),
    reminders: forgetAged(db, { table: 'reminders', age: 'closed_at' }),
    callbacks: forgetAged(db, { table: 'callbacks', age: 'at' }),
    personalData: forgetPersonalData({ db, engine }),
    payments: forgetPayments({ db, engine }),
    submissions: forgetAged(db, { table: 'submissions', age: 'at', only: sql`state <> 'due'` }),
    coverageReports: forgetAged(db, { table: 'coverage_reports', age: 'at' }),
    closedLeads: forgetAged(db, { table: 'leads', age: 'closed_at', only: sql`reported_at is null` }),
    reportedLeads: forgetAged(db, { table: 'leads', age: 'reported_at' }),
    openLeads: forgetAged(db, { table: 'leads', age: 'stage_at', only: sql`closed_at is null` }),
    settlementImports: forgetImports(db),
    reconciliationCases: forgetAged(db, { table: 'reconciliation_cases', age: 'closed_at' }),
    staffActions: forgetAged(db, { table: 'operator_actions', age: 'at', only: isSealed }),
  }
}

interface Aging {
  readonly table: keyof Database
  /** The column with the time from which a row's age counts. */
  readonly age: string
  readonly only?: RawBuilder<boolean>
}

/** Forgets rows that no other row refers to. Rows as old as the last one of a batch are deleted with it. */
function forgetAged(db: Kysely<Database>, { table, age, only = sql`1 = 1` }: Aging): Forget {
  const rows = sql.table(table)
  const column = sql.ref(age)
  return async ({ before, limit }) => {
    const last = sql`(select ${column} from ${rows} where ${column} < ${before} and ${only}
      order by ${column} limit 1 offset ${limit - 1})`
    const { numAffectedRows = 0n } = await sql`delete from ${rows}
      where ${column} < ${before} and ${column} <= coalesce(${last}, ${before}) and ${only}`.execute(db)
    return { rows: Number(numAffectedRows), isDone: numAffectedRows < BigInt(limit) }
  }
}
