// @ts-nocheck
import { expect, it } from 'vitest'
import { createLatest } from './latest.ts'

it('finds what was kept, until it is forgotten', () => {
  const latest = createLatest<number>()
  latest.keep('a', 1)
  latest.keep('a', 2)
  expect([latest.find('a'), latest.find('b')]).toEqual([2, undefined])
  latest.forget('a')
  expect(latest.find('a')).toBeUndefined()
})

it('drops what has not been kept for longest', () => {
  const latest = createLatest<number>(2)
  for (const id of ['a', 'b', 'a', 'c']) latest.keep(id, 1)
  expect(['a', 'b', 'c'].map((id) => latest.find(id))).toEqual([1, undefined, 1])
})
