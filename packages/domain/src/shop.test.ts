import { expect, it } from 'vitest'
import { shopTitle } from './shop.ts'

it.each([
  ['City Centre - Lilongwe', 'City Centre'],
  ['Area 47', 'Area 47'],
  ['Old Town - Lilongwe - Mall', 'Old Town'],
  ['- Lilongwe', '- Lilongwe'],
])('calls %s %s', (name, title) => {
  expect(shopTitle(name)).toBe(title)
})
