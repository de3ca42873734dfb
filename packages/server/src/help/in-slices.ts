import { setImmediate as breathe } from 'node:timers/promises'

const rowsAtOnce = 50

/** Long work among visitors: what they ask is answered between the slices of it. */
export async function inSlices<Row>(rows: Iterable<Row>, work: (row: Row) => void): Promise<void> {
  let done = 0
  for (const row of rows) {
    work(row)
    done += 1
    if (done % rowsAtOnce === 0) await breathe()
  }
}
