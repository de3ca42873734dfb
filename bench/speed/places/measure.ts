import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPlaceFiles } from '@nyanja/server/adapters/place-files/place-files'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import { createPlaceStore } from '@nyanja/server/db/places/place-store'
import { createShopStore } from '@nyanja/server/db/places/shop-store'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { PlaceRegister } from '@nyanja/server/places/place-register'
import { readCommand } from '../../../scripts/command.mjs'
import { seededRandom } from '../../environment/arrivals.ts'
import { createSchema, databaseOption } from '../../environment/database.ts'
import type { Budget } from '../../environment/results.ts'
import { type Cleanup, printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { median, quantile } from '../../environment/statistics.ts'

const { values } = readCommand({
  name: 'npm run bench -- shops',
  about: 'Measures the search for the nearest of many shops, on both databases.',
  options: {
    shops: { type: 'string', default: '100000', value: 'count', about: 'shops in the country' },
    questions: { type: 'string', default: '500', value: 'count', about: 'how many searches are measured' },
    database: databaseOption,
  },
})

const promisedMs = 5
/** The budget for 99 of 100; it does not decide the exit code. */
const aimedP99Ms = 3
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

/** A whole country, so that no shop is outside. */
const bounds = { south: -18, west: 32, north: -9, east: 37 }

async function measureOn(engine: string, database: OpenDatabase, folder: string): Promise<Measured> {
  const loadTables = async () => {
    const register = new PlaceRegister({
      source: createPlaceFiles({ folder, phoneDigits: 9, translations: ['sw'] }),
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
  await migrateTables(sqlite)
  measured.push(await measureOn('SQLite', sqlite, folder))
  if (values.database !== '') {
    const schema = await createSchema(values.database)
    cleanup(() => schema.drop())
    const postgres = openDatabase({ url: schema.url })
    cleanup(() => postgres.close())
    measured.push(await measureOn('PostgreSQL', postgres, folder))
  }
  print(measured)
  const isKept = printBudgets(measured.flatMap(budgetsOf))
  printBudgets(measured.flatMap(aimsOf))
  return isKept
}

const ms = (value: number) => `${value.toFixed(value < 100 ? 2 : 0)} ms`

function print(measured: readonly Measured[]): void {
  console.log(
    `${values.shops} shops; the nearest ${nearest}, searched ${values.questions} times in towns and elsewhere\n`,
  )
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

function aimsOf({ engine, inTowns, anywhere: elsewhere }: Measured): Budget[] {
  const p99 = Math.max(quantile(inTowns, 0.99), quantile(elsewhere, 0.99))
  const promise = `aim: nearest ${nearest} within ${aimedP99Ms} ms (p99) on ${engine}`
  return [{ promise, isKept: p99 <= aimedP99Ms, figure: ms(p99) }]
}

export interface Centre {
  readonly latitude: number
  readonly longitude: number
}

/** Where people live: four in five shops are around these, each with half as many as the one before. */
const towns: readonly Centre[] = [
  { latitude: -13.9669, longitude: 33.7873 },
  { latitude: -15.785, longitude: 35.0085 },
  { latitude: -11.4656, longitude: 34.0207 },
  { latitude: -15.386, longitude: 35.3188 },
  { latitude: -13.0333, longitude: 33.4833 },
]

const heads = 'id,kind,name,address,town,district,phone,latitude,longitude,mon,tue,wed,thu,fri,sat,sun,services'

/** Writes the same ones every time, as an editor's tables; about a tenth are the operator's own. */
export function writeTables(folder: string, { count, address }: { count: number; address: string }): void {
  const random = seededRandom(11)
  const shops = Array.from({ length: count }, (_, at) => {
    const { latitude, longitude } = random() < 0.8 ? aroundATown(random) : anywhere(random)
    const where = at === 5 ? address : 'Main Road beside the market'
    const hours = '08:00-17:00,'.repeat(5)
    return `b${at},${at % 10 === 0 ? 'own' : 'dealer'},Shop ${at} - Town,${where},Town,District,999000101,${latitude.toFixed(5)},${longitude.toFixed(5)},${hours}08:00-12:00,,mobile-money`
  })
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`)
  write('districts.csv', ['id,name,region,latitude,longitude', 'd,District,Region,-14,34'])
  write('towns.csv', ['name,district,latitude,longitude,homeInternet', 'Town,District,-14,34,no'])
  write('shops.csv', [heads, ...shops])
}

/** Picks a point inside the country's box. */
export function anywhere(random: () => number): Centre {
  return { latitude: -17 + random() * 7.5, longitude: 32.7 + random() * 3.1 }
}

/** The point is closer to its middle than to its edge. */
export function aroundATown(random: () => number): Centre {
  const share = random()
  const town = towns[Math.min(towns.length - 1, Math.floor(-Math.log2(1 - share)))] ?? { latitude: 0, longitude: 0 }
  const [angle, distance] = [random() * 2 * Math.PI, random() ** 2 * 0.25]
  return {
    latitude: town.latitude + Math.sin(angle) * distance,
    longitude: town.longitude + Math.cos(angle) * distance,
  }
}

await runBench('Shops near a point', measureAll)
