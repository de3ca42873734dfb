import { describe, expect, it } from 'vitest'
import { moneyInVain } from './money-in-vain.ts'

describe('money for something that nobody brings', () => {
  it('is looked at until a person, or the BSS, has said what becomes of it', () => {
    expect(moneyInVain({ delivery: 'delivered', isReviewed: true })).toBe('looked_at')
    expect(moneyInVain({ delivery: 'sending', isReviewed: false })).toBe('looked_at')
    expect(moneyInVain({ isReviewed: false })).toBe('looked_at')
    expect(moneyInVain({ delivery: 'delivered', isReviewed: false })).toBe('settled')
  })

  it.each([
    ['due', 'goes_back'],
    ['requesting', 'goes_back'],
    ['review', 'by_person'],
    ['refunded', 'is_back'],
  ] as const)('is where its refund is: %s', (refund, is) => {
    expect(moneyInVain({ delivery: 'delivered', refund, isReviewed: true })).toBe(is)
  })
})
