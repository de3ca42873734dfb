import { expect, it } from 'vitest'
import { payWithSkewedClock } from './drill.ts'

it('delivers every payment once though the clock of one of two processes is three minutes ahead', async () => {
  const { violations, reviews, delivered, offsetsSeconds } = await payWithSkewedClock({
    skewsMs: [180_000],
    payments: 6,
    bssTakesMs: 3_000,
    settlePatienceMs: 30_000,
  })

  expect(violations).toEqual([])
  expect(reviews).toEqual([])
  expect(delivered).toBe(6)
  expect(offsetsSeconds.map(Math.round)).toEqual([180])
}, 120_000)
