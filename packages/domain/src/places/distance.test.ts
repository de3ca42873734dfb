import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceKm } from './map-cell.ts'

const lilongwe = { latitude: -13.9669, longitude: 33.7873 }
const blantyre = { latitude: -15.7861, longitude: 35.0058 }
const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('distance', () => {
  it('is about 241 km from Lilongwe to Blantyre', () => {
    expect(distanceKm(lilongwe, blantyre)).toBeCloseTo(241, 0)
  })

  it('is half the circumference of the earth between the poles', () => {
    expect(distanceKm({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 })).toBeCloseTo(20_015, 0)
  })

  it('crosses the date line', () => {
    expect(distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111.2, 1)
  })

  it('is zero to the same point, symmetric, and never more than half the circumference', () => {
    fc.assert(
      fc.property(point, point, (here, there) => {
        expect(distanceKm(here, here)).toBe(0)
        expect(distanceKm(here, there)).toBeCloseTo(distanceKm(there, here), 6)
        expect(distanceKm(here, there)).toBeLessThanOrEqual(20_015.2)
      }),
    )
  })
})
