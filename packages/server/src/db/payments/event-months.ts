import { isLockConflict } from '@nyanja/database/migrate'
import { transaction, withoutTimeouts } from '@nyanja/database/transaction'
import { hour } from '@nyanja/domain/time'
import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import { createPeriodicQueue } from '../../common/periodic-queue.ts'
import type { Database, DatabaseHandle, OpenDatabase } from '../schema.ts'

/** The current month and these after it have a partition, so that a portal may be without a worker for two months. */
const monthsAhead = 2

/** Makes the partitions of the history that are missing, and returns their number. SQLite has none. */
export async function addEventMonths({ db, engine }: DatabaseHandle, now: number): Promise<number> {
  if (engine === 'sqlite') return 0
  const { rows } = await sql<{ added: number }>`select add_event_months(${now}, ${monthsAhead}) as added`.execute(db)
  return rows[0]?.added ?? 0
}

/** The payments of one month, by the ids of their attempts: from `low` on, below `high`. */
export interface EventMonth {
  readonly name: string
  readonly low: string
  readonly high: string
}

/** Lists the partitions whose last payment was begun before that time, the earliest first. */
export async function eventMonthsBefore(
  { db }: Pick<OpenDatabase, 'db'>,
  before: number,
): Promise<readonly EventMonth[]> {
  const { rows } = await sql<EventMonth>`
    select name, low, high from event_months() where ends_at <= ${before} order by ends_at`.execute(db)
  return rows
}

type Tx = Transaction<Database>
/** Lists the ids of attempts of the month that are not past their retention, up to a number. */
type ListKept = (
  tx: Tx,
  month: EventMonth,
  limit: number,
) => Promise<readonly Pick<Selectable<Database['attempts']>, 'id'>[]>

/** The most payments that are kept: each costs a moment in which no payment is begun. */
const mostKept = 1_000

/**
 * Drops the history of a month. What is kept of it stays readable; with too much of it the whole month stays. `locked`
 * means that another session uses the history, or drops the same month.
 */
export async function dropEventMonth(
  { db }: Pick<OpenDatabase, 'db'>,
  month: EventMonth,
  listKept: ListKept,
): Promise<'dropped' | 'kept' | 'locked'> {
  try {
    return await withoutTimeouts(() =>
      transaction(db, async (tx) => {
        const { rows } = await sql<{ is_held: SqlBool }>`select hold_event_month(${month.name}) as is_held`.execute(tx)
        if (!rows[0]?.is_held) return 'locked'
        const kept = (await listKept(tx, month, mostKept + 1)).map(({ id }) => id)
        if (kept.length > mostKept) return 'kept'
        await sql`select drop_event_month(${month.name}, ${kept})`.execute(tx)
        return 'dropped'
      }),
    )
  } catch (error) {
    if (isLockConflict(error)) return 'locked'
    throw error
  }
}

/**
 * Makes a worker queue that makes partitions of the history before their month begins, at the start and then every
 * hour.
 */
export function createEventMonthQueue(database: DatabaseHandle, now: () => number) {
  return createPeriodicQueue({
    ...{ name: 'add months', pauseMs: hour, now },
    async work() {
      await addEventMonths(database, now())
      return false
    },
  })
}
