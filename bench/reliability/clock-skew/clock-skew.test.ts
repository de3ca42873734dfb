import { expect, it } from 'vitest'
import { payWithSkewedClock } from './drill.ts'

const { TEST_DATABASE_URL: databaseUrl } = process.env
if (databaseUrl === undefined)
  throw new Error('TEST_DATABASE_URL is missing: `npm test` starts a PostgreSQL and sets it')

it('delivers every payment once though the clock of one of two processes is three minutes ahead', async () => {
  const { violations, reviews, delivered, offsetsSeconds } = await payWithSkewedClock({
    databaseUrl,
    skewsMs: [180_000],
    payments: 6,
    bssTakesMs: 3_000,
    checkTimeoutMs: 30_000,
  })

  expect(violations).toEqual([])
  expect(reviews).toEqual([])
  expect(delivered).toBe(6)
  expect(offsetsSeconds.map(Math.round)).toEqual([180])
}, 120_000)
