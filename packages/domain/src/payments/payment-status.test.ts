import { describe, expect, it } from 'vitest'
import { getUndeliverableMoney } from './payment-status.ts'

describe('money for an undeliverable order', () => {
  it('is under review until staff or the BSS has decided', () => {
    expect(getUndeliverableMoney({ delivery: 'delivered', isReviewed: true })).toBe('looked_at')
    expect(getUndeliverableMoney({ delivery: 'sending', isReviewed: false })).toBe('looked_at')
    expect(getUndeliverableMoney({ isReviewed: false })).toBe('looked_at')
    expect(getUndeliverableMoney({ delivery: 'delivered', isReviewed: false })).toBe('closed')
  })

  it.each([
    ['due', 'goes_back'],
    ['requesting', 'goes_back'],
    ['review', 'by_person'],
    ['refunded', 'is_back'],
  ] as const)('follows its refund: %s', (refund, is) => {
    expect(getUndeliverableMoney({ delivery: 'delivered', refund, isReviewed: true })).toBe(is)
  })
})
