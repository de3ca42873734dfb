import { told } from '../audit/told.ts'
import { restoreUnderLoad } from '../restore/drill.ts'
import type { Drill, DrillOptions } from './drill.ts'

function restoreOn(name: string, where: (options: DrillOptions) => { readonly databaseUrl?: string }): Drill {
  return {
    name: `restore-${name}`,
    promise: 'a backup that is restored under way delivers nothing twice, and no capture after it is forgotten',
    async run(options) {
      const { isFull, seed } = options
      const report = await restoreUnderLoad({
        ...where(options),
        before: isFull ? 1_000 : 150,
        after: isFull ? 1_000 : 150,
        channels: 8,
        seed,
        settlePatienceMs: 200_000,
      })
      return {
        did: `${report.delivered} delivered, ${report.unknownCaptures} captures after the backup, ${report.listed} listed`,
        violations: told(report.violations),
      }
    },
  }
}

export const restoreOnSqlite = restoreOn('sqlite', () => ({}))
export const restoreOnPostgres = restoreOn('postgres', ({ databaseUrl }) => ({ databaseUrl }))
