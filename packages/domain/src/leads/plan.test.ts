import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { firstPayment, getConnectionFee, priceWithin } from './plan.ts'

const price = money('MWK', 6_500_000)
const fee = money('MWK', 2_000_000)

it('costs its price and the connection fee before installation', () => {
  expect(firstPayment(price, fee)).toEqual(money('MWK', 8_500_000))
  expect(priceWithin(money('MWK', 8_500_000), { fee })).toEqual(price)
})

it('costs only its price where the connection is free', () => {
  expect(firstPayment(price, undefined)).toEqual(price)
  expect(priceWithin(price, {})).toEqual(price)
})

it("uses the market's connection fee, or none", () => {
  expect(getConnectionFee({ connectionFee: 2_000_000, currency: 'MWK' })).toEqual(fee)
  expect(getConnectionFee({ connectionFee: 0, currency: 'MWK' })).toBeUndefined()
})

it('keeps the connection fee of the order, also when it was free', () => {
  const dearer = { connectionFee: 3_000_000, currency: 'MWK' } as const
  expect(getConnectionFee(dearer, { fee })).toEqual(fee)
  expect(getConnectionFee(dearer, { fee: money('MWK', 0) })).toBeUndefined()
})
