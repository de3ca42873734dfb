import { expect, it } from 'vitest'
import { findProgram } from '../../../scripts/check/find-tools.mjs'
import { useUpDescriptors } from './descriptors.ts'
import { serveBesideSlowClients } from './slow-clients.ts'

const options = { isFull: false, seed: 20_270, seconds: 3, checkTimeoutMs: 40_000 }

it.skipIf(findProgram('prlimit') === undefined)(
  'loses nothing and recovers by itself after silent connections took all its file descriptors (needs prlimit)',
  async () => {
    const { violations } = await useUpDescriptors(options)
    expect(violations).toEqual([])
  },
  600_000,
)

it('serves visitors and delivers payments beside slow clients', async () => {
  const { violations } = await serveBesideSlowClients({ ...options, clients: 300, visitorsPerSecond: 5 })
  expect(violations).toEqual([])
}, 600_000)
