import { describe, expect, it } from 'vitest'
import { summarizePayment } from './payment-summary.ts'

const quiet = { isInReview: false }

describe('a payment in one word', () => {
  it('is that of the last component that has begun', () => {
    expect(summarizePayment({ money: 'waiting' }, quiet)).toBe('undecided')
    expect(summarizePayment({ money: 'captured', delivery: 'sending' }, quiet)).toBe('undelivered')
    expect(summarizePayment({ money: 'captured', delivery: 'delivered' }, quiet)).toBe('delivered')
    expect(summarizePayment({ money: 'captured', delivery: 'impossible', refund: 'due' }, quiet)).toBe('going_back')
    expect(summarizePayment({ money: 'captured', delivery: 'delivered', refund: 'refunded' }, quiet)).toBe('gone_back')
  })

  it('is delivered again once a part of its money has gone back', () => {
    const part = { money: 'captured', delivery: 'delivered', isPartRefund: true } as const
    expect(summarizePayment({ ...part, refund: 'requesting' }, quiet)).toBe('going_back')
    expect(summarizePayment({ ...part, refund: 'refunded' }, quiet)).toBe('delivered')
  })

  it('reports first that a person has to decide', () => {
    expect(summarizePayment({ money: 'captured', delivery: 'sending' }, { isInReview: true })).toBe('in_review')
    expect(summarizePayment({ money: 'captured', delivery: 'impossible', refund: 'review' }, quiet)).toBe('in_review')
  })

  it('reports that the provider took the money back, also when it was delivered', () => {
    expect(summarizePayment({ money: 'reversed', delivery: 'delivered' }, quiet)).toBe('reversed')
  })
})
