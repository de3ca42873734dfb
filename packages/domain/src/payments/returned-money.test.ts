import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { isGoodwillFor, isPartOf, isTakebackFor } from './returned-money.ts'

const anyMinor = fc.integer({ min: -10, max: 2 ** 40 })
const paidMinor = fc.integer({ min: 1, max: 2 ** 40 })

it('a refund in part returns something and leaves something', () => {
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

it('goods are taken back for at most what was refunded, in the currency of the price', () => {
  fc.assert(
    fc.property(
      anyMinor,
      paidMinor,
      paidMinor,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (taken, paid, price, share) => {
        const refundMinor = Math.floor(paid * share)
        const refunded = { paid: money('USD', paid), price: money('MWK', price), refundMinor }
        const most = (BigInt(refundMinor) * BigInt(price)) / BigInt(paid)
        expect(isTakebackFor(money('MWK', taken), refunded)).toBe(taken > 0 && BigInt(taken) <= most)
        expect(isTakebackFor(money('USD', taken), refunded)).toBe(false)
      },
    ),
  )
})

it('refunds in part and goodwill are refused in another currency', () => {
  expect(isPartOf(money('USD', 1), money('MWK', 100))).toBe(false)
  expect(isGoodwillFor(money('USD', 1), money('MWK', 100))).toBe(false)
})
