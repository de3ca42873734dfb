import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDislike, likedPercent, readWords, tellingWords, typosAllowed, withoutNumbers } from './help.ts'

const none = new Set<string>()

describe('the words of a question', () => {
  it.each([
    ['Buy a Bundle!', ['buy', 'a', 'bundle']],
    ['illimité, Élan', ['illimite', 'elan']],
    ["It didn't arrive", ['it', 'didnt', 'arrive']],
    ['4 G or 5G', ['4g', 'or', '5g']],
    ['call 300 free', ['call', '300', 'free']],
    ['*115#', ['115']],
    ['  ?! ', []],
  ])('are equal in every spelling: %s', (text, words) => {
    expect(readWords(text)).toEqual(words)
  })

  it('leave out words that every question has', () => {
    expect(tellingWords('How do I buy a bundle', new Set(['how', 'do', 'i', 'a']))).toEqual(['buy', 'bundle'])
  })

  it('keep such words when there are no others', () => {
    expect(tellingWords('how do i', new Set(['how', 'do', 'i']))).toEqual(['how', 'do', 'i'])
  })

  it('are limited in number and length for pasted texts of any size', () => {
    const words = tellingWords(`${'x'.repeat(500)} a b c d e f g h i j k`, none)
    expect(words).toHaveLength(8)
    expect(words[0]).toHaveLength(30)
  })

  it('are empty where the visitor typed a number', () => {
    expect(tellingWords('+265 991 234 567', none)).toEqual([])
    expect(tellingWords('money for 0991234567 lost', none)).toEqual(['money', 'for', 'lost'])
  })
})

describe('a typing error', () => {
  it.each([
    ['pin', 0],
    ['4g', 0],
    ['115', 0],
    ['data', 1],
    ['recharge', 2],
  ])('is tolerated in %s up to %i letters', (word, orderSummaries) => {
    expect(typosAllowed(word)).toBe(orderSummaries)
  })
})

describe('a stored search text', () => {
  it.each([
    ['lost 0991234567', 'lost #'],
    ['+265 99 123 45 67 sent', '# sent'],
    ['pin 1234', 'pin #'],
    ['(099) 12-34', '(#'],
    ['mail chisomo@example.com', 'mail #'],
    ['٠٩٩١٢٣', '#'],
    ['4g and 300', '4g and 300'],
  ])('contains no personal data: %s', (typed, kept) => {
    expect(withoutNumbers(typed)).toBe(kept)
  })

  it('never contains four digits in a row', () => {
    const typed = fc.array(fc.constantFrom('1', '7', ' ', '-', 'a', '+', '٣', '.'), { maxLength: 30 })
    fc.assert(
      fc.property(typed, (signs) => {
        expect(withoutNumbers(signs.join('')).replaceAll(/[\s().-]/g, '')).not.toMatch(/\d{4}/)
      }),
    )
  })
})

describe('the share of helpful votes', () => {
  it('is undefined before the first vote', () => {
    expect(likedPercent({ yes: 0, no: 0 })).toBeUndefined()
  })

  it.each([
    [1, 0, 100],
    [0, 3, 0],
    [2, 1, 67],
    [87, 13, 87],
  ])('is computed from all votes: %i yes, %i no', (yes, no, percent) => {
    expect(likedPercent({ yes, no })).toBe(percent)
  })
})

it('accepts known reasons only', () => {
  expect([isDislike('unclear'), isDislike('no'), isDislike(null), isDislike('constructor')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
