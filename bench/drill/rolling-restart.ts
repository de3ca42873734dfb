import { findNginx } from '../../scripts/check/find-nginx.mjs'
import { told } from '../audit/told.ts'
import { restartRolling } from '../rolling-restart/drill.ts'
import type { Drill } from './drill.ts'

export const rollingRestart: Drill = {
  name: 'rolling-restart',
  promise: 'two nodes behind nginx are restarted one after the other under load, and no request fails',
  async run({ seed, isFull, databaseUrl }) {
    if (findNginx() === undefined)
      return { did: 'skipped: nginx is missing (apt-get install nginx-light)', violations: [] }
    const report = await restartRolling({
      rounds: isFull ? 20 : 4,
      drainSeconds: 3,
      restMs: 2_000,
      visitors: 8,
      payers: 8,
      databaseUrl,
      seed,
      settlePatienceMs: 200_000,
    })
    const { violations, failures, restarts, pages, payments, drains } = report
    const silent = drains.filter(({ isReady, closesConnection }) => isReady || !closesConnection).length
    return {
      did: `${restarts} restarts, ${pages} pages and ${payments} payments, ${failures.length} failed requests`,
      violations: [
        ...told(violations),
        ...failures,
        ...(silent === 0 ? [] : [`${silent} nodes did not say that they drain`]),
      ],
    }
  },
}
