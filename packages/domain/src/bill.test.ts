import { describe, expect, it } from 'vitest'
import { chargeFor, isOverdue, totalOf } from './bill.ts'
import { money } from './money.ts'

const today = Date.parse('2026-11-20T22:00:00Z') // midnight in Blantyre

describe('an invoice', () => {
  it.each([
    ['yesterday', today - 86_400_000, true],
    ['today', today, false],
    ['tomorrow', today + 86_400_000, false],
  ])('that is due %s', (_when, dueAt, isLate) => {
    expect(isOverdue({ dueAt }, today)).toBe(isLate)
  })
})

describe('several invoices', () => {
  it('cost their sum, to the tambala', () => {
    const invoices = [money('MWK', 6_500_000), money('MWK', 4_825_075)].map((outstanding) => ({ outstanding }))
    expect(totalOf(invoices)).toEqual(money('MWK', 11_325_075))
  })

  it('cost nothing that could be named when there are none', () => {
    expect(totalOf([])).toBeUndefined()
  })
})

describe('a bill with decimals', () => {
  it('is charged as it stands', () => {
    expect(chargeFor(money('MWK', 1_825_075), { roundUp: false })).toEqual(money('MWK', 1_825_075))
  })

  it('is rounded up where the market wants whole amounts', () => {
    expect(chargeFor(money('MWK', 1_825_075), { roundUp: true })).toEqual(money('MWK', 1_825_100))
  })
})
