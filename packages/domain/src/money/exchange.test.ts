import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canConvert, convert, createQuote } from './exchange.ts'
import { money } from './money.ts'

const rate = { one: 'USD', costs: money('CDF', 285_000) } as const
const odd = { one: 'USD', costs: money('CDF', 284_937) } as const

it('converts between currencies with coins of different sizes', () => {
  const toShillings = { one: 'KWD' as const, costs: money('UGX', 12_000) }
  expect(convert(money('KWD', 2500), toShillings)).toEqual(money('UGX', 30_000))
  const toDinars = { one: 'UGX' as const, costs: money('KWD', 2) }
  expect(convert(money('UGX', 1500), toDinars)).toEqual(money('KWD', 3000))
})

describe('an amount in another currency', () => {
  it.each([
    [100, 285_000],
    [500, 1_425_000],
    [1, 2_900],
    [250, 712_500],
  ])('equals, for %i cents at 2850, %i in whole francs', (cents, charged) => {
    expect(convert(money('USD', cents), rate)).toEqual(money('CDF', charged))
  })

  it('is never below the rate, and less than one franc above it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e8 }), fc.integer({ min: 1, max: 1e6 }), (cents, costs) => {
        const { minor } = convert(money('USD', cents), { one: 'USD', costs: money('CDF', costs) })
        expect(minor % 100).toBe(0)
        expect(minor * 100).toBeGreaterThanOrEqual(cents * costs)
        expect(minor * 100).toBeLessThan(cents * costs + 10_000)
      }),
    )
  })

  it('is converted once and keeps the ordered amount, the rate and the time', () => {
    expect(createQuote(money('USD', 200), odd, 1_000)).toEqual({
      ordered: money('USD', 200),
      charged: money('CDF', 569_900),
      rate: odd,
      quotedAt: 1_000,
    })
  })

  it('is checked for exactness before it is converted', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (cents, costs) => {
        const [ordered, dear] = [money('USD', cents), { one: 'USD', costs: money('CDF', costs) } as const]
        const counted = () => convert(ordered, dear)
        if (canConvert(ordered, dear)) expect(counted).not.toThrow()
      }),
    )
    const one = { one: 'USD', costs: money('CDF', 100) } as const
    expect(canConvert(money('USD', Number.MAX_SAFE_INTEGER - 100), one)).toBe(true)
    expect(canConvert(money('USD', Number.MAX_SAFE_INTEGER), one)).toBe(false)
    expect(canConvert(money('USD', 500), rate)).toBe(true)
    expect(canConvert(money('USD', 9_000_000_000_000_000), rate)).toBe(false)
  })

  it('refuses the rate of a third currency', () => {
    expect(() => convert(money('MWK', 100), rate)).toThrow(TypeError)
  })
})
