import { expect, it } from 'vitest'
import { unpad } from './bodies.ts'

it('distinguishes padding from noise', () => {
  const padded = (padding: number[]) => unpad(Buffer.from([0, 2, ...padding, 0, 65]))
  expect(padded([1, 2, 3, 4, 5, 6, 7, 8])?.toString()).toBe('A')
  expect(padded([1, 2, 3, 4, 5, 6, 7])).toBeUndefined()
  expect(unpad(Buffer.from([0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0, 65]))).toBeUndefined()
  expect(unpad(Buffer.from([0, 2, 1, 2, 3, 4, 5, 6, 7, 8]))).toBeUndefined()
})
