import { expect, it } from 'vitest'
import { typedPlace } from './map-view.ts'

it('reads the typed place, without unreasonable length', () => {
  expect(typedPlace(null)).toBe('')
  expect(typedPlace('  Nkhata Bay ')).toBe('Nkhata Bay')
  expect(typedPlace('x'.repeat(500))).toHaveLength(60)
})
