import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { createWorld } from '../core/html.ts'
import { createMaps } from './maps.ts'

function openFixture() {
  const app = Fastify()
  const maps = createMaps(createWorld({ now: () => new Date('2026-11-20T12:00:00Z') }))
  maps.register(app)
  const get = (path: string, query: Record<string, string>) =>
    app.inject({ url: `${path}?${new URLSearchParams(query)}`, headers: { 'user-agent': 'Tester' } })
  return { get, maps, control: (payload: object) => app.inject({ method: 'POST', url: '/__sim/maps', payload }) }
}

const bbox = '32.66,-17.14,35.91,-9.38'

describe('Photon', () => {
  it('answers in GeoJSON, best match first, with extents in its own order', async () => {
    const { get } = openFixture()
    const answer = (await get('/photon/api', { q: 'Victoria Avenue, Blantyre', bbox, limit: '2' })).json()
    expect(answer.type).toBe('FeatureCollection')
    expect(answer.features).toHaveLength(2)
    const [street, city] = answer.features
    expect(street.geometry).toEqual({ type: 'Point', coordinates: [35.0062, -15.7862] })
    expect(street.properties).toMatchObject({
      type: 'street',
      name: 'Victoria Avenue',
      city: 'Blantyre',
      countrycode: 'MW',
    })
    const [west, north, east, south] = city.properties.extent
    expect(west).toBeLessThan(east)
    expect(south).toBeLessThan(north)
  })

  it('finds places by prefixes, and abroad without a restriction', async () => {
    const { get } = openFixture()
    expect((await get('/photon/api', { q: 'lilon' })).json().features).toHaveLength(1)
    const everywhere = (await get('/photon/api', { q: 'Blantyre' })).json().features
    const inside = (await get('/photon/api', { q: 'Blantyre', countrycode: 'mw' })).json().features
    expect(everywhere.length).toBeGreaterThan(inside.length)
  })

  it('refuses languages that were not imported', async () => {
    const answer = await openFixture().get('/photon/api', { q: 'Zomba', lang: 'sw' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain('not supported')
  })

  it('names a point by the nearest place', async () => {
    const { get } = openFixture()
    const [near] = (await get('/photon/reverse', { lat: '-15.7863', lon: '35.0063' })).json().features
    expect(near.properties.name).toBe('Victoria Avenue')
    expect((await get('/photon/reverse', { lat: '0', lon: '0' })).json().features).toEqual([])
  })
})

describe('Nominatim', () => {
  const usual = { format: 'jsonv2', countrycodes: 'mw', viewbox: '32.66,-9.38,35.91,-17.14', bounded: '1' }

  it('writes coordinates as texts, and its box from south to north first', async () => {
    const [place] = (
      await openFixture().get('/nominatim/search', { ...usual, q: '12 Victoria Avenue, Blantyre' })
    ).json()
    expect(place).toMatchObject({ lat: '-15.7862000', lon: '35.0062000', addresstype: 'road' })
    expect(place.address).toMatchObject({ road: 'Victoria Avenue', city: 'Blantyre', country_code: 'mw' })
    const [south, north, west, east] = place.boundingbox.map(Number)
    expect(south).toBeLessThan(north)
    expect(west).toBeLessThan(east)
  })

  it('finds nothing when one word matches no place', async () => {
    const { get } = openFixture()
    expect((await get('/nominatim/search', { ...usual, q: 'Victoria Avenue, old mill, Blantyre' })).json()).toEqual([])
  })

  it('reports an unknown point with status 200', async () => {
    const answer = await openFixture().get('/nominatim/reverse', { lat: '0', lon: '0', format: 'jsonv2' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { error: 'Unable to geocode' }])
  })

  it('returns HTML without a format, and an error with an unknown one', async () => {
    const { get, control, maps } = openFixture()
    expect((await get('/nominatim/search', { q: 'Zomba' })).headers['content-type']).toContain('text/html')
    await control({ tooMany: true })
    expect((await get('/nominatim/search', { ...usual, q: 'Zomba' })).statusCode).toBe(429)
    maps.reset()
    expect((await get('/nominatim/search', { ...usual, q: 'Zomba' })).json()).toHaveLength(1)
  })
})

it("sees the client's identification", async () => {
  const { get } = openFixture()
  await get('/photon/api', { q: 'Zomba' })
  expect((await get('/__sim/maps/asked', {})).json()).toEqual([
    { service: 'photon', path: '/photon/api?q=Zomba', userAgent: 'Tester', at: Date.parse('2026-11-20T12:00:00Z') },
  ])
})
