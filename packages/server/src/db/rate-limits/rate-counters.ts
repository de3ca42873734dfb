import { WrittenForm } from '@nyanja/database/personal-columns'
import { type Kysely, sql } from 'kysely'
import type { RateCount, RateKey, RateStore } from '../../rate-limits/rate-limits.ts'
import type { Database } from '../schema.ts'

const windowAt = ({ windowMs }: RateKey, at: number) => at - (at % windowMs)

/** Estimates as if the requests of the previous window were evenly distributed. */
function inWindow({ at, windowMs, from }: { at: number; windowMs: number; from: number }, now: number, before: number) {
  const begun = windowAt({ key: '', windowMs }, at)
  const shareLeft = 1 - (at - begun) / windowMs
  if (from >= begun) return now + before * shareLeft
  return from === begun - windowMs ? now * shareLeft : 0
}

export async function readCounts(
  db: Kysely<Database>,
  keys: readonly RateKey[],
  at: number,
): Promise<ReadonlyMap<string, RateCount>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('rate_counters')
    .selectAll()
    // Keys are encrypted, because they name numbers. A new data key begins new counters.
    .where(sql<boolean>`key in (${sql.join(keys.map(({ key }) => new WrittenForm('number', key)))})`)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const windowMs = keys.find(({ key }) => key === row.key)?.windowMs
      if (windowMs === undefined) return []
      const window = { at, windowMs, from: row.window_from }
      const spent = inWindow(window, row.spent, row.spent_before)
      const succeeded = inWindow(window, row.succeeded, row.succeeded_before)
      return [[row.key, { spent, succeeded }] as const]
    }),
  )
}

/** Adds to each counter; adding zero only locks the row until the end of the transaction. */
export async function addCounts(
  db: Kysely<Database>,
  keys: readonly RateKey[],
  { at, spent = 0, succeeded = 0 }: { readonly at: number; readonly spent?: number; readonly succeeded?: number },
): Promise<void> {
  for (const counted of keys) {
    const from = windowAt(counted, at)
    // A process whose clock is behind must not reopen a past window.
    const isCurrent = sql<boolean>`rate_counters.window_from >= excluded.window_from`
    const isNext = sql<boolean>`rate_counters.window_from = excluded.window_from - ${sql.lit(counted.windowMs)}`
    const now = (column: string) =>
      sql<number>`case when ${isCurrent} then rate_counters.${sql.ref(column)} else 0 end + excluded.${sql.ref(column)}`
    const before = (column: string) =>
      sql<number>`case when ${isCurrent} then rate_counters.${sql.ref(`${column}_before`)}
        when ${isNext} then rate_counters.${sql.ref(column)} else 0 end`
    await db
      .insertInto('rate_counters')
      .values({ key: counted.key, window_from: from, spent, spent_before: 0, succeeded, succeeded_before: 0 })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          spent: now('spent'),
          spent_before: before('spent'),
          succeeded: now('succeeded'),
          succeeded_before: before('succeeded'),
          window_from: sql`case when ${isCurrent} then rate_counters.window_from else excluded.window_from end`,
        }),
      )
      .execute()
  }
}

export function createRateStore(db: Kysely<Database>): RateStore {
  return {
    read: (keys, at) => readCounts(db, keys, at),
    add: (keys, counts) => addCounts(db, keys, counts),
  }
}
