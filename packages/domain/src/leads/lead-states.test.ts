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

describe('an order for internet at home', () => {
  it('begins as received, and nowhere else', () => {
    assert.deepEqual(
      leadMoves.filter(({ from }) => from === 'none'),
      [{ from: 'none', to: 'received' }],
    )
  })

  it('goes its way from the order to the line', () => {
    assert.ok(canLeadMove('received', 'checked'))
    assert.ok(canLeadMove('checked', 'scheduled'))
    assert.ok(canLeadMove('scheduled', 'installed'))
  })

  it('may be given another day, and another reason to wait', () => {
    assert.ok(canLeadMove('scheduled', 'scheduled'))
    assert.ok(canLeadMove('on_hold', 'on_hold'))
    assert.ok(!canLeadMove('received', 'received'))
  })

  it.each(['installed', 'refused', 'cancelled'] as const)('is over once it is %s', (stage) => {
    assert.ok(isLeadOver(stage))
    for (const to of leadStages) assert.ok(!canLeadMove(stage, to))
  })

  it('is in vain when it ends without a line', () => {
    assert.deepEqual(leadStages.filter(isLeadUndeliverable), ['refused', 'cancelled'])
    for (const stage of leadStages.filter(isLeadUndeliverable)) assert.ok(isLeadOver(stage))
  })

  it('is served once somebody has looked and said so', () => {
    assert.deepEqual(leadStages.filter(isLeadServed), ['checked', 'scheduled', 'installed'])
  })

  it('never goes back to the beginning from a day that was agreed', () => {
    for (const from of ['checked', 'scheduled', 'interested'] as const) assert.ok(!canLeadMove(from, 'received'))
  })

  it('waits for coverage only from its beginning: nobody who was promised a line is put off so', () => {
    assert.deepEqual(
      leadMoves.filter(({ to }) => to === 'interested'),
      [{ from: 'received', to: 'interested' }],
    )
  })

  it('can be refused or called off as long as it is not over', () => {
    for (const stage of leadStages) {
      assert.equal(canLeadMove(stage, 'refused'), !isLeadOver(stage))
      assert.equal(canLeadMove(stage, 'cancelled'), !isLeadOver(stage))
    }
  })
})

describe('handing an order in', () => {
  it('writes the intention before anybody else can know of it, unless a person entered it by hand', () => {
    const into = submissionMoves.filter(({ to }) => to === 'submitted')
    assert.deepEqual(into, [
      { from: 'submitting', to: 'submitted' },
      { from: 'refused', to: 'submitted' },
    ])
    assert.ok(!canSubmissionMove('due', 'refused'))
  })

  it('may begin again only from a call of which nothing is known, and from a refusal', () => {
    const repeated = submissionMoves.filter(({ to }) => to === 'due')
    assert.deepEqual(repeated, [
      { from: 'none', to: 'due' },
      { from: 'submitting', to: 'due' },
      { from: 'refused', to: 'due' },
    ])
  })

  it('is over once it is handed in', () => {
    assert.ok(!submissionMoves.some(({ from }) => from === 'submitted'))
  })
})
