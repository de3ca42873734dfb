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
  ])('are the same however they are written: %s', (text, words) => {
    expect(readWords(text)).toEqual(words)
  })

  it('tell what it is about without those that every question has', () => {
    expect(tellingWords('How do I buy a bundle', new Set(['how', 'do', 'i', 'a']))).toEqual(['buy', 'bundle'])
  })

  it('are all of them where no other is left', () => {
    expect(tellingWords('how do i', new Set(['how', 'do', 'i']))).toEqual(['how', 'do', 'i'])
  })

  it('are few and short, whatever somebody pastes', () => {
    const words = tellingWords(`${'x'.repeat(500)} a b c d e f g h i j k`, none)
    expect(words).toHaveLength(8)
    expect(words[0]).toHaveLength(30)
  })

  it('are none where somebody typed a number', () => {
    expect(tellingWords('+265 991 234 567', none)).toEqual([])
    expect(tellingWords('money for 0991234567 lost', none)).toEqual(['money', 'for', 'lost'])
  })
})

describe('a slip', () => {
  it.each([
    ['pin', 0],
    ['4g', 0],
    ['115', 0],
    ['data', 1],
    ['recharge', 2],
  ])('in %s may be of %i letters', (word, orderSummaries) => {
    expect(typosAllowed(word)).toBe(orderSummaries)
  })
})

describe('what is kept of a search', () => {
  it.each([
    ['lost 0991234567', 'lost #'],
    ['+265 99 123 45 67 sent', '# sent'],
    ['pin 1234', 'pin #'],
    ['(099) 12-34', '(#'],
    ['mail chisomo@example.com', 'mail #'],
    ['٠٩٩١٢٣', '#'],
    ['4g and 300', '4g and 300'],
  ])('names nobody: %s', (typed, kept) => {
    expect(withoutNumbers(typed)).toBe(kept)
  })

  it('never holds four digits in a row, whatever was typed', () => {
    const typed = fc.array(fc.constantFrom('1', '7', ' ', '-', 'a', '+', '٣', '.'), { maxLength: 30 })
    fc.assert(
      fc.property(typed, (signs) => {
        expect(withoutNumbers(signs.join('')).replaceAll(/[\s().-]/g, '')).not.toMatch(/\d{4}/)
      }),
    )
  })
})

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
