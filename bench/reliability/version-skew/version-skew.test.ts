import { expect, it } from 'vitest'
import { earlierRelease } from '../../environment/earlier-release.ts'
import { payWithTwoReleases } from './drill.ts'

const { TEST_DATABASE_URL: databaseUrl } = process.env
if (databaseUrl === undefined)
  throw new Error('TEST_DATABASE_URL is missing: `npm test` starts a PostgreSQL and sets it')

it.skipIf(earlierRelease === undefined)(
  'takes and delivers each payment once while processes of release 1.0.0 and of this one share a database (needs its commit)',
  async () => {
    const revision = earlierRelease ?? ''
    const payments = 2
    const options = { revision, databaseUrl, payments, checkTimeoutMs: 40_000 }
    const { violations, delivered } = await payWithTwoReleases(options)
    expect(violations).toEqual([])
    expect(delivered).toBe(4 * payments)
  },
  120_000,
)
