import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { minute } from '@nyanja/domain/time'
import { createCoverageReportStore } from '@nyanja/server/db/places/place-store'
import { openLimits, useUp } from '@nyanja/server/db/rate-limits/test-limits'
import { CoverageReports } from '@nyanja/server/places/coverage-reports'
import { expect, it } from 'vitest'
import { createCoverageReportList } from '../db/operations/coverage-report-list.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

const report = { place: 'Hill, Lake', lat: -13.5312, lng: 33.7391, technology: '4g', problem: 'no_signal' } as const

const someone = '192.0.2.7'

describeOnEachEngine('a report that the coverage map is wrong', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const { db } = database
    const clock = { now: Date.parse('2026-11-20T10:00:00Z') }
    let last = 0
    const limit = openLimits(database, () => clock.now)('coverage_report')
    const reports = new CoverageReports({
      store: createCoverageReportStore(db),
      bounds: { south: -17.2, west: 32.6, north: -9.3, east: 36 },
      limit,
      now: () => clock.now,
      newId: () => `report ${++last}`,
    })
    return { reports, clock, db, limit, list: createCoverageReportList(db, () => clock.now) }
  }

  it('reaches the operator with a place rounded to a kilometre', async () => {
    const { reports, clock, list } = await open()
    expect(await reports.report(report, someone)).toBe(true)
    expect(await list.complaints(10)).toEqual([
      {
        id: '-1353.3374.4g.no_signal',
        place: 'Hill, Lake',
        latHundredths: -1353,
        lngHundredths: 3374,
        technology: '4g',
        problem: 'no_signal',
        reports: 1,
        firstAt: clock.now,
        lastAt: clock.now,
      },
    ])
  })

  it('is counted with equal ones, most frequent first', async () => {
    const { reports, clock, list } = await open()
    await reports.report({ ...report, problem: 'slow_data' }, someone)
    await reports.report(report, someone)
    clock.now += minute
    await reports.report({ ...report, lat: -13.5349 }, someone)
    const complaints = await list.complaints(10)
    expect(complaints.map(({ problem, reports: count }) => [problem, count])).toEqual([
      ['no_signal', 2],
      ['slow_data', 1],
    ])
    expect(complaints[0]?.lastAt).toBe(clock.now)
    expect(await list.complaints(1)).toHaveLength(1)
  })

  it('is refused for a place abroad', async () => {
    const { reports, list } = await open()
    for (const abroad of [{ lat: 48.9 }, { lng: 2.4 }, { lat: -17.3 }, { lng: 32.5 }]) {
      expect(reports.isOurs({ ...report, ...abroad })).toBe(false)
      expect(await reports.report({ ...report, ...abroad }, someone)).toBe(false)
    }
    expect(reports.isOurs(report)).toBe(true)
    expect(await list.complaints(10)).toEqual([])
  })

  it('is not stored from a visitor who reports all day, and still from others', async () => {
    const { reports, limit } = await open()
    await useUp(limit, '192.0.2.8')
    expect(await reports.report(report, '192.0.2.8')).toBe(false)
    expect(await reports.report(report, someone)).toBe(true)
  })

  it("is not stored once a place has reached today's limit, and is again tomorrow", async () => {
    const { reports, clock } = await open()
    const { hardLimit: fromOnePlace, windowMs } = ratePolicies.coverage_report.target
    for (let count = 0; count < fromOnePlace; count += 1) expect(await reports.report(report, someone)).toBe(true)
    expect(await reports.report(report, someone)).toBe(false)
    expect(await reports.report({ ...report, lat: -15 }, someone)).toBe(true)
    clock.now += windowMs + 1
    expect(await reports.report(report, someone)).toBe(true)
  })

  it("is not stored once the country has reached today's limit", async () => {
    const { reports, db, clock } = await open()
    const { place, technology, problem } = report
    const shown = Array.from({ length: ratePolicies.coverage_report.all.hardLimit - 1 }, (_, at) => ({
      ...{ id: `earlier ${at}`, place, technology, problem, at: clock.now - 1 },
      ...{ lat_hundredths: -1700 + Math.floor(at / 10), lng_hundredths: 3400 },
    }))
    await db.insertInto('coverage_reports').values(shown).execute()
    expect(await reports.report({ ...report, lat: -9.4 }, someone)).toBe(true)
    expect(await reports.report({ ...report, lat: -9.5 }, someone)).toBe(false)
  })
})
