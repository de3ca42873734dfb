import type { Kysely } from 'kysely'
import type { CoverageReportList } from '../../operations/coverage-report-list.ts'
import type { Database } from '../schema.ts'

export function createCoverageReportList(db: Kysely<Database>): CoverageReportList {
  return {
    async complaints(limit) {
      const rows = await db
        .selectFrom('coverage_reports')
        .select(['place', 'lat_hundredths', 'lng_hundredths', 'technology', 'problem'])
        .select(({ fn }) => [fn.countAll<number>().as('reports'), fn.max('at').as('last_at')])
        .groupBy(['place', 'lat_hundredths', 'lng_hundredths', 'technology', 'problem'])
        .orderBy('reports', 'desc')
        .orderBy('last_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ lat_hundredths, lng_hundredths, last_at, reports, ...complaint }) => ({
        ...complaint,
        latHundredths: lat_hundredths,
        lngHundredths: lng_hundredths,
        reports: Number(reports),
        lastAt: last_at,
      }))
    },
  }
}
