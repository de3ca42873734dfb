import { expect, it } from 'vitest'
import { nearText } from './point-name.ts'

const texts = { near: 'Near {town}, {district}', nearTown: 'Near {town}', nowhere: 'The place you picked' }
const here = { lat: -14, lng: 33.7 }

function near(found?: { town: string; district: string }) {
  const nearest = async () => found && { ...found, distanceKm: 1 }
  return nearText(here, { nearest, search: async () => [], spelledLike: async () => [] }, texts)
}

it('names a point as people would, and nothing twice', async () => {
  expect(await near({ town: 'Hilltown', district: 'Lake' })).toBe('Near Hilltown, Lake')
  expect(await near({ town: 'Lake', district: 'Lake' })).toBe('Near Lake')
  expect(await near()).toBe('The place you picked')
})
