import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, inject, it } from 'vitest'
import { DataKeys } from './data-keys.ts'
import { type Migration, migrate } from './migrate.ts'
import { migrations as allMigrations } from './migrations/all.ts'
import { type Engine, type OpenDatabase, openDatabase, openInMemory } from './open.ts'
import { urlOfDatabase } from './test-template.ts'

/** Opens a fresh, migrated database, which is closed and deleted after the test. */
type OpenTestDatabase = (migrations?: readonly Migration[]) => Promise<TestDatabase>

interface TestDatabase extends OpenDatabase {
  /** The address of its server; empty on SQLite. */
  readonly url: string
}

type Suite = (open: OpenTestDatabase, engine: Engine) => void

/** Defines a suite once for both engines: SQLite in memory and a database on PostgreSQL, fresh for every test. */
export function describeOnEachEngine(name: string, suite: Suite): void {
  describeOn('sqlite', name, suite, () => sqliteSource)

  const url: string | undefined = import.meta.env.TEST_DATABASE_URL
  if (url) describeOn('postgres', name, suite, () => postgresSource(url))
  else it(`${name} on postgres`, { tags: ['postgres'] }, refuseToSkip)
}

export function refuseToSkip(): never {
  throw new Error('TEST_DATABASE_URL is missing: `npm test` starts a PostgreSQL for the tests and sets it')
}

/** Opens the databases of a suite's tests. */
interface Source {
  /** Migrated by all migrations. `release` makes it ready for the next test, or ends it. */
  open(): Promise<Opened>
  /** Without a table. */
  openEmpty(): Promise<Opened>
  close(): Promise<void>
}

interface Opened {
  readonly database: TestDatabase
  release(): Promise<void>
}

function describeOn(engine: Engine, name: string, suite: Suite, openSource: () => Source): void {
  describe(`${name} on ${engine}`, () => {
    const source = openSource()
    afterAll(() => source.close())

    const opened: Opened[] = []
    afterEach(async () => {
      for (const { release } of opened.splice(0).reverse()) await release()
    })

    suite(async (migrations) => {
      const one = await (migrations === undefined ? source.open() : source.openEmpty())
      opened.push(one)
      if (migrations !== undefined) await migrate(one.database, migrations)
      return one.database
    }, engine)
  })
}

/** SQLite encrypts, PostgreSQL does not: each suite shows that stores work with and without keys. */
const testKeys = new DataKeys({ current: { id: 'test', secret: new Uint8Array(32).fill(7) }, earlier: [] })

let image: Promise<Uint8Array> | undefined

async function makeImage(): Promise<Uint8Array> {
  let file: DatabaseSync | undefined
  const database = openInMemory(undefined, (empty) => {
    file = empty
  })
  await migrate(database, allMigrations)
  if (file === undefined) throw new Error('The database was never opened')
  const made = file.serialize()
  await database.close()
  return made
}

/** A migrated database in memory, copied from one that each worker makes once. */
export async function openMigrated(keys?: DataKeys): Promise<OpenDatabase> {
  image ??= makeImage()
  const made = await image
  return openInMemory(keys, (empty) => empty.deserialize(made))
}

const closing = (database: OpenDatabase): Opened => ({ database: { ...database, url: '' }, release: database.close })

const sqliteSource: Source = {
  open: async () => closing(await openMigrated(testKeys)),
  openEmpty: async () => closing(openInMemory(testKeys)),
  close: async () => {},
}

interface Fresh {
  readonly address: { readonly url: string }
  drop(): Promise<void>
}

/** An empty database on PostgreSQL, for tests of the server itself. */
export async function createDatabaseForTest(): Promise<Fresh> {
  const url: string | undefined = import.meta.env.TEST_DATABASE_URL
  if (!url) refuseToSkip()
  const server = openDatabase({ url })
  const { address, drop } = await create(server.db, url)
  return {
    address,
    async drop() {
      await drop()
      await server.close()
    },
  }
}

type Db = OpenDatabase['db']

async function create(server: Db, serverUrl: string, template = 'template1') {
  // The run drops what its workers leave behind by the first part of the name.
  const name = `${inject('templateDatabase')}_${randomUUID().slice(0, 8)}`
  await sql.raw(`create database ${name} template ${template}`).execute(server)
  return {
    address: { url: urlOfDatabase(serverUrl, name) },
    drop: async () => void (await sql.raw(`drop database ${name} with (force)`).execute(server)),
  }
}

/** A migrated database that tests use one after another. */
interface Shared {
  readonly address: { readonly url: string }
  readonly structure: string
  /** Brings back the rows that the migrations left. */
  readonly restore: string
  readonly admin: OpenDatabase
  /** Opened again only where a test has closed it. */
  database: OpenDatabase | undefined
}

/** More rows than this leave statistics that choose other query plans in the next test. */
const mostBytes = 4_000_000

/** Of all files of a worker: to empty a database costs a fraction of making and dropping one. */
const free: Shared[] = []

function postgresSource(url: string): Source {
  const server = openDatabase({ url })

  async function createShared(): Promise<Shared> {
    const { address } = await create(server.db, url, inject('templateDatabase'))
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

  return {
    async open() {
      const shared = free.pop() ?? (await createShared())
      const database = shared.database ?? openDatabase(shared.address)
      shared.database = database
      const close = async () => {
        shared.database = undefined
        await database.close()
      }
      return { database: { ...database, ...shared.address, close }, release: () => release(shared) }
    },
    async openEmpty() {
      const { address, drop } = await create(server.db, url)
      const database = openDatabase(address)
      return {
        database: { ...database, ...address },
        async release() {
          await database.close()
          await drop()
        },
      }
    },
    close: server.close,
  }
}

/** What tells that a test changed tables, and the size of all of them. */
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
    // Neither triggers nor foreign keys look at what a superuser of a replica does.
    "set session_replication_role = 'replica'",
    ...tables.map((table) => `delete from ${table}`),
    ...inserts,
    ...ofKind('S').map((sequence) => `select setval('${sequence}', 1, false)`),
    "set session_replication_role = 'origin'",
  ].join(';\n')
}
