import { expect, it } from 'vitest'
import { findPostgres } from '../../../scripts/check/find-tools.mjs'
import { restartUnderLoad } from './drill.ts'

it.skipIf(findPostgres() === undefined)(
  'loses nothing and recovers by itself when PostgreSQL is restarted under load',
  async () => {
    const { violations, payments, delivered } = await restartUnderLoad({
      restarts: 3,
      payments: 10,
      shortestLifeMs: 0,
      longestLifeMs: 1_000,
      seed: 20_262,
      channels: 4,
      checkTimeoutMs: 40_000,
    })

    expect(violations.filter(({ isInProgress }) => !isInProgress)).toEqual([])
    expect(payments).toBeGreaterThanOrEqual(10)
    expect(delivered).toBeGreaterThan(0)
  },
  240_000,
)
