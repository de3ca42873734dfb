import { expect, it } from 'vitest'
import { typedPlace } from './map-view.ts'

it('reads the typed place, without unreasonable length', () => {
  expect(typedPlace(null)).toBe('')
  expect(typedPlace('  Nkhata Bay ')).toBe('Nkhata Bay')
  expect(typedPlace('x'.repeat(500))).toHaveLength(60)
  const link = 'https://www.google.com/maps/place/A+long+name+of+a+place+in+Malawi/@-13.98,33.77,15z'
  expect(typedPlace(link)).toBe('-13.98, 33.77')
})
