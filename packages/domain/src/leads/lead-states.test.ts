import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import {
  canLeadMove,
  canSubmissionMove,
  isLeadOver,
  isLeadServed,
  isLeadUndeliverable,
  leadMoves,
  leadStages,
  submissionMoves,
} from './lead-states.ts'

describe('an order for home internet', () => {
  it('begins as received and in no other stage', () => {
    assert.deepEqual(
      leadMoves.filter(({ from }) => from === 'none'),
      [{ from: 'none', to: 'received' }],
    )
  })

  it('advances from the order to the installed line', () => {
    assert.ok(canLeadMove('received', 'checked'))
    assert.ok(canLeadMove('checked', 'scheduled'))
    assert.ok(canLeadMove('scheduled', 'installed'))
  })

  it('may be given another day or another reason to wait', () => {
    assert.ok(canLeadMove('scheduled', 'scheduled'))
    assert.ok(canLeadMove('on_hold', 'on_hold'))
    assert.ok(!canLeadMove('received', 'received'))
  })

  it.each(['installed', 'refused', 'cancelled'] as const)('is over once it is %s', (stage) => {
    assert.ok(isLeadOver(stage))
    for (const to of leadStages) assert.ok(!canLeadMove(stage, to))
  })

  it('is undeliverable when it ends without a line', () => {
    assert.deepEqual(leadStages.filter(isLeadUndeliverable), ['refused', 'cancelled'])
    for (const stage of leadStages.filter(isLeadUndeliverable)) assert.ok(isLeadOver(stage))
  })

  it('is served once the operator has checked it', () => {
    assert.deepEqual(leadStages.filter(isLeadServed), ['checked', 'scheduled', 'installed'])
  })

  it('never returns to received after a day was agreed', () => {
    for (const from of ['checked', 'scheduled', 'interested'] as const) assert.ok(!canLeadMove(from, 'received'))
  })

  it('waits for coverage only from its first stage, never after a line was promised', () => {
    assert.deepEqual(
      leadMoves.filter(({ to }) => to === 'interested'),
      [{ from: 'received', to: 'interested' }],
    )
  })

  it('can be refused or cancelled until it is over', () => {
    for (const stage of leadStages) {
      assert.equal(canLeadMove(stage, 'refused'), !isLeadOver(stage))
      assert.equal(canLeadMove(stage, 'cancelled'), !isLeadOver(stage))
    }
  })
})

describe('submitting an order', () => {
  it('records the intention before the call, unless staff entered the order by hand', () => {
    const into = submissionMoves.filter(({ to }) => to === 'submitted')
    assert.deepEqual(into, [
      { from: 'submitting', to: 'submitted' },
      { from: 'refused', to: 'submitted' },
    ])
    assert.ok(!canSubmissionMove('due', 'refused'))
  })

  it('starts again only after a call without a known effect or after a refusal', () => {
    const repeated = submissionMoves.filter(({ to }) => to === 'due')
    assert.deepEqual(repeated, [
      { from: 'none', to: 'due' },
      { from: 'submitting', to: 'due' },
      { from: 'refused', to: 'due' },
    ])
  })

  it('is over once the order is submitted', () => {
    assert.ok(!submissionMoves.some(({ from }) => from === 'submitted'))
  })
})
