import { expect, it } from 'vitest'
import { typedPlace } from './map-view.ts'

it('is what was typed, without what nobody would type', () => {
  expect(typedPlace(null)).toBe('')
  expect(typedPlace('  Nkhata Bay ')).toBe('Nkhata Bay')
  expect(typedPlace('x'.repeat(500))).toHaveLength(60)
})
