import { createReconciliation } from '@nyanja/back-office/wiring/reconciliation'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'

/** Prints figures of one import, in a process of its own, whose memory is that of the import alone. */
export interface ImportFigures {
  readonly importMs: number
  readonly compareMs: number
  /** Processor time of both, without the server of PostgreSQL. */
  readonly cpuMs: number
  readonly mostMegabytes: number
  readonly cases: number
  readonly rows: number
}

const market = {
  timeZone: 'Africa/Blantyre',
  currency: 'MWK',
  secondCurrency: undefined,
  finance: { rules: { fees: {} } },
} as const

async function importOnce(database: OpenDatabase, file: string): Promise<ImportFigures> {
  const { files, imports, reconciliation, cases, store } = createReconciliation({
    database,
    now: Date.now,
    market,
  })
  const reading = files.open(file, 'paystack')
  if (reading === undefined) throw new Error('There is no such format')
  const begunAt = performance.now()
  const result = await imports.import(reading, { by: 'bench' })
  if (result.outcome !== 'imported') throw new Error(JSON.stringify(result))
  const importedAt = performance.now()
  await reconciliation.compare()
  const comparedAt = performance.now()
  const open = await cases.countOpen()
  return {
    importMs: importedAt - begunAt,
    compareMs: comparedAt - importedAt,
    cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
    mostMegabytes: process.resourceUsage().maxRSS / 1000,
    cases: open.reduce((sum, one) => sum + one.cases, 0),
    rows: (await store.find(result.import.id))?.rows ?? 0,
  }
}

const [address = '', file = ''] = process.argv.slice(2)
if (process.send !== undefined) {
  const database = openDatabase(address.startsWith('postgres') ? { url: address } : { file: address, isBeside: true })
  process.send(await importOnce(database, file))
  await database.close()
  process.disconnect()
}
