import { createHash } from 'node:crypto'
import {
  type BssList,
  type BssRecord,
  type BssRecordSource,
  type BssRecords,
  bssLists,
} from '@nyanja/server/payments/bss-records'
import type { EntryRead, SettlementReading } from './settlement-files.ts'

/** The number of deliveries of each list by the portal's own records. */
export interface DeliveryCounts {
  countDelivered(period: { readonly from: number; readonly until: number }): Promise<Readonly<Record<BssList, number>>>
}

interface BssOptions {
  readonly source: BssRecordSource
  readonly counts: DeliveryCounts
  readonly dayOf: (at: number) => string
  /** The first moment of a market's day. */
  readonly startOf: (day: string) => number
}

const dayMs = 86_400_000

/** Imports and compares what the BSS reports about a day, like a file. */
export class BssReconciliation {
  readonly #options: BssOptions

  constructor(options: BssOptions) {
    this.#options = options
  }

  async read(day: string): Promise<SettlementReading> {
    const { source, counts, dayOf, startOf } = this.#options
    const period = { from: startOf(day), until: startOf(day) + dayMs }
    const delivered = await counts.countDelivered(period)
    const lists: { readonly list: BssList; readonly found: BssRecords }[] = []
    for (const list of bssLists) lists.push({ list, found: await source.list(list, period) })
    // A list is not believed to be empty where something was delivered.
    const isComplete = lists.every(
      ({ list, found }) => found.isComplete && (found.records.length > 0 || delivered[list] === 0),
    )
    const records = lists.flatMap(({ found }) => found.records)
    return {
      terms: {
        ...{ counterpart: 'bss', source: 'bss', format: 'tmf', gateways: [], lateAfterDays: 1, sharedAccount: false },
      },
      name: `BSS ${day}`,
      entries: entriesOf(records, dayOf),
      digest: async () =>
        createHash('sha256')
          .update(JSON.stringify(['tmf', day, isComplete, records]))
          .digest('hex'),
      isComplete: () => isComplete,
      balances: () => [],
    }
  }
}

async function* entriesOf(records: readonly BssRecord[], dayOf: (at: number) => string): AsyncGenerator<EntryRead> {
  for (const [at, { reference, bssReference, amount, at: doneAt }] of records.entries())
    yield {
      entry: {
        ...{ line: at + 1, kind: 'delivery', day: dayOf(doneAt), providerReference: bssReference },
        ...(reference !== undefined && { reference }),
        ...(amount !== undefined && { amount }),
      },
    }
}
