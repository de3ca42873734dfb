import { SiteMap } from '@nyanja/server/places/site-map'
import { expect, it } from 'vitest'
import { sitesPackage } from './generated-content.ts'

const hill = { title: 'Hill 1', latitude: -14, longitude: 33.7, checkedOn: '2026-11-15' }

it("lists the sites of the network for other channels in the spec's format", async () => {
  const live = sitesPackage({ map: new SiteMap([{ ...hill, technologies: ['2g', '5g'] }]), version: 'one' })
  expect(await live.version()).toBe('one')
  expect(await live.read('en')).toEqual([
    {
      title: 'Hill 1',
      latitude: -14,
      longitude: 33.7,
      technology: { _2Gservice: true, _3Gservice: false, _4Gservice: false, _5Gservice: true },
    },
  ])
})
