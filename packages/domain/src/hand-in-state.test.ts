import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { canHandInMove, handInMoves } from './hand-in-state.ts'

describe('handing an order in', () => {
  it('writes the intention before anybody else can know of it, unless a person entered it by hand', () => {
    const into = handInMoves.filter(({ to }) => to === 'handed_in')
    assert.deepEqual(into, [
      { from: 'handing_over', to: 'handed_in' },
      { from: 'refused', to: 'handed_in' },
    ])
    assert.ok(!canHandInMove('due', 'refused'))
  })

  it('may begin again only from a call of which nothing is known, and from a refusal', () => {
    const again = handInMoves.filter(({ to }) => to === 'due')
    assert.deepEqual(again, [
      { from: 'none', to: 'due' },
      { from: 'handing_over', to: 'due' },
      { from: 'refused', to: 'due' },
    ])
  })

  it('is over once it is handed in', () => {
    assert.ok(!handInMoves.some(({ from }) => from === 'handed_in'))
  })
})
