import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { isGoodwillFor, isPartOf } from './returned-money.ts'

const anyMinor = fc.integer({ min: -10, max: 2 ** 40 })
const paidMinor = fc.integer({ min: 1, max: 2 ** 40 })

it('a refund in part leaves a part: more than nothing of both', () => {
  fc.assert(
    fc.property(anyMinor, paidMinor, (part, paid) => {
      expect(isPartOf(money('MWK', part), money('MWK', paid))).toBe(part > 0 && paid - part > 0)
    }),
  )
})

it('goodwill is more than nothing, and at most the price', () => {
  fc.assert(
    fc.property(anyMinor, paidMinor, (credit, price) => {
      expect(isGoodwillFor(money('MWK', credit), money('MWK', price))).toBe(credit > 0 && credit <= price)
    }),
  )
})

it('neither is in another currency', () => {
  expect(isPartOf(money('USD', 1), money('MWK', 100))).toBe(false)
  expect(isGoodwillFor(money('USD', 1), money('MWK', 100))).toBe(false)
})
