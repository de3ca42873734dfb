import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxAround, type CellRange, computeCell, computeCells, distanceKm, selectNearest } from './map-cell.ts'

const lilongwe = { latitude: -13.9669, longitude: 33.7873 }
const point = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -175, max: 175, noNaN: true }),
})
const isIn = (ranges: readonly CellRange[], cell: number) => ranges.some(({ from, end }) => from <= cell && cell < end)

describe('the cells of a circle', () => {
  it('contain every point of the circle', () => {
    const anyAngle = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true })
    const radius = fc.double({ min: 0.01, max: 300, noNaN: true })
    fc.assert(
      fc.property(point, radius, anyAngle, (centre, radiusKm, angle) => {
        const box = boxAround(centre, radiusKm)
        const there = {
          latitude: centre.latitude + (Math.sin(angle) * radiusKm) / 111.3,
          longitude:
            centre.longitude + (Math.cos(angle) * radiusKm) / (111.3 * Math.cos((centre.latitude * Math.PI) / 180)),
        }
        fc.pre(distanceKm(centre, there) <= radiusKm)
        expect(isIn(computeCells(box), computeCell(there))).toBe(true)
      }),
    )
  })

  it('are few ranges that cover little more than the circle', () => {
    fc.assert(
      fc.property(point, fc.double({ min: 0.1, max: 300, noNaN: true }), (centre, radiusKm) => {
        const ranges = computeCells(boxAround(centre, radiusKm))
        expect(ranges.length).toBeLessThanOrEqual(25)
        for (const [at, { from, end }] of ranges.entries()) {
          expect(end).toBeGreaterThan(from)
          expect(from).toBeGreaterThan(ranges[at - 1]?.end ?? -1)
        }
      }),
    )
    const far = { latitude: lilongwe.latitude + 0.1, longitude: lilongwe.longitude }
    expect(isIn(computeCells(boxAround(lilongwe, 1)), computeCell(far))).toBe(false)
  })

  it('end at the edge of the map', () => {
    const box = boxAround({ latitude: 89.9, longitude: 179.9 }, 500)
    expect(box).toMatchObject({ north: 90, west: -180, east: 180 })
    expect(isIn(computeCells(box), computeCell({ latitude: 90, longitude: 180 }))).toBe(true)
  })

  it('have numbers that are exact integers', () => {
    expect(Number.isSafeInteger(computeCell({ latitude: 90, longitude: 180 }))).toBe(true)
    expect(computeCell({ latitude: -90, longitude: -180 })).toBe(0)
  })
})

it('return the nearest points first', () => {
  const [zomba, salima] = [
    { name: 'Zomba', latitude: -15.386, longitude: 35.3188 },
    { name: 'Salima', latitude: -13.7804, longitude: 34.4587 },
  ]
  const near = selectNearest([zomba, salima], lilongwe)
  expect(near.map(({ name }) => name)).toEqual(['Salima', 'Zomba'])
  expect(near[0]?.distanceKm).toBeCloseTo(75.4, 0)
})
