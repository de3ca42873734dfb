import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type TimeoutName, timeoutsMs } from '../../common/timeouts.contract.ts'
import { describeAddressGeocoder, describeGeocoder } from '../../places/geocoder.contract.ts'
import type { ProviderRecord } from '../call-provider.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { serve } from '../serve.contract.ts'
import { createPhotonGeocoder, type PhotonOptions } from './photon-geocoder.ts'

const sandbox = testSandbox()
const bounds = { south: -17.135, west: 32.665, north: -9.381, east: 35.905 }

const open = (options: Partial<PhotonOptions> = {}, timeout: TimeoutName = 'usual') =>
  createPhotonGeocoder({
    baseUrl: `${sandbox.url}/photon`,
    credit: '© OpenStreetMap contributors',
    country: 'MW',
    bounds,
    languages: ['en', 'fr'],
    timeoutMs: timeoutsMs[timeout],
    ...options,
  })

describeGeocoder('Photon', async () => open())

describeAddressGeocoder('Photon', async (timeout) => ({
  geocoder: open({}, timeout),
  overlookBorders: () => sandbox.control('/maps', { careless: true }),
  sendEverybodyAway: () => sandbox.control('/maps', { tooMany: true }),
  injectFault: (kind) => sandbox.injectFault({ provider: 'photon', kind }),
}))

describe('Photon', () => {
  const requested = async () => {
    const questions = z.array(z.object({ path: z.string() })).parse(await sandbox.control('/maps/asked'))
    return questions.map(({ path }) => new URLSearchParams(path.split('?')[1]))
  }

  it('receives the country, its bounds and a language that it supports', async () => {
    await open().find({ street1: 'Station Road', landmark: 'old mill', city: 'Blantyre' }, 'sw')
    await open().find({ city: 'Blantyre' }, 'fr')
    const [first, second] = await requested()
    expect(Object.fromEntries(first ?? [])).toEqual({
      q: 'old mill, Station Road, Blantyre',
      bbox: '32.665,-17.135,35.905,-9.381',
      countrycode: 'MW',
      limit: '5',
      lang: 'en',
    })
    expect(second?.get('lang')).toBe('fr')
  })

  it('may be called for each search of a visitor', () => {
    expect(open().servesSearches).toBe(true)
  })

  it('throws for any refusal', async () => {
    await expect(open({ languages: ['sw'] }).find({ city: 'Zomba' }, 'sw')).rejects.toMatchObject({
      code: 'provider_broke_contract',
    })
  })

  it('logs no address of an unreadable answer', async () => {
    const baseUrl = await serve((_request, _body, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"features":[{"label":"Plot 4, behind the market, Zomba"}]}')
    }, onTestFinished)
    const records: ProviderRecord[] = []
    const geocoder = open({ baseUrl, observe: (record) => records.push(record) })
    await expect(geocoder.find({ city: 'Zomba' }, 'en')).rejects.toMatchObject({ code: 'provider_broke_contract' })
    expect(records).toMatchObject([{ outcome: 'invalid_response', excerpt: '{"features":[{"label":"string"}]}' }])
  })
})
