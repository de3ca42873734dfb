import { expect, it } from 'vitest'
import { distanceText } from './distance.ts'

it('says a distance as exactly as anybody would', () => {
  expect([0, 0.02, 0.43, 0.94, 0.96, 1.23, 9.96, 58.4].map(distanceText)).toEqual([
    '50 m',
    '50 m',
    '450 m',
    '950 m',
    '1 km',
    '1.2 km',
    '10 km',
    '58 km',
  ])
})
