import { told } from '../audit/told.ts'
import { payWithSkewedClock } from '../clock-skew/drill.ts'
import type { Drill } from './drill.ts'

const minute = 60_000
const skewsMs = [-60 * minute, 3 * minute, 24 * 60 * minute]

export const clockSkew: Drill = {
  name: 'clock-skew',
  promise: 'one of two processes may be an hour slow, three minutes fast or a day ahead: nothing is delivered twice',
  async run({ isFull, databaseUrl }) {
    const report = await payWithSkewedClock({
      databaseUrl,
      skewsMs,
      payments: isFull ? 120 : 12,
      bssTakesMs: 6_000,
      settlePatienceMs: 200_000,
    })
    const reviews = report.reviews.map((review) => `left to a person: ${review}`)
    return {
      did: `${skewsMs.length} wrong clocks, ${report.delivered} payments delivered`,
      violations: [...told(report.violations), ...reviews],
    }
  },
}
