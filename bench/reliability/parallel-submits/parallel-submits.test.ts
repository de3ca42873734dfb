import { expect, it } from 'vitest'
import { submitInParallel } from './drill.ts'

const { TEST_DATABASE_URL: databaseUrl } = process.env
if (databaseUrl === undefined) throw new Error('TEST_DATABASE_URL is missing: `npm test` sets it')

it('charges once and delivers once when the same submit arrives many times at both processes', async () => {
  const { violations, orders, calls } = await submitInParallel({ rounds: 1, submits: 100, databaseUrl, seed: 20_265 })

  expect(violations).toEqual([])
  expect(orders).toBe(6)
  expect(calls).toBeGreaterThan(600)
}, 240_000)
