import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { openDatabase } from '@nyanja/server/db/open'
import { runSql } from '../../environment/raw-sql.ts'

/** As it was at one moment, while others went on writing. */
export interface Backup {
  /** For a portal that is not running. */
  restore(): Promise<void>
}

export async function backUpSqlite(file: string): Promise<Backup> {
  const kept = `${file}.backup`
  const source = new DatabaseSync(file, { readOnly: true })
  await backup(source, kept)
  source.close()
  return {
    async restore() {
      for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
      copyFileSync(kept, path.resolve(file))
    },
  }
}

/** All rows of the schema that the address names. A server need not have brought pg_dump along. */
export async function backUpPostgres(url: string): Promise<Backup> {
  const { db, close } = openDatabase({ url })
  const named = await runSql({ db }, 'select tablename as name from pg_tables where schemaname = current_schema()')
  const names = named.map(({ name }) => String(name))
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const read: [string, string][] = []
      for (const name of names) {
        const [all] = await runSql(
          { db: tx },
          `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${name} t`,
        )
        read.push([name, String(all?.rows)])
      }
      return read
    })
  await close()
  return { restore: () => restorePostgres(url, rows) }
}

async function restorePostgres(url: string, rows: readonly (readonly [string, string])[]): Promise<void> {
  const { db, close } = openDatabase({ url })
  await db.transaction().execute(async (tx) => {
    // As a dump is restored: without the triggers and foreign keys that watch over single changes.
    await runSql({ db: tx }, 'set local session_replication_role = replica')
    await runSql({ db: tx }, `truncate ${rows.map(([name]) => name).join(', ')}`)
    for (const [name, all] of rows)
      await runSql(
        { db: tx },
        `insert into ${name} overriding system value
         select * from jsonb_populate_recordset(null::${name}, $backup$${all}$backup$::jsonb)`,
      )
  })
  await close()
}
