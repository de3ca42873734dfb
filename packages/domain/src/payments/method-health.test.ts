import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { minute, second } from '../time.ts'
import {
  computeHealth,
  computeSuccessShare,
  computeTrackRecord,
  getSymptom,
  isAvailable,
  isSufficient,
  type RecentTry,
} from './method-health.ts'

const now = Date.UTC(2026, 10, 20, 12)

const handedOverAt = now - 5 * minute
const good: RecentTry = { state: 'captured', handedOverAt, creditedAt: handedOverAt + 20 * second, isRefunded: false }
const declined: RecentTry = { state: 'refused', refusal: 'declined', handedOverAt, isRefunded: false }
const ended: RecentTry = { state: 'refused', refusal: 'cancelled_by_customer', handedOverAt, isRefunded: false }

const times = (many: number, one: RecentTry): RecentTry[] => Array.from({ length: many }, () => one)
const health = (...recent: RecentTry[][]) => computeHealth(computeTrackRecord(recent.flat(), now))

describe('the health of a payment method', () => {
  it('is good without payments', () => {
    assert.equal(health(), 'well')
    assert.equal(computeSuccessShare(computeTrackRecord([], now)), undefined)
  })

  it('is not judged by a handful of failures', () => {
    assert.equal(health(times(4, declined)), 'well')
    assert.equal(health(times(5, declined)), 'failing')
  })

  it('ignores refusals caused by customers', () => {
    assert.equal(health(times(50, ended), times(5, good)), 'well')
  })

  it('is slow when some payments fail and failing when most do', () => {
    assert.equal(health(times(6, good), times(4, declined)), 'slow')
    assert.equal(health(times(3, good), times(7, declined)), 'failing')
  })

  it('is slow when half of the customers wait for minutes', () => {
    const late: RecentTry = { ...good, creditedAt: handedOverAt + 4 * minute }
    assert.equal(health(times(4, good), times(6, late)), 'slow')
    assert.equal(health(times(6, good), times(4, late)), 'well')
  })

  it('is failing when many payments are refunded', () => {
    const returned: RecentTry = { state: 'captured', handedOverAt, isRefunded: true }
    assert.equal(health(times(7, good), times(3, returned)), 'failing')
  })

  it('counts a silent provider as failing, but not payments in progress', () => {
    const unanswered: RecentTry = { state: 'handing_over', handedOverAt, isRefunded: false }
    assert.equal(health(times(5, unanswered)), 'failing')
    assert.equal(health(times(5, { ...unanswered, handedOverAt: now - second })), 'well')
    assert.equal(health(times(50, { ...unanswered, state: 'waiting' })), 'well')
  })
})

describe('the problem of a payment method as customers notice it', () => {
  const symptom = (...recent: RecentTry[][]) => getSymptom(computeTrackRecord(recent.flat(), now))
  const late: RecentTry = { ...good, creditedAt: handedOverAt + 4 * minute }

  it('is none while the method is healthy', () => {
    assert.equal(symptom(times(20, good)), undefined)
  })

  it('is the wait where the money arrives late', () => {
    assert.equal(symptom(times(5, late)), 'waits')
    assert.equal(symptom(times(5, { ...good, creditedAt: handedOverAt + 11 * minute })), 'waits')
  })

  it('is the failures rather than the wait where both occur', () => {
    assert.equal(symptom(times(6, late), times(4, declined)), 'some_fail')
    assert.equal(symptom(times(3, late), times(7, declined)), 'many_fail')
  })
})

describe('the track record of a payment method', () => {
  it('is empty for a handful of payments', () => {
    assert.ok(!isSufficient(computeTrackRecord([...times(4, good), ...times(50, ended)], now)))
    assert.ok(isSufficient(computeTrackRecord(times(5, good), now)))
  })

  it('is the time that completed refunds took', () => {
    const back = (refundTookMs: number): RecentTry => ({ ...good, isRefunded: true, refundTookMs })
    const { refunds, medianToRefundMs } = computeTrackRecord([back(second), back(minute), back(2 * minute), good], now)
    assert.deepEqual([refunds, medianToRefundMs], [3, minute])
    assert.equal(computeTrackRecord([{ ...good, isRefunded: true }], now).medianToRefundMs, undefined)
  })
})

describe('the circuit breaker of a payment method', () => {
  const broken = times(10, declined)

  it('admits payments while some succeed', () => {
    assert.ok(isAvailable(computeTrackRecord([...broken, ...times(2, good)], now), now))
    assert.ok(isAvailable(computeTrackRecord(times(9, declined), now), now))
  })

  it('admits one payment in half a minute when none succeeds', () => {
    assert.ok(isAvailable(computeTrackRecord(broken, now), now))
    const probe: RecentTry = { state: 'waiting', handedOverAt: now - second, isRefunded: false }
    assert.ok(!isAvailable(computeTrackRecord([...broken, probe], now), now))
    assert.ok(isAvailable(computeTrackRecord([...broken, probe], now), now + 30 * second))
  })
})
