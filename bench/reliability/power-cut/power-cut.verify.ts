import { expect, it } from 'vitest'
import { findStrace } from '../../../scripts/check/find-tools.mjs'
import { cutPower } from './drill.ts'

it.skipIf(findStrace() === undefined)('a power cut shows when a disk loses data that it reported as kept', async () => {
  const { violations } = await cutPower({
    ...{ cuts: 1, seed: 20_266, channels: 4, checkTimeoutMs: 8_000 },
    ...{ engine: 'sqlite', honesty: 'lying' },
  })

  expect(violations.map(({ invariant }) => invariant)).toContain('nothing that was acknowledged is lost')
})
