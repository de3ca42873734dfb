import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, inject, it } from 'vitest'
import { DataKeys } from './data-keys.ts'
import type { EngineTables } from './engine-tables.ts'
import { type Migration, migrate } from './migrate.ts'
import { type Engine, type OpenDatabase, openDatabase, openInMemory } from './open.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The names of the databases of this run begin with it. */
    readonly templateDatabase: string
  }
}

/** A database that is closed and deleted after its test. */
export interface TestDatabase<Tables> extends OpenDatabase<Tables> {
  /** The address of its server, empty on SQLite. */
  readonly url: string
}

export interface Opened<Tables> {
  readonly database: TestDatabase<Tables>
  /** Prepares the database for the next test, or ends it. */
  release(): Promise<void>
}

/** Opens the databases of a suite's tests. */
export interface Source<Wanted, Tables> {
  open(wanted: Wanted): Promise<Opened<Tables>>
  close(): Promise<void>
}

type Sources<Wanted, Tables> = Readonly<Record<Engine, (serverUrl: string) => Source<Wanted, Tables>>>

type Suite<Wanted, Tables> = (open: (wanted: Wanted) => Promise<TestDatabase<Tables>>, engine: Engine) => void

/** Defines a suite once for both engines, each with databases of its source. */
export function describeWithSources<Wanted, Tables>(
  name: string,
  sources: Sources<Wanted, Tables>,
  suite: Suite<Wanted, Tables>,
): void {
  describeOn('sqlite', name, suite, () => sources.sqlite(''))

  const url: string | undefined = import.meta.env.TEST_DATABASE_URL
  if (url) describeOn('postgres', name, suite, () => sources.postgres(url))
  else it(`${name} on postgres`, { tags: ['postgres'] }, refuseToSkip)
}

export function refuseToSkip(): never {
  throw new Error('TEST_DATABASE_URL is missing: `npm test` starts a PostgreSQL for the tests and sets it')
}

function describeOn<Wanted, Tables>(
  engine: Engine,
  name: string,
  suite: Suite<Wanted, Tables>,
  openSource: () => Source<Wanted, Tables>,
): void {
  describe(`${name} on ${engine}`, () => {
    const source = openSource()
    afterAll(() => source.close())

    const opened: Opened<Tables>[] = []
    afterEach(async () => {
      for (const { release } of opened.splice(0).reverse()) await release()
    })

    suite(async (wanted) => {
      const one = await source.open(wanted)
      opened.push(one)
      return one.database
    }, engine)
  })
}

/** SQLite encrypts, PostgreSQL does not: each suite shows that stores work with and without keys. */
export const testKeys = new DataKeys({ current: { id: 'test', secret: new Uint8Array(32).fill(7) }, earlier: [] })

/** An empty database on the PostgreSQL server. */
export async function createOn(serverDb: OpenDatabase['db'], serverUrl: string, template = 'template1') {
  // The run drops what its workers leave behind by the first part of the name.
  const name = `${inject('templateDatabase')}_${randomUUID().slice(0, 8)}`
  await sql.raw(`create database ${name} template ${template}`).execute(serverDb)
  return {
    address: { url: urlOfDatabase(serverUrl, name) },
    drop: async () => void (await sql.raw(`drop database ${name} with (force)`).execute(serverDb)),
  }
}

/** The server's address with the name of a database on it. */
export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** An empty database on PostgreSQL, for tests of the server itself. */
export async function createDatabaseForTest() {
  const url: string | undefined = import.meta.env.TEST_DATABASE_URL
  if (!url) refuseToSkip()
  const server = openDatabase<EngineTables>({ url })
  const { address, drop } = await createOn(server.db, url)
  return {
    address,
    async drop() {
      await drop()
      await server.close()
    },
  }
}

type Migrations = readonly Migration[]

const sources: Sources<Migrations, EngineTables> = {
  sqlite: () => ({
    async open(migrations) {
      const database = openInMemory<EngineTables>({ keys: testKeys })
      await migrate(database, migrations)
      return { database: { ...database, url: '' }, release: database.close }
    },
    close: async () => {},
  }),
  postgres: (url) => {
    const server = openDatabase<EngineTables>({ url })
    return {
      async open(migrations) {
        const { address, drop } = await createOn(server.db, url)
        const database = openDatabase<EngineTables>(address)
        await migrate(database, migrations)
        const release = async () => {
          await database.close()
          await drop()
        }
        return { database: { ...database, ...address }, release }
      },
      close: server.close,
    }
  },
}

/** Defines a suite once for both engines: each test opens databases that hold nothing but what it migrates. */
export function describeOnEachEngine(name: string, suite: Suite<Migrations, EngineTables>): void {
  describeWithSources(name, sources, suite)
}
