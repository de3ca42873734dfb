import { expect, it } from 'vitest'
import { readPoint } from './typed-point.ts'

it.each([
  '-13.98, 33.77',
  '-13.98,33.77',
  '-13.98 33.77',
  '(-13.98; 33.77)',
  '13.98 S, 33.77 E',
  '13.98°S 33.77°E',
  'S13.98, E33.77',
  'geo:-13.98,33.77;u=35',
  'geo:-13.98,33.77?z=15',
  'https://maps.google.com/?q=-13.98,33.77',
  'https://www.google.com/maps/place/Lilongwe/@-13.98,33.77,15z',
  'https://www.google.com/maps/place/X/data=!3m1!4b1!8m2!3d-13.98!4d33.77',
  'https://www.openstreetmap.org/#map=15/-13.98/33.77',
  'https://www.openstreetmap.org/?mlat=-13.98&mlon=33.77',
  'https://maps.apple.com/?ll=-13.98,33.77',
  'Lilongwe (-13.98, 33.77)',
  `13°58'48"S 33°46'12"E`,
  `13° 58′ 48″ S, 33° 46′ 12″ E`,
])('reads the point in %s', (text) => {
  const { latitude = 0, longitude = 0 } = readPoint(text) ?? {}
  expect([latitude.toFixed(4), longitude.toFixed(4)]).toEqual(['-13.9800', '33.7700'])
})

it('reads none in the name of a place, or beyond the poles', () => {
  for (const text of ['', 'Lilongwe', 'Area 25, 10', 'Area 25.5', '1,2', '-95.5, 33.77', '13.98, 200.5'])
    expect(readPoint(text)).toBeUndefined()
})
