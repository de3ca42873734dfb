import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createPlaceFiles } from '../../apps/portal/server/adapters/place-files/place-files.ts'
import { migrate } from '../../apps/portal/server/db/migrate.ts'
import { migrations } from '../../apps/portal/server/db/migrations/all.ts'
import { type OpenDatabase, openDatabase } from '../../apps/portal/server/db/open.ts'
import { createPlaceStore } from '../../apps/portal/server/db/places/place-store.ts'
import { createShopStore } from '../../apps/portal/server/db/places/shop-store.ts'
import { PlaceRegister } from '../../apps/portal/server/places/place-register.ts'
import { createSchema } from '../stage/database.ts'
import { type Budget, median, printBudgets, printTable, quantile } from '../stage/figures.ts'
import { seededRandom } from '../stage/random.ts'
import { type Cleanup, runBench } from '../stage/run-bench.ts'
import { anywhere, aroundATown, type Centre, writeTables } from './many-shops.ts'

const { values } = parseArgs({
  options: {
    shops: { type: 'string', default: '100000' },
    questions: { type: 'string', default: '500' },
    /** A PostgreSQL to measure beside SQLite. */
    database: { type: 'string', default: process.env.TEST_DATABASE_URL ?? '' },
  },
})

const promisedMs = 5
const nearest = 20

interface Measured {
  readonly engine: string
  readonly loadMs: number
  readonly editMs: number
  readonly inTowns: readonly number[]
  readonly anywhere: readonly number[]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

/** A whole country, so that no shop lies outside. */
const bounds = { south: -18, west: 32, north: -9, east: 37 }

async function measureOn(engine: string, database: OpenDatabase, folder: string): Promise<Measured> {
  const loadTables = async () => {
    const register = new PlaceRegister({
      source: createPlaceFiles({ folder, phoneDigits: 9, secondLanguage: 'sw' }),
      store: createPlaceStore(database.db, Date.now),
      bounds,
      log: { warn: console.log, error: console.error },
    })
    await register.load()
    await register.close()
  }
  writeTables(folder, { count: Number(values.shops), address: 'Old building' })
  const loadMs = await timed(loadTables)
  writeTables(folder, { count: Number(values.shops), address: 'New building' })
  const editMs = await timed(loadTables)
  const store = createShopStore(database.db)
  const ask = async (point: Centre) =>
    timed(() => store.nearest({ point, kind: 'dealer', radiusKm: 100, limit: nearest }))
  const random = seededRandom(23)
  for (let at = 0; at < 100; at++) await ask(anywhere(random))
  const askAll = async (pointOf: (random: () => number) => Centre) => {
    const took: number[] = []
    for (let at = 0; at < Number(values.questions); at++) took.push(await ask(pointOf(random)))
    return took
  }
  return { engine, loadMs, editMs, inTowns: await askAll(aroundATown), anywhere: await askAll(anywhere) }
}

async function measureAll(cleanup: Cleanup): Promise<boolean> {
  const measured: Measured[] = []
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-places-'))
  cleanup(() => rmSync(folder, { recursive: true, force: true }))
  const sqlite = openDatabase({ file: ':memory:' })
  cleanup(() => sqlite.close())
  await migrate(sqlite, migrations)
  measured.push(await measureOn('SQLite', sqlite, folder))
  if (values.database !== '') {
    const schema = await createSchema(values.database)
    cleanup(() => schema.drop())
    const postgres = openDatabase({ url: schema.url })
    cleanup(() => postgres.close())
    measured.push(await measureOn('PostgreSQL', postgres, folder))
  }
  print(measured)
  return printBudgets(measured.flatMap(budgetsOf))
}

const ms = (value: number) => `${value.toFixed(value < 100 ? 2 : 0)} ms`

function print(measured: readonly Measured[]): void {
  console.log(`${values.shops} shops; the nearest ${nearest}, asked ${values.questions} times in towns and anywhere\n`)
  printTable(
    ['', 'file, first load', 'file, one edit', 'town, median', 'p99', 'anywhere, median', 'p99'],
    measured.map(({ engine, loadMs, editMs, inTowns, anywhere: elsewhere }) => [
      engine,
      ms(loadMs),
      ms(editMs),
      ms(median(inTowns)),
      ms(quantile(inTowns, 0.99)),
      ms(median(elsewhere)),
      ms(quantile(elsewhere, 0.99)),
    ]),
  )
}

function budgetsOf({ engine, inTowns, anywhere: elsewhere }: Measured): Budget[] {
  const took = median([...inTowns, ...elsewhere])
  return [
    {
      promise: `nearest ${nearest} within ${promisedMs} ms on ${engine}`,
      isKept: took <= promisedMs,
      figure: ms(took),
    },
  ]
}

await runBench('Shops near a point', measureAll)
