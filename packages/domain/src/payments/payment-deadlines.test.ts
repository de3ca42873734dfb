import { describe, expect, it } from 'vitest'
import { day, minute } from '../time.ts'
import { computeDeadlines } from './payment-deadlines.ts'

const capturedAt = Date.UTC(2026, 10, 20, 12, 5)

describe('the deadlines of a payment', () => {
  it('count from the capture', () => {
    expect(computeDeadlines(capturedAt)).toEqual({
      deliveredBy: capturedAt + 5 * minute,
      refundBeginsBy: capturedAt + 15 * minute,
      refundedBy: capturedAt + 15 * minute + day,
      decidedBy: capturedAt + day,
    })
  })

  it("count a refund's time from its start", () => {
    const begunAt = capturedAt + 2 * minute
    expect(computeDeadlines(capturedAt, { begunAt }).refundedBy).toBe(begunAt + day)
  })

  it('are three days later for a refund that staff make', () => {
    const begunAt = capturedAt + 2 * minute
    expect(computeDeadlines(capturedAt, { begunAt, mode: 'by_hand' }).refundedBy).toBe(begunAt + 3 * day)
  })

  it('never promise the refund before the delivery is overdue', () => {
    const { deliveredBy, refundBeginsBy, refundedBy } = computeDeadlines(capturedAt)
    expect(deliveredBy < refundBeginsBy && refundBeginsBy < refundedBy).toBe(true)
  })
})
