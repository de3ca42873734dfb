import { expect, it } from 'vitest'
import { submitInParallel } from './drill.ts'

const { TEST_DATABASE_URL: databaseUrl } = process.env
if (databaseUrl === undefined) throw new Error('TEST_DATABASE_URL is missing: `npm test` sets it')

it('takes the money once and delivers once, however often and wherever the same submit arrives at once', async () => {
  const { violations, orders, calls } = await submitInParallel({ rounds: 1, submits: 100, databaseUrl, seed: 20_265 })

  expect(violations).toEqual([])
  expect(orders).toBe(6)
  expect(calls).toBeGreaterThan(600)
}, 240_000)
