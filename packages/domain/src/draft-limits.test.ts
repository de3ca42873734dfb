import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { judgeDraft } from './draft-limits.ts'

describe('an order for internet at home', () => {
  it('begins for nothing at the pace of people', () => {
    assert.equal(judgeDraft(0, false), 'take')
    assert.equal(judgeDraft(999, false), 'take')
  })

  it('costs whoever asks from a busy address a little work', () => {
    assert.deepEqual(judgeDraft(0, true), { workFor: 'caller' })
  })

  it('costs everybody work once more begin than a country ever does', () => {
    assert.deepEqual(judgeDraft(1_000, false), { workFor: 'breaker' })
    assert.deepEqual(judgeDraft(49_999, true), { workFor: 'breaker' })
  })

  it('is refused only far above', () => {
    assert.equal(judgeDraft(50_000, false), 'full')
  })
})
