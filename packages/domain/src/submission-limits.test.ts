import { describe, expect, it } from 'vitest'
import { judgeSubmission, submissionLimits } from './submission-limits.ts'

const { freeFromOne, freeAltogether, mostAltogether } = submissionLimits

describe('one more message to the operator', () => {
  it.each([
    [0, 0, false, 'take'],
    [freeFromOne - 1, freeAltogether - 1, false, 'take'],
    [0, 0, true, { workFor: 'caller' }],
    [freeFromOne, 0, true, { workFor: 'number' }],
    [0, freeAltogether, true, { workFor: 'breaker' }],
    [freeFromOne, mostAltogether - 1, false, { workFor: 'number' }],
    [0, mostAltogether, false, 'full'],
  ])(
    'after %s from the same and %s altogether, at a busy address: %s, is %j',
    (fromSame, altogether, isBusy, verdict) => {
      expect(judgeSubmission({ fromSame, altogether }, isBusy)).toEqual(verdict)
    },
  )
})
