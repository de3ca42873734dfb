import { expect, it } from 'vitest'
import { serveBesideSlowClients } from './slow-clients.ts'

const options = { isFull: false, seed: 20_270, seconds: 3, checkTimeoutMs: 40_000 }

it('serves visitors and delivers payments beside slow clients', async () => {
  const { violations } = await serveBesideSlowClients({ ...options, clients: 300, visitorsPerSecond: 5 })
  expect(violations).toEqual([])
}, 600_000)
