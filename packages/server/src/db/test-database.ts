import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, it } from 'vitest'
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
  fresh(): Promise<Fresh>
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
      const fresh = await source.fresh()
      closers.push(fresh.drop)
      const database = openDatabase(fresh.address)
      closers.push(database.close)
      await migrate(database, migrations)
      return database
    }, engine)
  })
}

const inMemory = (): Source => ({
  fresh: async () => ({ address: { file: ':memory:' }, drop: async () => {} }),
  close: async () => {},
})

/** A separate schema on PostgreSQL, for tests of the server itself. */
export async function createSchemaForTest(): Promise<Fresh> {
  const url: string | undefined = import.meta.env.TEST_DATABASE_URL
  if (!url) refuseToSkip()
  const source = schemasOn(url)
  const { address, drop } = await source.fresh()
  return {
    address,
    async drop() {
      await drop()
      await source.close()
    },
  }
}

/** One connection creates and drops the schemas of a whole suite. */
function schemasOn(url: string): Source {
  const { db, close } = openDatabase({ url })

  return {
    async fresh() {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      await sql.raw(`create schema ${name}`).execute(db)
      const address = new URL(url)
      address.searchParams.set('options', `-c search_path=${name}`)
      return {
        address: { url: address.href },
        drop: async () => void (await sql.raw(`drop schema ${name} cascade`).execute(db)),
      }
    },
    close,
  }
}
