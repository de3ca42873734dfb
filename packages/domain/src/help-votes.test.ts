import { describe, expect, it } from 'vitest'
import { isDislike, likedPercent } from './help-votes.ts'

describe('how many liked an answer', () => {
  it('is not said before anybody has voted', () => {
    expect(likedPercent({ yes: 0, no: 0 })).toBeUndefined()
  })

  it.each([
    [1, 0, 100],
    [0, 3, 0],
    [2, 1, 67],
    [87, 13, 87],
  ])('is a share of all votes: %i yes, %i no', (yes, no, percent) => {
    expect(likedPercent({ yes, no })).toBe(percent)
  })
})

it('knows a reason from anything else that a form may send', () => {
  expect([isDislike('unclear'), isDislike('no'), isDislike(null), isDislike('constructor')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
