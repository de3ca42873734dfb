import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createEmbeddedGazetteer } from '../adapters/embedded-gazetteer/embedded-gazetteer.ts'
import { createPlaceFiles } from '../adapters/place-files/place-files.ts'
import { describeGazetteer } from './gazetteer.contract.ts'
import type { KnownPlaces } from './place-register.ts'
import { withTypedPoints } from './typed-points.ts'

async function placesOf(market: string): Promise<KnownPlaces> {
  const files = createPlaceFiles({
    folder: path.join(import.meta.dirname, '../../../../apps/portal/places', market),
    phoneDigits: 9,
    translations: ['sw'],
  })
  const [districts, towns] = await Promise.all([files.read('districts'), files.read('towns')])
  return { districts: districts.rows.map(({ row }) => row), towns: towns.rows.map(({ row }) => row) }
}

const open = async (market = 'mw') => {
  const places = await placesOf(market)
  return createEmbeddedGazetteer(() => places)
}

describeGazetteer('the embedded gazetteer', () => open())

const malawi = { south: -17.2, west: 32.6, north: -9.3, east: 36 }
const openWithPoints = async () => withTypedPoints(await open(), malawi)

describeGazetteer('a gazetteer that finds points', openWithPoints)

describe('a gazetteer that finds points', () => {
  const find = async (text: string) => (await openWithPoints()).search(text, { limit: 5, language: 'en' })

  it.each([
    ['-13.98, 33.77', 'Lilongwe (-13.9800, 33.7700)'],
    ['geo:-15.79,35.01', 'Blantyre (-15.7900, 35.0100)'],
    ['https://maps.google.com/?q=-13.98,33.77', 'Lilongwe (-13.9800, 33.7700)'],
    ['5GRM2Q9C+22', 'Lilongwe (-13.9824, 33.7701)'],
    ['2Q9C+22 Lilongwe', 'Lilongwe (-13.9824, 33.7701)'],
  ])('finds %s and names the town near it', async (text, label) => {
    expect((await find(text)).map((place) => place.label)).toEqual([label])
  })

  it('finds again what it has found, and nothing outside the country', async () => {
    const [found] = await find('-13.98, 33.77')
    expect((await find(found?.label ?? '')).map(({ label }) => label)).toEqual([found?.label])
    expect(await find('51.5, -0.1')).toEqual([])
    expect(await find('2Q9C+22 Nowhere at all')).toEqual([])
  })
})

describe('the embedded gazetteer', () => {
  const labels = async (text: string, market?: string) =>
    (await (await open(market)).search(text, { limit: 5, language: 'en' })).map(({ label }) => label)

  it('ranks prefixes before other matches, and larger towns before smaller ones', async () => {
    expect(await labels('li')).toEqual(expect.arrayContaining(['Lilongwe', 'Liwonde']))
    expect((await labels('ma'))[0]).toBe('Mangochi')
    expect((await labels('bay')).toSorted()).toContain('Nkhata Bay')
  })

  it.each([
    ['Area 25', 'Area 25, Lilongwe'],
    ['area25', 'Area 25, Lilongwe'],
    ['Ndirande', 'Ndirande, Blantyre'],
    ['limbe blantyre', 'Limbe, Blantyre'],
    ['Mponela, Dowa', 'Mponela'],
    ['nkhatabay', 'Nkhata Bay'],
  ])('finds parts of towns and other spellings: %s', async (text, label) => {
    expect((await labels(text))[0]).toBe(label)
  })

  it.each([
    ['Blantrye', 'Blantyre'],
    ['Lilogwe', 'Lilongwe'],
    ['zumba', 'Zomba'],
    ['Mangoche', 'Mangochi'],
    ['nkotakota', 'Nkhotakota'],
  ])('tolerates a typing error: %s', async (text, label) => {
    expect((await labels(text))[0]).toBe(label)
  })

  it('names the town of a part without a point of its own, and not for another spelling', async () => {
    const first = async (text: string) => (await (await open()).search(text, { limit: 1, language: 'en' }))[0]
    expect(await first('Kanengo')).toMatchObject({ partOf: { part: 'Kanengo', town: 'Lilongwe' } })
    for (const text of ['Lilongwe', 'Chikhwawa', 'nkhatabay']) expect(await first(text)).not.toHaveProperty('partOf')
  })

  it('tolerates no error where the text matches exactly somewhere', async () => {
    expect(await labels('Neno')).toEqual(['Neno', 'Neno'])
  })

  it('returns the town and the district with one name, the town first', async () => {
    const found = await (await open()).search('Dedza', { limit: 5, language: 'en' })
    expect(found.map(({ kind }) => kind)).toEqual(['town', 'district'])
  })

  it('finds regions by their districts', async () => {
    const [north] = await (await open()).search('northern', { limit: 1, language: 'en' })
    expect(north).toMatchObject({ label: 'Northern', kind: 'region' })
    expect(north?.lat).toBeGreaterThan(-13)
  })

  it('ignores the accents of the second market', async () => {
    expect((await labels('equateur', 'cd'))[0]).toBe('Équateur')
    expect((await labels('mbuji mayi', 'cd'))[0]).toBe('Mbuji-Mayi')
  })

  it('uses the current tables', async () => {
    const places = await placesOf('mw')
    let known = places
    const gazetteer = createEmbeddedGazetteer(() => known)
    const town = { ...places.towns[0], name: 'Newtown', district: 'Dowa', population: 1, hasHomeInternet: false }
    known = { ...places, towns: [{ aliases: [], latitude: -13.6, longitude: 33.9, ...town }] }
    expect(await gazetteer.search('newtown', { limit: 1, language: 'en' })).toMatchObject([{ label: 'Newtown' }])
    expect(await gazetteer.search('lilongwe', { limit: 1, language: 'en' })).toMatchObject([{ kind: 'district' }])
  })

  it('returns no place near a point where no town is known', async () => {
    const empty = createEmbeddedGazetteer(() => ({ districts: [], towns: [] }))
    expect(await empty.nearest({ lat: 0, lng: 0 })).toBeUndefined()
  })
})
