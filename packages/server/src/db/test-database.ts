import type { DatabaseSync } from 'node:sqlite'
import type { DataKeys } from '@nyanja/database/data-keys'
import { type Migration, migrate } from '@nyanja/database/migrate'
import { type Engine, openInMemory } from '@nyanja/database/open'
import {
  createOn,
  describeWithSources,
  type Opened,
  type Source,
  type TestDatabase,
  testKeys,
} from '@nyanja/database/test-engines'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { migrateTables } from './migrations/all.ts'
import { openDatabase, product } from './open.ts'
import type { Database, OpenDatabase } from './schema.ts'

/** Opens a fresh, migrated database, which is closed and deleted after the test; with fewer migrations where given. */
type OpenTestDatabase = (migrations?: readonly Migration[]) => Promise<TestDatabase<Database>>

type Suite = (open: OpenTestDatabase, engine: Engine) => void

/** Defines a suite once for both engines: SQLite in memory and a database on PostgreSQL, fresh for every test. */
export function describeOnEachEngine(name: string, suite: Suite): void {
  describeWithSources<readonly Migration[] | undefined, Database>(name, sources, suite)
}

type MigratedSource = Source<readonly Migration[] | undefined, Database>

let image: Promise<Uint8Array> | undefined

async function makeImage(): Promise<Uint8Array> {
  let file: DatabaseSync | undefined
  const database = openInMemory<Database>({ product }, (empty) => {
    file = empty
  })
  await migrateTables(database)
  if (file === undefined) throw new Error('The database was never opened')
  const made = file.serialize()
  await database.close()
  return made
}

/** Opens a migrated database in memory, copied from one that each worker makes once. */
export async function openMigrated(keys?: DataKeys): Promise<OpenDatabase> {
  image ??= makeImage()
  const made = await image
  return openInMemory<Database>({ product, keys }, (empty) => empty.deserialize(made))
}

async function openInMemoryWith(migrations: readonly Migration[]): Promise<OpenDatabase> {
  const database = openInMemory<Database>({ product, keys: testKeys })
  await migrate(database, migrations)
  return database
}

const closing = (database: OpenDatabase): Opened<Database> => ({
  database: { ...database, url: '' },
  release: database.close,
})

const sqliteSource: MigratedSource = {
  open: async (migrations) =>
    closing(await (migrations === undefined ? openMigrated(testKeys) : openInMemoryWith(migrations))),
  close: async () => {},
}

type Db = OpenDatabase['db']

/** A migrated database that tests use one after another. */
interface Shared {
  readonly address: { readonly url: string }
  readonly structure: string
  /** Brings back the rows that the migrations left. */
  readonly restore: string
  readonly admin: OpenDatabase
  /** The database, opened again only where a test has closed it. */
  database: OpenDatabase | undefined
}

/** More rows than this leave statistics that choose other query plans in the next test. */
const mostBytes = 4_000_000

/** The free databases of all files of a worker: emptying one costs a fraction of making and dropping one. */
const free: Shared[] = []

function createPostgresSource(url: string): MigratedSource {
  const server = openDatabase({ url })

  async function createShared(): Promise<Shared> {
    const { address } = await createOn(server.db, url, inject('templateDatabase'))
    const admin = openDatabase(address)
    const { structure } = await describeDatabase(admin.db)
    return { address, structure, restore: await writeRestore(admin.db), admin, database: undefined }
  }

  async function release(shared: Shared): Promise<void> {
    const { structure, bytes } = await describeDatabase(shared.admin.db)
    if (structure === shared.structure && bytes <= mostBytes) {
      await sql.raw(shared.restore).execute(shared.admin.db)
      free.push(shared)
    } else {
      await shared.database?.close()
      await shared.admin.close()
    }
  }

  async function openShared(): Promise<Opened<Database>> {
    const shared = free.pop() ?? (await createShared())
    const database = shared.database ?? openDatabase(shared.address)
    shared.database = database
    const close = async () => {
      shared.database = undefined
      await database.close()
    }
    return { database: { ...database, ...shared.address, close }, release: () => release(shared) }
  }

  async function openWith(migrations: readonly Migration[]): Promise<Opened<Database>> {
    const { address, drop } = await createOn(server.db, url)
    const database = openDatabase(address)
    await migrate(database, migrations)
    return {
      database: { ...database, ...address },
      async release() {
        await database.close()
        await drop()
      },
    }
  }

  return {
    open: (migrations) => (migrations === undefined ? openShared() : openWith(migrations)),
    close: server.close,
  }
}

/** Describes whether a test changed tables, and the size of all of them. */
async function describeDatabase(db: Db) {
  const { rows } = await sql<{ structure: string; bytes: string }>`
    select concat_ws(' ', count(*), max(c.oid), sum(c.relnatts), sum(c.relchecks),
        (select count(*) from pg_attribute where attnotnull), (select count(*) from pg_constraint),
        (select count(*) from pg_trigger)) as structure,
      sum(pg_relation_size(c.oid)) filter (where relkind = 'r') as bytes
    from pg_class c where c.relnamespace = 'public'::regnamespace`.execute(db)
  const [{ structure, bytes } = { structure: '', bytes: 0 }] = rows
  return { structure, bytes: Number(bytes) }
}

async function writeRestore(db: Db): Promise<string> {
  const { rows: relations } = await sql<{ name: string; kind: 'r' | 'S' }>`
    select relname as name, relkind as kind from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')`.execute(db)
  const ofKind = (wanted: 'r' | 'S') => relations.filter(({ kind }) => kind === wanted).map(({ name }) => name)
  const tables = ofKind('r')
  const inserts: string[] = []
  for (const table of tables) {
    const { rows } = await sql<{ all: unknown }>`
      select coalesce(json_agg(t), '[]') as all from ${sql.id(table)} t`.execute(db)
    const all = JSON.stringify(rows[0]?.all ?? [])
    if (all !== '[]')
      inserts.push(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $rows$${all}$rows$)`,
      )
  }
  return [
    // Neither triggers nor foreign keys check what a superuser writes as a replica.
    "set session_replication_role = 'replica'",
    ...tables.map((table) => `delete from ${table}`),
    ...inserts,
    ...ofKind('S').map((sequence) => `select setval('${sequence}', 1, false)`),
    "set session_replication_role = 'origin'",
  ].join(';\n')
}

const sources = { sqlite: () => sqliteSource, postgres: createPostgresSource }
