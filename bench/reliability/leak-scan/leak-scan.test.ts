import { expect, it } from 'vitest'
import { scanForLeaks } from './drill.ts'

const { TEST_DATABASE_URL: databaseUrl } = process.env

// PostgreSQL's errors hold more than SQLite's: they quote the refused row.
it('finds no secret and no personal data where it does not belong, and would find it', async () => {
  const { violations, markers, errors } = await scanForLeaks({ rounds: 3, databaseUrl, seed: 20_267 })

  expect(violations).toEqual([])
  expect(markers).toBeGreaterThan(50)
  expect(errors).toBeGreaterThan(30)
}, 240_000)
