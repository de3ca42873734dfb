import type { Kysely } from 'kysely'
import type { CoverageReportStore } from '../../places/coverage-reports.ts'
import type { Database } from '../schema.ts'

export function createCoverageReportStore(db: Kysely<Database>): CoverageReportStore {
  return {
    // Two at the same moment may both be the last one that is kept, which harms nobody.
    async keep({ latHundredths, lngHundredths, ...report }, { since, fromOnePlace, altogether }) {
      const here = { lat_hundredths: latHundredths, lng_hundredths: lngHundredths }
      const { all, fromHere } = await db
        .selectFrom('coverage_reports')
        .select(({ fn }) => [
          fn.countAll<number>().as('all'),
          fn
            .countAll<number>()
            .filterWhere((row) => row.and(here))
            .as('fromHere'),
        ])
        .where('at', '>', since)
        .executeTakeFirstOrThrow()
      if (all >= altogether || fromHere >= fromOnePlace) return false
      await db
        .insertInto('coverage_reports')
        .values({ ...report, ...here })
        .execute()
      return true
    },
  }
}
