import { expect, it } from 'vitest'
import { scanForLeaks } from './drill.ts'

const { TEST_DATABASE_URL: databaseUrl } = process.env

// PostgreSQL says more in its errors than SQLite: it quotes the row that it refuses.
it('finds no secret and nothing personal where it does not belong, and would find it', async () => {
  const { violations, markers, errors } = await scanForLeaks({ rounds: 3, databaseUrl, seed: 20_267 })

  expect(violations).toEqual([])
  expect(markers).toBeGreaterThan(50)
  expect(errors).toBeGreaterThan(30)
}, 240_000)
