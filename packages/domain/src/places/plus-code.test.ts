import { describe, expect, it } from 'vitest'
import { pointOfPlusCode, readPlusCode } from './plus-code.ts'

function pointOf(text: string, town?: { readonly latitude: number; readonly longitude: number }) {
  const code = readPlusCode(text)
  const point = code && pointOfPlusCode(code, town)
  return point && [Number(point.latitude.toFixed(4)), Number(point.longitude.toFixed(4))]
}

describe('a plus code', () => {
  // The points are those of the specification's own test data.
  it.each([
    ['7FG49QCJ+2V', [20.3701, 2.7822]],
    ['8FVC2222+22', [47.0001, 8.0001]],
    ['4vcppqgp+q9', [-41.2731, 174.7859]],
    ['6FH32222+222', [1, 1]],
  ])('names a point: %s', (code, point) => {
    expect(pointOf(code)).toEqual(point)
    expect(pointOf(`Meet me at ${code}, please`)).toEqual(point)
  })

  it('may be its end alone, beside the name of a town', () => {
    const zurich = { latitude: 47.37, longitude: 8.54 }
    expect(readPlusCode('9G8F+5W Zürich')).toEqual({ end: '9G8F+5W', rest: 'Zürich' })
    expect(pointOf('9G8F+5W Zürich', zurich)).toEqual([47.3654, 8.5248])
    expect(pointOf('9G8F+5W')).toBeUndefined()
  })

  it('is looked for in the neighbouring area where that is nearer', () => {
    expect(pointOf('2222+22', { latitude: 46.9, longitude: 7.9 })).toEqual([47.0001, 8.0001])
    expect(pointOf('XXXX+XX', { latitude: 47.05, longitude: 8.05 })).toEqual([46.9999, 7.9999])
  })

  it('is no other word', () => {
    for (const text of ['', 'Area 25', 'A+B', '12345678+90', '2F2F+X', 'x7FG49QCJ+2V'])
      expect(readPlusCode(text)).toBeUndefined()
  })
})
