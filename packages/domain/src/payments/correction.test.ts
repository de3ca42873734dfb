import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { day } from '../time.ts'
import { computeAnswerDeadline, mayAskCorrection } from './correction.ts'

const delivered = { kind: 'airtime', state: 'delivered', decidedAt: 1000 } as const

describe('the correction of a payment to a wrong number', () => {
  it('may be requested for a week after delivery', () => {
    assert.equal(mayAskCorrection(delivered, 1000), true)
    assert.equal(mayAskCorrection(delivered, 1000 + 7 * day - 1), true)
    assert.equal(mayAskCorrection(delivered, 1000 + 7 * day), false)
  })

  it('may be requested for airtime and bundles, whose number can be mistyped', () => {
    assert.equal(mayAskCorrection({ ...delivered, kind: 'bundle' }, 2000), true)
    assert.equal(mayAskCorrection({ ...delivered, kind: 'bill' }, 2000), false)
    assert.equal(mayAskCorrection({ ...delivered, kind: 'invoice' }, 2000), false)
  })

  it('is not offered before delivery', () => {
    for (const state of ['due', 'sending', 'impossible'] as const)
      assert.equal(mayAskCorrection({ kind: 'airtime', state, decidedAt: 1000 }, 2000), false)
    assert.equal(mayAskCorrection(undefined, 2000), false)
  })

  it('is answered within three days', () => {
    assert.equal(computeAnswerDeadline(1000), 1000 + 3 * day)
  })
})
