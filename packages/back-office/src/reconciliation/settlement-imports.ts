import type { Currency } from '@nyanja/domain/money/money'
import { endedDays } from '@nyanja/domain/reconciliation/covered-days'
import { isCompared } from '@nyanja/domain/reconciliation/records'
import { paced } from '@nyanja/server/common/paced'
import { type DaySpan, type FoundFaults, ImportChecks } from './import-checks.ts'
import { restOfImports } from './reconciliation.ts'
import type { SettlementEntry, SettlementReading } from './settlement-files.ts'
import type { SettlementImport, SettlementImportStore } from './settlement-store.ts'

interface ImportsOptions {
  readonly store: SettlementImportStore
  /** The time in epoch milliseconds. */
  readonly now: () => number
  /** The market's calendar day. */
  readonly dayOf: (at: number) => string
  /** The currencies of the market. */
  readonly currencies: readonly Currency[]
}

export interface ImportRequest {
  readonly by: string
  /** The days that the file reports on; by default, those of its rows. */
  readonly days?: DaySpan | undefined
}

export type ImportResult =
  | { readonly outcome: 'imported'; readonly import: SettlementImport }
  | { readonly outcome: 'imported_before'; readonly first: SettlementImport }
  | ({ readonly outcome: 'refused' } & FoundFaults)

/** The rows of one statement: a batch is the only part of a file in memory. */
const batchSize = 1500

/** Imports what counterparts report: all of it or nothing, and nothing twice. An import changes no payment. */
export class SettlementImports {
  readonly #options: ImportsOptions

  constructor(options: ImportsOptions) {
    this.#options = options
  }

  async import(reading: SettlementReading, request: ImportRequest): Promise<ImportResult> {
    const { store, now, dayOf, currencies } = this.#options
    const digest = await reading.digest()
    const first = await store.findByDigest(digest)
    if (first !== undefined) return { outcome: 'imported_before', first }

    const { terms } = reading
    const checks = new ImportChecks({ terms, today: dayOf(now()), currencies, expected: request.days })
    const importId = await store.begin(terms, { name: reading.name, by: request.by })
    try {
      await this.#stage(reading, importId, checks)
      const found = checks.end()
      if (found.faults.length > 0) return { outcome: 'refused', ...found }
      return await this.#commit(reading, { importId, digest, checks })
    } finally {
      // The call has no effect on a committed import.
      await store.discard(importId)
    }
  }

  async #stage({ entries, terms }: SettlementReading, importId: number, checks: ImportChecks): Promise<void> {
    const { store } = this.#options
    let staged = 0
    for await (const batch of paced(inBatches(entries, checks), restOfImports)) {
      const subjects = await store.resolve(terms, batch)
      checks.addKnown(batch.filter(({ kind }, at) => isCompared(kind) && subjects[at] !== undefined).length)
      const rows = batch.map((entry, at) => ({ ...entry, row: staged + at + 1, subject: subjects[at] }))
      await store.add(importId, rows)
      staged += batch.length
    }
  }

  async #commit(
    reading: SettlementReading,
    { importId, digest, checks }: { readonly importId: number; readonly digest: string; readonly checks: ImportChecks },
  ): Promise<ImportResult> {
    const { store, now, dayOf } = this.#options
    await store.addBalances(importId, reading.balances())
    const days = checks.reportedDays()
    const ended = endedDays(days, dayOf(now()))
    const committed = await store.commit(importId, digest, {
      days: ended ?? days,
      rows: checks.rows,
      unread: checks.unread,
      isComplete: reading.isComplete() && ended !== undefined,
    })
    if (committed.outcome === 'imported_before') return committed
    const done = await store.find(importId)
    if (done === undefined) throw new Error(`Import ${importId} is gone`)
    return { outcome: 'imported', import: done }
  }
}

/**
 * Yields the entries of a file in batches. Faults are recorded, and the file is read no further when they are too many.
 */
async function* inBatches(
  entries: SettlementReading['entries'],
  checks: ImportChecks,
): AsyncIterable<readonly SettlementEntry[]> {
  let batch: SettlementEntry[] = []
  for await (const read of entries) {
    if ('fault' in read) checks.addFault(read.fault)
    else if ('unread' in read) checks.addUnread(read.unread)
    else {
      checks.add(read.entry)
      batch.push(read.entry)
    }
    if (checks.isHopeless) return
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
