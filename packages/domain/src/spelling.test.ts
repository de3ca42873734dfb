import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forgivenErrors, typingErrors } from './spelling.ts'

const word = fc.string({ maxLength: 12 })

describe('typing errors', () => {
  it.each([
    ['blantyre', 'blantyre', 0],
    ['blantrye', 'blantyre', 1],
    ['lilogwe', 'lilongwe', 1],
    ['lilonggwe', 'lilongwe', 1],
    ['zumba', 'zomba', 1],
    ['mangoche', 'mangochi', 1],
    ['nkotakota', 'nkhotakota', 1],
    ['blntrye', 'blantyre', 2],
    ['', 'ab', 2],
  ])('%s for %s are %i', (typed, meant, count) => {
    expect(typingErrors(typed, meant, 2)).toBe(count)
  })

  it('are not counted beyond what matters', () => {
    expect(typingErrors('zomba', 'lilongwe', 2)).toBe(3)
    expect(typingErrors('abcdef', 'uvwxyz', 2)).toBe(3)
  })

  it('are as many the other way round, and none in what is the same', () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        expect(typingErrors(left, right, 20)).toBe(typingErrors(right, left, 20))
        expect(typingErrors(left, left, 0)).toBe(0)
        expect(typingErrors(left, right, 20)).toBeLessThanOrEqual(Math.max(left.length, right.length))
      }),
    )
  })

  it('are forgiven in long words rather than in short ones', () => {
    expect(['dow', 'neno', 'zombaxx', 'blantyre'].map(forgivenErrors)).toEqual([0, 1, 1, 2])
  })
})
