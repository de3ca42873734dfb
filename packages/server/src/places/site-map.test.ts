import { expect, it } from 'vitest'
import type { Site } from './site-map.ts'
import { SiteMap } from './site-map.ts'

const world = { south: -90, west: -180, north: 90, east: 180 }
const around = { south: -14.2, west: 33.5, north: -13.7, east: 34 }

function siteAt(latitude: number, longitude: number, technologies: Site['technologies'] = ['2g', '4g']): Site {
  return { title: `${latitude} ${longitude}`, latitude, longitude, technologies, checkedOn: '2026-11-15' }
}

/** Generates sites with a fixed seed. */
function scattered(count: number): Site[] {
  return Array.from({ length: count }, (_, at) =>
    siteAt(-9.5 - ((at * 7919) % 7500) / 1000, 32.7 + ((at * 104_729) % 3200) / 1000),
  )
}

it('contains only the technologies that a site has', () => {
  expect(new SiteMap([siteAt(-14, 33.7, ['5g']), siteAt(-14, 33.8, ['2g'])]).technologies).toEqual(['2g', '5g'])
  expect(new SiteMap([]).technologies).toEqual([])
})

it('finds the nearest sites of a technology, nearest first', () => {
  const map = new SiteMap([siteAt(-14, 33.9), siteAt(-14, 33.7), siteAt(-14, 33.71, ['3g']), siteAt(-14, 33.8)])
  const near = map.nearest({ latitude: -14, longitude: 33.7 }, '4g', 2)
  expect(near.map(({ longitude }) => longitude)).toEqual([33.7, 33.8])
  expect(near[1]?.distanceKm).toBeCloseTo(10.8, 1)
  expect(map.nearestKm({ latitude: -14, longitude: 33.71 })).toEqual({
    '2g': expect.closeTo(1.08, 1),
    '3g': 0,
    '4g': expect.closeTo(1.08, 1),
  })
})

it('finds the same sites as a full scan', () => {
  const sites = scattered(400)
  const map = new SiteMap(sites)
  for (const point of scattered(40).map((site) => ({ ...site, latitude: site.latitude + 0.0313 }))) {
    const distances = new SiteMap(sites).nearest(point, '2g', sites.length).map(({ distanceKm }) => distanceKm)
    expect(map.nearest(point, '2g', 5).map(({ distanceKm }) => distanceKm)).toEqual(distances.slice(0, 5))
  }
})

it('clusters sites that overlap, and shows each separately at high zoom', () => {
  const map = new SiteMap([siteAt(-14, 33.7), siteAt(-14.001, 33.701), siteAt(-14.002, 33.7, ['4g', '5g'])])
  expect(map.drawn('4g', { ...around, zoom: 9 }, 100)).toEqual([
    { lat: expect.closeTo(-14.001, 3), lng: expect.closeTo(33.7, 2), count: 3, hasFifth: true },
  ])
  const alone = map.drawn('4g', { ...around, zoom: 17 }, 100)
  expect(alone.map(({ count, hasFifth }) => [count, hasFifth])).toEqual([
    [1, false],
    [1, false],
    [1, true],
  ])
  expect(alone[0]?.title).toBe('-14 33.7')
  expect(map.drawn('4g', { ...around, zoom: 14 }, 100)).toEqual(alone)
})

it('shows only visible sites with the technology', () => {
  const map = new SiteMap([siteAt(-14, 33.7), siteAt(-14, 33.9, ['2g']), siteAt(-16, 35)])
  expect(map.drawn('4g', { ...around, zoom: 12 }, 100)).toHaveLength(1)
  expect(map.drawn('5g', { ...around, zoom: 12 }, 100)).toEqual([])
})

it('never shows more than a map can hold, and counts every site', () => {
  const map = new SiteMap(scattered(50_000))
  for (const zoom of [5, 9, 13, 16]) {
    const drawn = map.drawn('4g', { ...world, zoom }, 300)
    expect(drawn.length).toBeLessThanOrEqual(300)
    expect(drawn.reduce((sum, { count }) => sum + count, 0)).toBe(50_000)
  }
})

it('has the date of the site that was verified last', () => {
  const older = { ...siteAt(-14, 33.7), checkedOn: '2025-12-31' }
  expect(new SiteMap([siteAt(-14, 33.8), older]).checkedOn).toBe('2026-11-15')
  expect(new SiteMap([]).checkedOn).toBe('')
})
