import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { hrefs } from '../hrefs.ts'
import { openingTexts } from './shop-view.ts'
import { queryOf, readPosition, readStoreQuery } from './store-query.ts'
import { resultAround, resultFor } from './store-view.ts'

const fields = (text: string) => new URLSearchParams(text)

describe('a shop search', () => {
  it('is in the address only where it differs from the default', () => {
    expect(readStoreQuery(fields(''))).toEqual({ kind: 'own', radiusKm: 100 })
    expect(queryOf(readStoreQuery(fields('radius=100&kind=own')), 'Zomba')).toEqual({ place: 'Zomba' })
    expect(queryOf(readStoreQuery(fields('radius=25&kind=dealers')))).toEqual({ radius: '25', kind: 'dealers' })
  })

  it.each(['radius=-1', 'radius=1e9', 'radius=7', 'kind=spy'])('uses the defaults for invalid values: %s', (text) => {
    expect(readStoreQuery(fields(text))).toEqual({ kind: 'own', radiusKm: 100 })
  })

  it('is around a point that is on the map', () => {
    expect(readPosition(fields('lat=-13.52&lng=33.75'))).toEqual({ latitude: -13.52, longitude: 33.75 })
    for (const text of ['', 'lat=1', 'lat=91&lng=0', 'lat=0&lng=181', 'lat=x&lng=1', 'lat=1e1&lng=1'])
      expect(readPosition(fields(text))).toBeUndefined()
  })
})

describe('a failed shop search', () => {
  it('shows whom to call, and a retry link', async () => {
    const test = await createTestApp()
    const { portal } = test
    const noDatabase = () => Promise.reject(new Error('no database'))
    const broken = { ...portal.places.gazetteer, search: noDatabase, nearest: noDatabase }
    const reported: unknown[] = []
    const reportBug = (error: unknown) => reported.push(error)
    const service = { market: portal.market, places: { ...portal.places, gazetteer: broken }, reportBug }
    const texts = portal.content.page('storeLocator-translation', 'en')
    const labels = { texts, to: hrefs(''), language: 'en', typed: 'Zomba' }
    expect(await resultFor(service, { kind: 'dealer', radiusKm: 25 }, labels)).toEqual({
      kind: 'failed',
      text: 'Please try again in a minute, or call 300.',
      retryHref: '/storeLocator?place=Zomba&radius=25&kind=dealers',
    })
    const point = { latitude: -13.9, longitude: 33.8 }
    expect(await resultAround(service, { kind: 'own', radiusKm: 25 }, { ...labels, point })).toEqual({
      kind: 'failed',
      text: 'Please try again in a minute, or call 300.',
    })
    expect(reported).toEqual([new Error('no database'), new Error('no database')])
    await test.close()
  })
})

describe('shops in the second language of the market', () => {
  it('are found by either name, and shown under that of the page with the same address', async () => {
    const test = await createTestApp()
    const { market, places, content } = test.portal
    const search = (language: string, typed: string) => {
      const texts = content.page('storeLocator-translation', language)
      const service = { market, places, reportBug: () => {} }
      return resultFor(service, { kind: 'own', radiusKm: 25 }, { texts, to: hrefs(''), language, typed })
    }
    for (const typed of ['Karonga Lakeshore', 'Ufukwe wa Karonga']) {
      const href = '/storeLocator/s015-karonga-lakeshore-karonga'
      expect(await search('sw', typed)).toMatchObject({
        place: { label: 'Ufukwe wa Karonga' },
        shops: [{ title: 'Ufukwe wa Karonga', address: 'Barabara ya Lakeshore, karibu na gati, Karonga', href }, {}],
      })
      expect(await search('en', typed)).toMatchObject({ shops: [{ title: 'Karonga Lakeshore', href }, {}] })
    }
    await test.close()
  })
})

describe('shops near a part of a town', () => {
  let test: TestApp
  beforeEach(async () => {
    test = await createTestApp()
  })
  afterEach(() => test.close())

  function near(typed: string) {
    const { market, places, content } = test.portal
    const texts = content.page('storeLocator-translation', 'en')
    const service = { market, places, reportBug: () => {} }
    return resultFor(service, { kind: 'own', radiusKm: 25 }, { texts, to: hrefs(''), language: 'en', typed })
  }

  it('are measured from the middle of the town, with a note', async () => {
    const roughly = expect.stringMatching(/^We do not have Kanengo on our map yet, so we count from .* Lilongwe\./)
    expect(await near('Kanengo')).toMatchObject({ kind: 'found', roughly })
    expect(await near('Lilongwe')).toMatchObject({ kind: 'found', roughly: undefined })
  })

  it('are measured from the shop of that name, when there is one', async () => {
    const found = await near('Area 25')
    expect(found).toMatchObject({ kind: 'found', roughly: undefined })
    expect(found.kind === 'found' && found.shops[0]?.title).toBe('Area 25')
  })
})

describe('the opening state of a shop', () => {
  const texts = {
    openUntil: 'until {time}',
    closesSoon: 'soon {time}',
    opensToday: 'today {time}',
    opensTomorrow: 'tomorrow {time}',
    opensLater: '{day} {time}',
    openAlways: 'always',
    thursday: 'Thursday',
  }

  it('is shown by what helps a visitor most', async () => {
    const test = await createTestApp()
    const all = { ...test.portal.content.page('storeLocator-translation', 'en'), ...texts }
    const opens = { day: 3, minute: 480 }
    const shown = [
      openingTexts({ state: 'open', until: 1020, minutesLeft: 61 }, all),
      openingTexts({ state: 'open', until: 1020, minutesLeft: 60 }, all),
      openingTexts({ state: 'closed', opens, daysAhead: 0 }, all),
      openingTexts({ state: 'closed', opens, daysAhead: 1 }, all),
      openingTexts({ state: 'closed', opens, daysAhead: 2 }, all),
      openingTexts({ state: 'always' }, all),
      openingTexts({ state: 'unknown' }, all),
    ].map((labels) => labels?.text)
    expect(shown).toEqual([
      'until 17:00',
      'soon 17:00',
      'today 08:00',
      'tomorrow 08:00',
      'Thursday 08:00',
      'always',
      undefined,
    ])
    await test.close()
  })
})
