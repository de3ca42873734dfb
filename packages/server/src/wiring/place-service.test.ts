import path from 'node:path'
import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { hour } from '@nyanja/domain/time'
import { expect, it, onTestFinished } from 'vitest'
import { serve } from '../adapters/serve.contract.ts'
import { openLimits } from '../db/rate-limits/test-limits.ts'
import { createStores } from '../db/stores.ts'
import { openMigrated } from '../db/test-database.ts'
import { readMarket } from '../settings/market.ts'
import { openPlaces } from './place-service.ts'

const home = path.join(import.meta.dirname, '../../../../apps/portal')

/** Opens an external map without results, and counts its requests. */
async function open() {
  const requested: string[] = []
  const baseUrl = await serve((request, _body, response) => {
    requested.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"features":[]}')
  }, onTestFinished)
  const database = await openMigrated()
  const clock = { ms: Date.UTC(2026, 10, 20, 12) }
  const now = () => clock.ms
  const places = await openPlaces({
    config: {
      market: readMarket(path.join(home, 'markets/mw.json')),
      placesFolder: path.join(home, 'places/mw'),
      geocoder: { name: 'photon', baseUrl, credit: '© Somebody', languages: ['en'] },
      http: { publicOrigin: 'https://portal.example' },
    },
    stores: createStores(database, now),
    metrics: { startProviderSeries: () => {}, recordCall: () => {}, setCircuit: () => {} },
    rateLimits: openLimits(database, now),
    log: { warn: () => {}, error: () => {} },
    now,
  })
  onTestFinished(async () => {
    await places.close()
    await database.close()
  })
  return { requested, clock, addresses: places.addresses }
}

it("limits one address's requests to an external map to a human's pace, separately for pins, searches and homes", async () => {
  const { requested, clock, addresses } = await open()
  const [pin, search, homes] = (['pin_place', 'place_search', 'home_place'] as const).map(
    (name) => ratePolicies[name].clientNetwork.challengeThresholds[0] ?? 0,
  )
  if (pin === undefined || search === undefined || homes === undefined) throw new Error('A policy is missing')
  // Makes the requests one after another: a hundred at once wait for each other, and some of them too long.
  const flood = async (from: string) => {
    for (let at = 0; at < 100; at += 1) await addresses.nameOf({ lat: -14 + at / 1000, lng: 33.7 }, 'en', from)
  }

  await flood('41.70.1.1')
  expect(requested).toHaveLength(pin)
  // The machine's own address is used up too; its first requests were made a moment ago.
  await flood('127.0.0.1')
  expect(requested).toHaveLength(pin)

  requested.length = 0
  const options = { limit: 5, language: 'en' }
  for (let at = 0; at < 100; at += 1) await addresses.search(`qwertyuiop ${at}`, options, '41.70.1.1')
  expect(requested).toHaveLength(search)

  requested.length = 0
  for (let at = 0; at < 50; at += 1) {
    await addresses.locate({ street1: `Qwertyuiop ${at}`, city: 'Zomba' }, 'en', '41.70.1.1')
  }
  // Each street was requested once, and the town once for all.
  expect(requested).toHaveLength(homes + 1)

  clock.ms += hour
  await addresses.nameOf({ lat: -15, lng: 35 }, 'en', '41.70.1.1')
  expect(requested).toHaveLength(homes + 2)
})
