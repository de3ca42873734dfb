import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { findHomeInternet, findOtherTown } from './home-internet.ts'

/** A hundredth of a degree is about a kilometre. */
const served = { name: 'Hilltown', latitude: -14, longitude: 33.7, hasHomeInternet: true }
const other = { name: 'Lakeside', latitude: -14.2, longitude: 33.7, hasHomeInternet: false }
const towns = [other, served]

const at = (latitude: number) => findHomeInternet({ latitude, longitude: 33.7 }, towns)

describe('home internet at a place', () => {
  it('is available in a town that has it, up to its outermost houses', () => {
    assert.deepEqual(at(-14), { isThere: true, town: 'Hilltown', distanceKm: 0 })
    assert.equal(at(-13.87)?.isThere, true)
  })

  it('is unavailable far outside and in a town without it, and names the nearest town that has it', () => {
    assert.equal(at(-13.86)?.isThere, false)
    const { isThere, town, distanceKm } = at(-14.12) ?? {}
    assert.deepEqual([isThere, town, Math.round(distanceKm ?? 0)], [false, 'Hilltown', 13])
  })

  it('is undefined where no town has it', () => {
    assert.equal(findHomeInternet(other, [other]), undefined)
    assert.equal(findHomeInternet(other, []), undefined)
  })
})

describe('a point in another town than the typed one', () => {
  const near = (latitude: number, written = 'Hilltown') => findOtherTown({ latitude, longitude: 33.7 }, written, towns)

  it('is beyond the outermost houses of the typed town and nearer to the other', () => {
    assert.equal(near(-14.2), 'Lakeside')
    assert.equal(near(-14.2, 'Lakeside'), undefined)
  })

  it('is not reported at the edge of the typed town, nor where that town is still the nearest', () => {
    assert.equal(near(-14.12), undefined)
    assert.equal(near(-13.5), undefined)
  })

  it('is not reported when the typed town is unknown', () => {
    assert.equal(near(-14.2, 'Nowhere'), undefined)
  })
})
