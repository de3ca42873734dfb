// @ts-nocheck
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Forget } from '../../operations/retention-store.ts'
import type { Database } from '../schema.ts'

interface Aging {
  readonly table: keyof Database
  /** The column that tells when a row began to age. */
  readonly age: string
  readonly only?: RawBuilder<boolean>
}

/** For rows to which nothing refers. Those that are equally old as the last one of a batch go with it. */
export function forgetAged(db: Kysely<Database>, { table, age, only = sql`1 = 1` }: Aging): Forget {
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
