import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { chargeOfUndelivered, type ItemState, stateOfItems, sumOf } from './order-items.ts'

const kwacha = (minor: number) => money('MWK', minor)
const item = (minor: number, state: ItemState) => ({ amount: kwacha(minor), state })

describe('an order for several numbers', () => {
  it('costs the sum of what they get', () => {
    expect(sumOf([item(50_000, 'open'), item(100_000, 'open')])).toEqual(kwacha(150_000))
    expect(() => sumOf([])).toThrow(RangeError)
  })

  it.each([
    ['open', ['delivered', 'open', 'impossible']],
    ['delivered', ['delivered', 'impossible']],
    ['impossible', ['impossible', 'impossible']],
  ] as const)('is %s with %o', (state, states) => {
    expect(stateOfItems(states.map((one) => ({ state: one })))).toBe(state)
  })

  it('returns exactly what was charged for those that got nothing', () => {
    const items = [item(50_000, 'delivered'), item(100_000, 'impossible'), item(1, 'impossible')]
    expect(chargeOfUndelivered({ paid: kwacha(150_001), items })).toBe(100_001)
    expect(chargeOfUndelivered({ paid: kwacha(50_000), items: [item(50_000, 'delivered')] })).toBe(0)
    expect(chargeOfUndelivered({ paid: kwacha(50_000), items: [item(50_000, 'impossible')] })).toBe(50_000)
  })

  it('returns a share of a charge in another currency, rounded up, and never all of it beside goods', () => {
    const items = [item(1, 'delivered'), item(2, 'impossible')]
    expect(chargeOfUndelivered({ paid: money('USD', 100), items })).toBe(67)
    expect(chargeOfUndelivered({ paid: money('USD', 1), items })).toBe(0)
    const large = [item(Number.MAX_SAFE_INTEGER - 1, 'impossible'), item(1, 'delivered')]
    expect(chargeOfUndelivered({ paid: kwacha(Number.MAX_SAFE_INTEGER), items: large })).toBe(
      Number.MAX_SAFE_INTEGER - 1,
    )
  })
})
