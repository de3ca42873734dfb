import { expect, it } from 'vitest'
import { distanceText } from './distance.ts'

const texts = { m: '{m} m', km: '{km} km' }
const market = { currency: 'MWK' } as const
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('writes a distance as exactly as people would', () => {
  const shown = [0, 0.02, 0.43, 0.94, 0.96, 1.23, 9.96, 58.4].map((km) => plain(distanceText(km, { texts, market })))
  expect(shown).toEqual(['50 m', '50 m', '450 m', '950 m', '1 km', '1.2 km', '10 km', '58 km'])
})

it('writes it in kilometres alone where the page does', () => {
  const copy = { texts: { km: '{km} km' }, market }
  expect([0, 0.43, 0.96, 12.3].map((km) => plain(distanceText(km, copy)))).toEqual([
    '0.1 km',
    '0.4 km',
    '1 km',
    '12 km',
  ])
})

it('writes it in the words and signs of the page, on one line', () => {
  expect(distanceText(1.23, { texts: { km: 'km {km}' }, market: { currency: 'CDF' } })).toBe('km\u00a01,2')
})
