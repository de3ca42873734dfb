import { told } from '../audit/told.ts'
import { paySilently } from '../silent-callbacks/drill.ts'
import { quantile } from '../stage/figures.ts'
import type { Drill } from './drill.ts'
import { seconds } from './words.ts'

const promisedMs = 15_000

export const silentCallbacks: Drill = {
  name: 'silent-callbacks',
  promise: 'without any callback a payment is settled within 15 s (p99)',
  async run({ seed, isFull }) {
    const payments = isFull ? 2_000 : 500
    const report = await paySilently({ payments, firstEnquirySeconds: 5, slowestPayerMs: 100_000, seed })
    const { violations, captures, toFinalMs, toDeliveryMs } = report
    const did = [
      `${captures} payments`,
      `paid → settled p50 ${seconds(quantile(toFinalMs, 0.5))}, p99 ${seconds(quantile(toFinalMs, 0.99))}`,
      `paid → delivered p99 ${seconds(quantile(toDeliveryMs, 0.99))}`,
    ].join(', ')
    const isLate = quantile(toFinalMs, 0.99) > promisedMs
    return { did, violations: [...told(violations), ...(isLate ? ['some were settled too late'] : [])] }
  },
}
