import { told } from '../audit/told.ts'
import { restartUnderLoad } from '../database-restarts/drill.ts'
import { quantile } from '../stage/figures.ts'
import type { Drill } from './drill.ts'
import { seconds } from './words.ts'

export const databaseRestarts: Drill = {
  name: 'database-restarts',
  promise: 'PostgreSQL may be restarted every 5–10 s: the portal comes back by itself and every payment ends correctly',
  async run({ seed, isFull }) {
    const report = await restartUnderLoad({
      restarts: isFull ? 60 : 15,
      payments: 5_000,
      shortestLifeMs: 5_000,
      longestLifeMs: 10_000,
      seed,
      channels: 8,
      settlePatienceMs: 200_000,
    })
    const { violations, restarts, payments, delivered, rest, readyAfterMs, captureToDeliveryMs } = report
    const did = [
      `${restarts} restarts`,
      `${payments} payments acknowledged`,
      `${delivered} delivered`,
      `ready p99 ${seconds(quantile(readyAfterMs, 0.99))} after the server`,
      `paid → delivered p99 ${seconds(quantile(captureToDeliveryMs, 0.99))}`,
      `at rest after ${seconds(rest.settledAfterMs)}`,
    ].join(', ')
    return { did, violations: told(violations) }
  },
}
