import { told } from '../audit/told.ts'
import { cutPower } from '../power-cut/drill.ts'
import type { Drill, DrillOptions } from './drill.ts'
import { seconds } from './words.ts'

const settlePatienceMs = 200_000

const cutsOn = (engine: 'sqlite' | 'postgres'): Drill => ({
  name: `power-cuts-${engine}`,
  promise: `after every power cut ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} opens with all that was acknowledged`,
  async run({ seed, isFull }: DrillOptions) {
    const wanted = isFull ? 100 : 50
    const report = await cutPower({ engine, cuts: wanted, honesty: 'honest', seed, channels: 6, settlePatienceMs })
    const { violations, promises, cuts, audited, rest } = report
    const sum = (of: 'pendingWrites' | 'lostSectors') => cuts.reduce((total, cut) => total + cut[of], 0)
    const did = [
      `${cuts.length} power cuts`,
      `${sum('pendingWrites')} writes not synced yet, ${sum('lostSectors')} sectors of them lost`,
      `${promises.initiated.size} payments acknowledged`,
      `${audited.captures} captured`,
      `${audited.deliveries} delivered`,
      `at rest after ${seconds(rest.settledAfterMs)}`,
    ].join(', ')
    return { did, violations: told(violations) }
  },
})

export const powerCutsOnSqlite = cutsOn('sqlite')
export const powerCutsOnPostgres = cutsOn('postgres')
