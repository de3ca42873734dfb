import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createPdfReceiptPrinter } from '@nyanja/server/adapters/pdf-receipt/pdf-receipt-printer'
import { bundleReceipt } from '@nyanja/server/adapters/pdf-receipt/test-receipts'
import { readCommand } from '../../../scripts/command.mjs'
import { printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { median, quantile } from '../../environment/statistics.ts'

const { values } = readCommand({
  name: 'npm run bench -- receipts',
  about: 'Measures how long a receipt takes to be drawn, how large it is, and how long others wait meanwhile.',
  options: { receipts: { type: 'string', default: '300', value: 'count', about: 'how many are drawn' } },
})

const promisedKilobytes = 60
/** The most that the event loop, and with it a payment, waits for one receipt. */
const promisedWaitMs = 100
const warmUp = 20

async function measureAll(): Promise<boolean> {
  const printer = createPdfReceiptPrinter()
  const draw = (at: number) => printer.print({ ...bundleReceipt, reference: `NYA-0000-${String(at).padStart(4, '0')}` })
  for (let at = 0; at < warmUp; at += 1) await draw(at)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const before = process.cpuUsage()
  const tookMs: number[] = []
  let largest = 0
  for (let at = 0; at < Number(values.receipts); at += 1) {
    const begunAt = performance.now()
    largest = Math.max(largest, (await draw(at)).length)
    tookMs.push(performance.now() - begunAt)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { user, system } = process.cpuUsage(before)
  const [kilobytes, waitMs] = [largest / 1024, delay.max / 1e6]
  printTable(
    ['', 'p50', 'p99', 'processor', 'longest wait of others', 'size'],
    [
      [
        ...[
          'a receipt',
          ...[median(tookMs), quantile(tookMs, 0.99)].map(ms),
          ms((user + system) / 1000 / tookMs.length),
        ],
        ...[ms(waitMs), `${kilobytes.toFixed(1)} KB`],
      ],
    ],
  )
  return printBudgets([
    {
      promise: `a receipt has at most ${promisedKilobytes} KB`,
      isKept: kilobytes <= promisedKilobytes,
      figure: `${kilobytes.toFixed(1)} KB`,
    },
    {
      promise: `others wait at most ${promisedWaitMs} ms for one`,
      isKept: waitMs <= promisedWaitMs,
      figure: ms(waitMs),
    },
  ])
}

const ms = (value: number) => `${value.toFixed(1)} ms`

await runBench('How receipts are drawn', measureAll)
