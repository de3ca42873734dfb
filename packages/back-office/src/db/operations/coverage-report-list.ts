import { transaction } from '@nyanja/database/transaction'
import { isCoverageProblem, isTechnology } from '@nyanja/domain/places/coverage'
import { recordAction } from '@nyanja/server/db/record-action'
import type { Kysely } from 'kysely'
import type { CoverageComplaint, CoverageReportList } from '../../operations/visitor-reports.ts'
import type { Database } from '../schema.ts'

type About = Pick<CoverageComplaint, 'latHundredths' | 'lngHundredths' | 'technology' | 'problem'>

const idOf = ({ latHundredths, lngHundredths, technology, problem }: About) =>
  [latHundredths, lngHundredths, technology, problem].join('.')

function parseComplaintId(id: string): About | undefined {
  const [, lat, lng, technology = '', problem = ''] = /^(-?\d{1,5})\.(-?\d{1,5})\.(\w+)\.(\w+)$/.exec(id) ?? []
  if (!isTechnology(technology) || !isCoverageProblem(problem)) return undefined
  return { latHundredths: Number(lat), lngHundredths: Number(lng), technology, problem }
}

const columnsOf = ({ latHundredths, lngHundredths, technology, problem }: About) => ({
  ...{ lat_hundredths: latHundredths, lng_hundredths: lngHundredths, technology, problem },
})

export function createCoverageReportList(db: Kysely<Database>, now: () => number): CoverageReportList {
  const openReports = () => db.selectFrom('coverage_reports').where('closed_at', 'is', null)

  async function read(query: ReturnType<typeof openReports>, limit: number): Promise<CoverageComplaint[]> {
    const rows = await query
      .select(['lat_hundredths', 'lng_hundredths', 'technology', 'problem'])
      .select(({ fn }) => [
        fn.max('place').as('place'),
        fn.countAll<number>().as('reports'),
        fn.min('at').as('first_at'),
        fn.max('at').as('last_at'),
      ])
      .groupBy(['lat_hundredths', 'lng_hundredths', 'technology', 'problem'])
      .orderBy('reports', 'desc')
      .orderBy('last_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ lat_hundredths, lng_hundredths, technology, problem, place, reports, first_at, last_at }) => {
      const about = { latHundredths: lat_hundredths, lngHundredths: lng_hundredths, technology, problem }
      return { id: idOf(about), place, ...about, reports: Number(reports), firstAt: first_at, lastAt: last_at }
    })
  }

  return {
    complaints: (limit) => read(openReports(), limit),

    async complaint(id) {
      const about = parseComplaintId(id)
      if (about === undefined) return undefined
      const [found] = await read(
        openReports().where((where) => where.and(columnsOf(about))),
        1,
      )
      return found
    },

    async close({ id, seenAt, who, why, staff }) {
      const about = parseComplaintId(id)
      if (about === undefined) return false
      const at = now()
      return transaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('coverage_reports')
          .set({ closed_at: at })
          .where((where) => where.and(columnsOf(about)))
          .where('closed_at', 'is', null)
          .where('at', '<=', seenAt)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        await recordAction(tx, { at, who, action: 'coverage close', subject: id, why, staff })
        return true
      })
    },
  }
}
