import { expect, it } from 'vitest'
import { findTownPart } from './details-step.ts'

const parts = ['Area 2', 'Area 25', 'Old Town', 'Kanengo', 'Kanengo North']

it.each([
  ['Area 25, Sector 3', 'Area 25'],
  ['Plot 7 area25 sector 3', 'Area 25'],
  ['House 5 Area 25 Sector 3', 'Area 25'],
  ['AREA 2', 'Area 2'],
  ['Behind the market, Old-Town', 'Old Town'],
  ['Kanengo North, near Area 25', 'Kanengo North'],
])('finds the part of town in the text: %s', (text, part) => {
  expect(findTownPart(text, parts)).toBe(part)
})

it.each(['', 'Area', 'Area 252', 'Subarea 25', 'Old Townsend Road', 'Plot 25'])(
  'finds none in other text: %j',
  (text) => {
    expect(findTownPart(text, parts)).toBeUndefined()
  },
)
