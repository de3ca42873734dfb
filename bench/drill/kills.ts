import { told } from '../audit/told.ts'
import { killUnderLoad } from '../kill/drill.ts'
import { quantile } from '../stage/figures.ts'
import type { Drill, DrillOptions } from './drill.ts'
import { seconds } from './words.ts'

const settlePatienceMs = 300_000

const killsOn = (engine: 'SQLite' | 'PostgreSQL'): Drill => ({
  name: `kills-${engine === 'SQLite' ? 'sqlite' : 'postgres'}`,
  promise: `killed at any moment under load, while providers misbehave, nothing is lost or done twice on ${engine}`,
  async run({ seed, isFull, databaseUrl }: DrillOptions) {
    const kills = isFull ? 1_000 : 300
    const { promises, report, rest, restartMs, captureToDeliveryMs } = await killUnderLoad({
      kills,
      seed,
      channels: 8,
      hasFaults: true,
      databaseUrl: engine === 'SQLite' ? undefined : databaseUrl,
      settlePatienceMs,
    })
    const did = [
      `${kills} kills`,
      `${promises.initiated.size} payments acknowledged`,
      `${report.captures} captured`,
      `${report.deliveries} delivered`,
      `${report.inReview} in review`,
      `restart p99 ${seconds(quantile(restartMs, 0.99))}`,
      `paid → delivered p99 ${seconds(quantile(captureToDeliveryMs, 0.99))}`,
      `at rest after ${seconds(rest.settledAfterMs)}`,
    ].join(', ')
    return { did, violations: told(report.violations) }
  },
})

export const killsOnSqlite = killsOn('SQLite')
export const killsOnPostgres = killsOn('PostgreSQL')
