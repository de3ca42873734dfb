import assert from 'node:assert/strict'
import { day, minute } from '@nyanja/domain/time'
import { describe, it } from 'vitest'
import { nextStatusUpdateAt, nextTryAt } from './lead-schedule.ts'

describe('an order that the BSS did not accept', () => {
  it('is submitted again after seconds, and at least every quarter of an hour', () => {
    const pauses = [0, 1, 2, 8, 500].map((checks) => nextTryAt({ checks }, 1000) - 1000)
    assert.deepEqual(pauses, [5000, 10_000, 20_000, 15 * minute, 15 * minute])
  })
})

describe('the next request about an order', () => {
  const pauseAt = (age: number, stage: 'received' | 'interested' = 'received') =>
    nextStatusUpdateAt({ stage, stageAt: 1000 }, 1000 + age) - 1000 - age

  it('is made every few seconds at first, and then less and less often', () => {
    assert.equal(pauseAt(0), 5000)
    assert.equal(pauseAt(2 * minute - 1), 5000)
    assert.equal(pauseAt(2 * minute), minute)
    assert.equal(pauseAt(10 * minute - 1), minute)
    assert.equal(pauseAt(10 * minute), 10 * minute)
    assert.equal(pauseAt(day), 60 * minute)
    assert.equal(pauseAt(300 * day), 60 * minute)
  })

  it('is made once a day for an interest', () => {
    assert.equal(pauseAt(0, 'interested'), day)
    assert.equal(pauseAt(90 * day, 'interested'), day)
  })
})
