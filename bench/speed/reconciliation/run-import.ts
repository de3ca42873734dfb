import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import type { ImportFigures } from './import-once.ts'

export interface PaystackRow {
  readonly providerReference: string
  readonly reference: string
  readonly type: 'transaction' | 'reversal'
  readonly amountMinor: number
  /** The time is epoch milliseconds. */
  readonly at: number
}

const heading =
  'Transaction ID,Reference,Type,Amount,Fees,Amount Due,Currency,Transaction Date,Payout ID,Settlement Date'
const feeMinor = 10_000
const decimal = (minor: number) => (minor / 100).toFixed(2)

export async function writePaystackFile(file: string, rows: Iterable<PaystackRow>): Promise<void> {
  const stream = createWriteStream(file)
  stream.write(`${heading}\n`)
  for (const { providerReference, reference, type, amountMinor, at } of rows) {
    const time = new Date(at).toISOString()
    const sums = [amountMinor, feeMinor, amountMinor - feeMinor].map(decimal).join(',')
    const row = `${providerReference},${reference},${type},${sums},MWK,${time},PO-1,${time.slice(0, 10)}\n`
    if (!stream.write(row)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}

/** Imports a file in a process of its own, as the operator's command does. `address` is that of the database. */
export async function importIn(address: string, file: string): Promise<ImportFigures> {
  const child = fork(path.join(import.meta.dirname, 'import-once.ts'), [address, file], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const [figures]: ImportFigures[] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The import has failed'))),
  ])
  if (figures === undefined) throw new Error('The import has no figures')
  return figures
}
