import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forgivenErrors, isNamed, searchable, typingErrors } from './name-search.ts'

const finds = (wanted: string, name: string) => isNamed(searchable(name), searchable(wanted))

describe('a search by name', () => {
  it.each([
    ['1gb', 'Weekly 1GB'],
    ['1 GB', 'Weekly 1GB'],
    ['1GB', 'Weekly 1 GB'],
    ['2,6 gb', 'Weekly 2.6GB'],
    ['gb weekly', 'Weekly 2.6GB'],
    ['whats app', 'WhatsApp weekly 500MB'],
    ['no expiry', 'No-expiry 1GB'],
    ['noexpiry', 'No-expiry 1GB'],
    ['illimite', 'Illimité'],
    ['60 min', 'Combo 1GB + 60 min + 100 SMS'],
    ['sms', 'Combo 1GB + 60 min + 100 SMS'],
    ['  ', 'anything'],
  ])('ignores spelling differences: %s finds %s', (wanted, name) => {
    expect(finds(wanted, name)).toBe(true)
  })

  it.each([
    ['1gb', 'Monthly 11GB'],
    ['1gb', 'Monthly 2.1GB'],
    ['6gb', 'Weekly 2.6GB'],
    ['100mb', 'Bundle 5100MB'],
    ['weekly 1gb', 'Weekly 2.6GB'],
    ['router', 'Weekly 1GB'],
  ])('does not mistake one number for another: %s does not find %s', (wanted, name) => {
    expect(finds(wanted, name)).toBe(false)
  })

  it('finds an amount that follows another number', () => {
    expect(finds('100 MB', 'Plan 5 100MB')).toBe(true)
    expect(finds('100 MB', '5100MB, then 100 MB')).toBe(true)
  })
})

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
  ])('between %s and %s are %i', (typed, meant, count) => {
    expect(typingErrors(typed, meant, 2)).toBe(count)
  })

  it('are counted only up to the limit', () => {
    expect(typingErrors('zomba', 'lilongwe', 2)).toBe(3)
    expect(typingErrors('abcdef', 'uvwxyz', 2)).toBe(3)
  })

  it('are symmetric, and zero between equal texts', () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        expect(typingErrors(left, right, 20)).toBe(typingErrors(right, left, 20))
        expect(typingErrors(left, left, 0)).toBe(0)
        expect(typingErrors(left, right, 20)).toBeLessThanOrEqual(Math.max(left.length, right.length))
      }),
    )
  })

  it('are tolerated in long words rather than in short ones', () => {
    expect(['dow', 'neno', 'zombaxx', 'blantyre'].map(forgivenErrors)).toEqual([0, 1, 1, 2])
  })
})
