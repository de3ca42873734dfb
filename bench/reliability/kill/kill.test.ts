import { describe, expect, it } from 'vitest'
import { killUnderLoad } from './drill.ts'

const { TEST_DATABASE_URL } = process.env
if (TEST_DATABASE_URL === undefined) throw new Error('TEST_DATABASE_URL is missing: `npm test` sets it')

/**
 * The limit is the longest wait on the path of a payment here: its call fell into a restart, and the process that
 * started again looks it up after its first and second pause. Every other wait ends with an event.
 */
const longestWaitMs = 30_000
const limitMs = 4 * longestWaitMs

describe.each([
  ['SQLite', undefined],
  ['PostgreSQL', TEST_DATABASE_URL],
])('a portal on %s that is killed under load', (_, databaseUrl) => {
  it('loses no payment, repeats none and delivers each that was paid', { timeout: 3 * limitMs }, async () => {
    const { promises, report, rest } = await killUnderLoad({
      ...{ kills: 3, paymentsPerLife: 3, channels: 3, seed: 20_261, hasFaults: false },
      ...{ databaseUrl, checkTimeoutMs: limitMs },
    })

    expect(report.violations).toEqual([])
    expect(rest.atRestAfterMs).toBeDefined()
    expect(promises.processed.size).toBeGreaterThanOrEqual(12)
    expect(report.deliveries).toBe(report.captures)
  })
})
