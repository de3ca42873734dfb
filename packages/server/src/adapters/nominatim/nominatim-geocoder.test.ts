import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type TimeoutName, timeoutsMs } from '../../common/timeouts.contract.ts'
import type { CallSlots } from '../../places/addresses.ts'
import { describeAddressGeocoder, describeGeocoder } from '../../places/geocoder.contract.ts'
import type { ProviderRecord } from '../call-provider.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { serve } from '../serve.contract.ts'
import { createNominatimGeocoder, type NominatimOptions } from './nominatim-geocoder.ts'

const sandbox = testSandbox()
const bounds = { south: -17.135, west: 32.665, north: -9.381, east: 35.905 }
const noCallSlots: CallSlots = { book: async () => undefined }

const open = (options: Partial<NominatimOptions> = {}, timeout: TimeoutName = 'usual') =>
  createNominatimGeocoder({
    baseUrl: `${sandbox.url}/nominatim`,
    credit: '© OpenStreetMap contributors',
    userAgent: 'Portal (https://portal.example)',
    country: 'MW',
    bounds,
    callSlots: noCallSlots,
    everyMs: 0,
    timeoutMs: timeoutsMs[timeout],
    ...options,
  })

describeGeocoder('Nominatim', async () => open())

describeAddressGeocoder('Nominatim', async (timeout) => ({
  geocoder: open({}, timeout),
  overlookBorders: () => sandbox.control('/maps', { careless: true }),
  sendEverybodyAway: () => sandbox.control('/maps', { tooMany: true }),
  injectFault: (kind) => sandbox.injectFault({ provider: 'nominatim', kind }),
}))

describe('Nominatim', () => {
  const requested = async () =>
    z.array(z.object({ path: z.string(), userAgent: z.string() })).parse(await sandbox.control('/maps/asked'))

  it("receives the portal's contact, the country and its bounds", async () => {
    await open().find({ street1: 'Station Road', city: 'Blantyre' }, 'sw')
    const [question] = await requested()
    expect(question?.userAgent).toBe('Portal (https://portal.example)')
    expect(Object.fromEntries(new URLSearchParams(question?.path.split('?')[1]))).toEqual({
      q: 'Station Road, Blantyre',
      countrycodes: 'mw',
      viewbox: '32.665,-9.381,35.905,-17.135',
      bounded: '1',
      limit: '5',
      format: 'jsonv2',
      addressdetails: '1',
      'accept-language': 'sw',
    })
  })

  it('finds the street of a house number that is not on the map', async () => {
    const [found] = await open().find({ street1: '99 Victoria Avenue', city: 'Blantyre' }, 'en')
    expect(found).toMatchObject({ label: 'Victoria Avenue, Blantyre', precision: 'street' })
  })

  it('is not used for searches', () => {
    expect(open().servesSearches).toBe(false)
  })

  it('is called in a free call slot, and not at all when that is too late', async () => {
    const paused: number[] = []
    const slotAt = (slot: number | undefined) =>
      open({
        everyMs: 1000,
        now: () => 50_000,
        callSlots: { book: async () => slot },
        pause: async (ms) => paused.push(ms),
      })
    await slotAt(51_200).find({ city: 'Zomba' }, 'en')
    await slotAt(50_000).find({ city: 'Zomba' }, 'en')
    expect(paused).toEqual([1200])
    await expect(slotAt(undefined).find({ city: 'Zomba' }, 'en')).rejects.toMatchObject({
      code: 'provider_unreachable',
    })
    expect(await requested()).toHaveLength(2)
  })

  it('keeps call slots for address searches while pins are moved', async () => {
    const requests: number[] = []
    const callSlots: CallSlots = {
      async book(_what, { at, latest }) {
        requests.push(latest - at)
        return at
      },
    }
    const geocoder = open({ everyMs: 1000, callSlots })
    await geocoder.reverse({ lat: -13.531, lng: 33.7393 }, 'en')
    await geocoder.find({ city: 'Zomba' }, 'en')
    expect(requests).toEqual([0, 1500])
  })

  it('logs no address of an unreadable answer', async () => {
    const baseUrl = await serve((_request, _body, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('[{"display_name":"Plot 4, behind the market, Zomba"}]')
    }, onTestFinished)
    const records: ProviderRecord[] = []
    const geocoder = open({ baseUrl, observe: (record) => records.push(record) })
    await expect(geocoder.find({ city: 'Zomba' }, 'en')).rejects.toMatchObject({ code: 'provider_broke_contract' })
    expect(records).toMatchObject([{ outcome: 'invalid_response', excerpt: '[{"display_name":"string"}]' }])
  })
})
