import { expect, it } from 'vitest'
import { findNginx } from '../../../scripts/check/find-tools.mjs'
import { restartRolling } from './drill.ts'

const { TEST_DATABASE_URL: databaseUrl } = process.env
if (databaseUrl === undefined) throw new Error('TEST_DATABASE_URL is missing: `npm test` sets it')

it.skipIf(findNginx() === undefined)(
  'fails no request while two nodes behind nginx are restarted one after the other (needs nginx)',
  async () => {
    const { violations, failures, restarts, pages, payments, drains } = await restartRolling({
      rounds: 1,
      drainSeconds: 1,
      restMs: 0,
      visitors: 2,
      payers: 2,
      databaseUrl,
      seed: 20_266,
      checkTimeoutMs: 40_000,
    })

    expect(failures).toEqual([])
    expect(violations.filter(({ isInProgress }) => !isInProgress)).toEqual([])
    expect(restarts).toBe(2)
    expect(drains).toEqual(Array(2).fill({ isReady: false, closesConnection: true }))
    expect(pages).toBeGreaterThan(0)
    expect(payments).toBeGreaterThanOrEqual(6)
  },
  240_000,
)
