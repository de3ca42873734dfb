import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newTimedId } from '@nyanja/server/common/ids'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { readCommand } from '../../../scripts/command.mjs'
import { startOwnPostgres } from '../../environment/database.ts'
import type { Budget } from '../../environment/results.ts'
import { type Cleanup, printBudgets, printTable, runBench, seconds } from '../../environment/run-bench.ts'
import type { ImportFigures } from './import-once.ts'
import { importIn, type PaystackRow, writePaystackFile } from './run-import.ts'

const { values } = readCommand({
  name: 'npm run bench -- reconciliation',
  about: 'Imports a settlement file and compares it with as many payments, on both databases.',
  options: {
    rows: { type: 'string', default: '500000', value: 'count', about: 'rows of the large file' },
    engine: { type: 'string', default: 'both', value: 'name', about: 'sqlite, postgres or both' },
  },
})

const promisedMs = 120_000
/** Memory of the large import beside that of one with a tenth of its rows. */
const promisedGrowth = 1.5
/** Every so many payments one row is missing, and one has another amount. */
const faultEvery = 10_000

const batchSize = 1000
const day = 86_400_000

interface SeededPayment {
  readonly id: string
  readonly at: number
}

async function addPayments({ db }: OpenDatabase, count: number, startsAt: number): Promise<readonly SeededPayment[]> {
  const payments: SeededPayment[] = []
  for (let done = 0; done < count; done += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, count - done) }, (_, at) => {
      const time = startsAt + Math.floor(((done + at) / count) * 0.9 * day)
      return { id: newTimedId(time), order: newTimedId(time), reference: `NYA-${startsAt}-${done + at}`, at: time }
    })
    await db
      .insertInto('orders')
      .values(
        batch.map(({ order, at }) => ({
          ...{ id: order, channel: 'web', language: 'en', msisdn: '999000001', line_type: 'PREPAID', kind: 'airtime' },
          ...{ amount_minor: 500_000, currency: 'MWK', redirect_page: '/', created_at: at, expires_at: at },
        })),
      )
      .execute()
    await db
      .insertInto('attempts')
      .values(
        batch.map(({ id, order, reference, at }) => ({
          ...{ id, order_id: order, reference, method: 'card', gateway: 'paystack', checkout_type: 'redirect' },
          ...{ state: 'captured', amount_minor: 500_000, currency: 'MWK', payer_msisdn: '999000001' },
          ...{ return_token: id, provider_reference: id.slice(0, 20), handed_over_at: at, decided_at: at },
          ...{ created_at: at, expires_at: at },
        })),
      )
      .execute()
    payments.push(...batch)
  }
  return payments
}

/** Returns the rows with the faults. */
function* rowsOf(payments: readonly SeededPayment[]): Generator<PaystackRow> {
  for (const [place, { id, at }] of payments.entries()) {
    if (place % faultEvery === 1) continue
    const amountMinor = place % faultEvery === 2 ? 400_000 : 500_000
    yield { providerReference: String(4_000_000_000 + place), reference: id, type: 'transaction', amountMinor, at }
  }
}

interface Measured extends ImportFigures {
  readonly engine: string
}

async function measureOn(engine: string, address: string, folder: string): Promise<readonly Measured[]> {
  const database = openDatabase(address.startsWith('postgres') ? { url: address } : { file: address })
  await migrateTables(database)
  const rows = Number(values.rows)
  const today = Math.floor(Date.now() / day) * day
  const sizes = [
    { count: Math.ceil(rows / 10), startsAt: today - 8 * day },
    { count: rows, startsAt: today - 3 * day },
  ]
  const files: string[] = []
  for (const { count, startsAt } of sizes) {
    const file = path.join(folder, `${engine}-${count}.csv`)
    await writePaystackFile(file, rowsOf(await addPayments(database, count, startsAt)))
    files.push(file)
  }
  await database.close()
  const measured: Measured[] = []
  for (const file of files) measured.push({ engine, ...(await importIn(address, file)) })
  return measured
}

function budgetsOf([small, large]: readonly Measured[]): readonly Budget[] {
  if (small === undefined || large === undefined) return []
  const took = large.importMs + large.compareMs
  const growth = large.mostMegabytes / small.mostMegabytes
  const expected = Math.floor(Number(values.rows) / faultEvery) * 2
  const found = large.cases - small.cases
  return [
    {
      promise: `${values.rows} rows imported and compared within ${promisedMs / 1000} s on ${large.engine}`,
      isKept: took <= promisedMs,
      figure: seconds(took),
    },
    {
      promise: `their memory at most ${promisedGrowth} times that of a tenth of the rows on ${large.engine}`,
      isKept: growth <= promisedGrowth,
      figure: growth.toFixed(2),
    },
    {
      promise: `every fault of the file found, and no other, on ${large.engine}`,
      isKept: found === expected,
      figure: `${found} of ${expected}`,
    },
  ]
}

async function measureAll(cleanup: Cleanup): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-reconciliation-'))
  cleanup(() => rmSync(folder, { recursive: true }))
  const measured: (readonly Measured[])[] = []
  if (values.engine !== 'postgres') measured.push(await measureOn('SQLite', path.join(folder, 'portal.db'), folder))
  if (values.engine !== 'sqlite') {
    const postgres = await startOwnPostgres()
    cleanup(() => postgres.close())
    measured.push(await measureOn('PostgreSQL', await postgres.createDatabase('portal'), folder))
  }
  printTable(
    ['', 'rows', 'import', 'comparison', 'processor', 'most memory', 'cases'],
    measured
      .flat()
      .map(({ engine, rows, importMs, compareMs, cpuMs, mostMegabytes, cases }) => [
        ...[engine, String(rows), seconds(importMs), seconds(compareMs)],
        ...[seconds(cpuMs), `${mostMegabytes.toFixed(0)} MB`, String(cases)],
      ]),
  )
  return printBudgets(measured.flatMap(budgetsOf))
}

await runBench('How large settlement files are imported', measureAll)
