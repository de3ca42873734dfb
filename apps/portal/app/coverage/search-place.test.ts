import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { searchPlace } from './coverage-view.ts'

describe('a place in a coverage search', () => {
  let test: TestApp
  beforeEach(async () => {
    test = await createTestApp()
  })
  afterEach(() => test.close())

  const placeOf = async (typed: string, prefix = '') => {
    const url = new URL(`https://portal.example${prefix}/openNetworks?q=${encodeURIComponent(typed)}`)
    const texts = test.portal.content.page('map-translation', 'en')
    const search = await searchPlace(test.portal, { url, texts, clientIp: '198.51.100.1' })
    return search.found === 'place' ? search.place : undefined
  }

  it('may be a shop that the shop search knows', async () => {
    const shop = await test.portal.places.shops.named('Victoria Avenue', 'own')
    expect(await placeOf('Victoria Avenue')).toEqual({
      label: 'Victoria Avenue, Blantyre',
      lat: shop?.latitude,
      lng: shop?.longitude,
    })
  })

  it('is labelled in the language of the page, under any name of the shop', async () => {
    for (const typed of ['Victoria Avenue', 'barabara ya victoria']) {
      expect((await placeOf(typed, '/sw'))?.label).toBe('Barabara ya Victoria, Blantyre')
      expect((await placeOf(typed))?.label).toBe('Victoria Avenue, Blantyre')
    }
  })

  it('is at the shop of its name, and not in the middle of its town', async () => {
    const shop = await test.portal.places.shops.named('Area 47', 'own')
    const place = await placeOf('Area 47, Lilongwe')
    expect(place).toMatchObject({ label: 'Area 47, Lilongwe', lat: shop?.latitude, lng: shop?.longitude })
    expect(place).not.toHaveProperty('partOf')
  })

  it('is unknown when neither a town nor a shop has the name', async () => {
    expect(await placeOf('Qwertyuiop')).toBeUndefined()
  })
})
