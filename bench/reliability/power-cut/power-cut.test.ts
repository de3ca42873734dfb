import { describe, expect, it } from 'vitest'
import { findPostgres, findStrace } from '../../../scripts/check/find-tools.mjs'
import { cutPower } from './drill.ts'

const short = { cuts: 2, seed: 20_266, channels: 4, checkTimeoutMs: 8_000 } as const

describe.skipIf(findStrace() === undefined)('a power cut', () => {
  it('loses nothing that was acknowledged on SQLite', async () => {
    const { violations, promises, cuts } = await cutPower({ ...short, engine: 'sqlite', honesty: 'honest' })

    expect(violations.filter(({ isInProgress }) => !isInProgress)).toEqual([])
    expect(promises.initiated.size).toBeGreaterThan(5)
    expect(cuts).toHaveLength(short.cuts)
  }, 240_000)

  it('is detected when a disk loses data that it reported as kept', async () => {
    const { violations } = await cutPower({ ...short, cuts: 1, engine: 'sqlite', honesty: 'lying' })

    expect(violations.map(({ invariant }) => invariant)).toContain('nothing that was acknowledged is lost')
  }, 240_000)

  it.skipIf(findPostgres() === undefined)(
    'loses nothing that was acknowledged on PostgreSQL',
    async () => {
      const { violations, promises, cuts } = await cutPower({ ...short, engine: 'postgres', honesty: 'honest' })

      expect(violations.filter(({ isInProgress }) => !isInProgress)).toEqual([])
      expect(promises.initiated.size).toBeGreaterThan(5)
      expect(cuts).toHaveLength(short.cuts)
    },
    240_000,
  )
})
