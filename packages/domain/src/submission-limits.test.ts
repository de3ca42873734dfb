import { describe, expect, it } from 'vitest'
import { judgeSubmission, submissionLimits } from './submission-limits.ts'

const { ofOne, altogether } = submissionLimits

describe('one more message to the operator', () => {
  it.each([
    [0, 0, false, 'take'],
    [ofOne.free - 1, altogether.free - 1, false, 'take'],
    [0, 0, true, { workFor: 'caller' }],
    [ofOne.free, 0, true, { workFor: 'number' }],
    [0, altogether.free, true, { workFor: 'breaker' }],
    [0, altogether.fromBusy - 1, true, { workFor: 'breaker' }],
    [0, altogether.fromBusy, true, 'full'],
    [0, altogether.fromBusy, false, { workFor: 'breaker' }],
    [ofOne.free, altogether.most - 1, false, { workFor: 'number' }],
    [0, altogether.most, false, 'full'],
  ])('after %s from the same and %s altogether, at a busy address: %s, is %j', (fromSame, all, isBusy, verdict) => {
    expect(judgeSubmission({ fromSame, altogether: all }, isBusy)).toEqual(verdict)
  })
})
