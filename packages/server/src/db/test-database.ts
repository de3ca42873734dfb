import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, it } from 'vitest'
import { DataKeys } from './data-keys.ts'
import { type Migration, migrate } from './migrate.ts'
import { migrations as allMigrations } from './migrations/all.ts'
import { type DatabaseAddress, type Engine, type OpenDatabase, openDatabase } from './open.ts'

/** Opens a fresh, migrated database, which is closed and deleted after the test. */
type OpenTestDatabase = (migrations?: readonly Migration[]) => Promise<OpenDatabase>

type Suite = (open: OpenTestDatabase, engine: Engine) => void

interface Fresh {
  readonly address: DatabaseAddress
  drop(): Promise<void>
}

/** Opens the databases of tests. */
interface Source {
  /** Empty, or migrated already where that is cheaper. */
  fresh(migrations: readonly Migration[]): Promise<Fresh>
  close(): Promise<void>
}

/** Defines a suite once for both engines: SQLite in memory and a separate PostgreSQL schema for every test. */
export function describeOnEachEngine(name: string, suite: Suite): void {
  describeOn('sqlite', name, suite, inMemory)

  const url: string | undefined = import.meta.env.TEST_DATABASE_URL
  if (url) describeOn('postgres', name, suite, () => schemasOn(url))
  else it(`${name} on postgres`, { tags: ['postgres'] }, refuseToSkip)
}

export function refuseToSkip(): never {
  throw new Error('TEST_DATABASE_URL is missing: `npm test` starts a PostgreSQL for the tests and sets it')
}

function describeOn(engine: Engine, name: string, suite: Suite, openSource: () => Source): void {
  describe(`${name} on ${engine}`, () => {
    const source = openSource()
    afterAll(() => source.close())

    const closers: (() => Promise<void>)[] = []
    afterEach(async () => {
      for (const close of closers.splice(0).reverse()) await close()
    })

    suite(async (migrations = allMigrations) => {
      const fresh = await source.fresh(migrations)
      closers.push(fresh.drop)
      const database = openDatabase(fresh.address)
      closers.push(database.close)
      await migrate(database, migrations)
      return database
    }, engine)
  })
}

/** SQLite encrypts, PostgreSQL does not: each suite shows that stores work with and without keys. */
const testKeys = new DataKeys({ current: { id: 'test', secret: new Uint8Array(32).fill(7) }, earlier: [] })

const inMemory = (): Source => ({
  fresh: async () => ({ address: { file: ':memory:', keys: testKeys }, drop: async () => {} }),
  close: async () => {},
})

/** A separate schema on PostgreSQL, for tests of the server itself. */
export async function createSchemaForTest(): Promise<Fresh> {
  const url: string | undefined = import.meta.env.TEST_DATABASE_URL
  if (!url) refuseToSkip()
  const source = schemasOn(url)
  const { address, drop } = await source.fresh([])
  return {
    address,
    async drop() {
      await drop()
      await source.close()
    },
  }
}

interface Schema {
  readonly name: string
  readonly url: string
}

interface MigratedSchema extends Schema {
  readonly structure: string
  /** Brings back the rows that the migrations left. */
  readonly restore: string
}

/** More rows than this leave statistics that choose other query plans in the next test. */
const mostBytes = 4_000_000

/** One connection creates, empties and drops the schemas of a whole suite: to empty one costs a tenth of migrating it. */
function schemasOn(url: string): Source {
  const { db, close } = openDatabase({ url })
  const free: MigratedSchema[] = []

  async function create(): Promise<Schema> {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await sql.raw(`create schema ${name}`).execute(db)
    const address = new URL(url)
    address.searchParams.set('options', `-c search_path=${name}`)
    return { name, url: address.href }
  }

  async function createMigrated(): Promise<MigratedSchema> {
    const schema = await create()
    const database = openDatabase({ url: schema.url })
    try {
      await migrate(database, allMigrations)
    } finally {
      await database.close()
    }
    const { structure } = await describeSchema(db, schema.name)
    return { ...schema, structure, restore: await writeRestore(db, schema.name) }
  }

  const drop = async ({ name }: Schema) => void (await sql.raw(`drop schema ${name} cascade`).execute(db))

  async function release(schema: MigratedSchema): Promise<void> {
    const { structure, bytes } = await describeSchema(db, schema.name)
    if (structure !== schema.structure || bytes > mostBytes) return drop(schema)
    await sql.raw(schema.restore).execute(db)
    free.push(schema)
  }

  return {
    async fresh(migrations) {
      if (migrations === allMigrations) {
        const schema = free.pop() ?? (await createMigrated())
        return { address: { url: schema.url }, drop: () => release(schema) }
      }
      const schema = await create()
      return { address: { url: schema.url }, drop: () => drop(schema) }
    },
    async close() {
      for (const schema of free) await drop(schema)
      await close()
    },
  }
}

type Db = OpenDatabase['db']

/** Its columns, indexes and constraints in one word, and the size of its tables. */
async function describeSchema(db: Db, schema: string) {
  const { rows } = await sql<{ structure: string; bytes: string }>`
    select md5(string_agg(concat_ws(' ', c.relname, a.attname, a.atttypid, a.attnotnull), ',' order by c.relname, a.attnum))
        || (select count(*) from pg_constraint where connamespace = ${schema}::regnamespace)
        || (select count(*) from pg_trigger join pg_class on pg_class.oid = tgrelid
            where relnamespace = ${schema}::regnamespace) as structure,
      (select sum(pg_relation_size(oid)) from pg_class
        where relnamespace = ${schema}::regnamespace and relkind = 'r') as bytes
    from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = ${schema}::regnamespace`.execute(db)
  const [{ structure, bytes } = { structure: '', bytes: 0 }] = rows
  return { structure, bytes: Number(bytes) }
}

async function writeRestore(db: Db, schema: string): Promise<string> {
  const { rows: relations } = await sql<{ name: string; kind: 'r' | 'S' }>`
    select relname as name, relkind as kind from pg_class
    where relnamespace = ${schema}::regnamespace and relkind in ('r', 'S') order by oid desc`.execute(db)
  const ofKind = (wanted: 'r' | 'S') => relations.filter(({ kind }) => kind === wanted).map(({ name }) => name)
  const tables = ofKind('r')
  const inserts: string[] = []
  // Parents come first: a table is created after those it refers to.
  for (const table of tables.toReversed()) {
    const { rows } = await sql<{ all: unknown }>`
      select coalesce(json_agg(t), '[]') as all from ${sql.id(schema, table)} t`.execute(db)
    const all = JSON.stringify(rows[0]?.all ?? [])
    if (all !== '[]')
      inserts.push(
        `insert into ${schema}.${table} overriding system value
        select * from json_populate_recordset(null::${schema}.${table}, $rows$${all}$rows$)`,
      )
  }
  const { rows: guarded } = await sql<{ table: string }>`
    select distinct tgrelid::regclass as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = ${schema}::regnamespace`.execute(db)
  const forGuarded = (change: 'disable' | 'enable') =>
    guarded.map(({ table }) => `alter table ${table} ${change} trigger user`)
  return [
    ...forGuarded('disable'),
    ...tables.map((table) => `delete from ${schema}.${table}`),
    ...inserts,
    ...ofKind('S').map((sequence) => `select setval('${schema}.${sequence}', 1, false)`),
    ...forGuarded('enable'),
  ].join(';\n')
}
