import { describe, expect, it } from 'vitest'
import { type RestoreOptions, restoreUnderLoad } from './drill.ts'

const { TEST_DATABASE_URL: databaseUrl } = process.env
if (databaseUrl === undefined)
  throw new Error('TEST_DATABASE_URL is missing: `npm test` starts a PostgreSQL and sets it')

const engines: readonly (readonly [string, Pick<RestoreOptions, 'databaseUrl'>])[] = [
  ['SQLite', {}],
  ['PostgreSQL', { databaseUrl }],
]

describe.each(engines)('a restored backup on %s', (_, where) => {
  it('delivers nothing twice and lists every capture that the database lacks', async () => {
    const { violations, delivered, unknownCaptures, listed, shown } = await restoreUnderLoad({
      ...where,
      before: 12,
      after: 12,
      channels: 4,
      seed: 20_265,
      checkTimeoutMs: 40_000,
    })

    expect(violations).toEqual([])
    expect(delivered).toBeGreaterThan(12)
    expect(unknownCaptures).toBeGreaterThan(0)
    expect(listed).toBeGreaterThanOrEqual(unknownCaptures)
    expect(shown).toContain('are in the list')
  }, 120_000)
})
