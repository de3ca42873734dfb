import { expect, it } from 'vitest'
import { pointIn, pointText } from './map-view.ts'

it('reads a point of the map from the address, to about a hundred metres', () => {
  expect(pointIn('-13.53121,33.73999')).toEqual({ lat: -13.531, lng: 33.74 })
})

it('writes a point as it reads it', () => {
  expect(pointIn(pointText({ lat: -13.531, lng: 33.74 }))).toEqual({ lat: -13.531, lng: 33.74 })
})

it('reads nothing else as a point', () => {
  for (const text of [null, '', '1', '91,0', '0,181', '1,2,3', '1e3,2', '<b>,1', '--1,2'])
    expect(pointIn(text)).toBeUndefined()
})
