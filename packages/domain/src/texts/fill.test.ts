import { describe, expect, it } from 'vitest'
import { fill, fillKnown, listPlaceholders } from './fill.ts'

describe('filling a text', () => {
  it('replaces each placeholder with its value, wherever it occurs', () => {
    expect(fill('{brand}: {amount} by {time}, {brand}', { brand: 'Nyanja', amount: 'MWK 5', time: '14:09' })).toBe(
      'Nyanja: MWK 5 by 14:09, Nyanja',
    )
  })

  it('inserts numbers unchanged', () => {
    expect(fill('{count} digits so far', { count: 7 })).toBe('7 digits so far')
  })

  it('ends a sentence with one full stop, also after an abbreviated month', () => {
    expect(fill('Nous venons le {day}. {link}', { day: 'ven. 27 nov.', link: 'x' })).toBe(
      'Nous venons le ven. 27 nov. x',
    )
    expect(fillKnown('{day}. {link}', { day: '27 nov.' })).toBe('27 nov. {link}')
    expect(fill('{day}.', { day: '27 Nov' })).toBe('27 Nov.')
  })

  it('refuses a missing value', () => {
    expect(() => fill('by {time}', {})).toThrow('No value for {time}')
  })

  it('does not use inherited properties as values', () => {
    expect(() => fill('{constructor}', {})).toThrow('No value for {constructor}')
  })

  it('does not fill placeholders within values', () => {
    expect(fill('{a}', { a: '{b} $&' })).toBe('{b} $&')
  })

  it('keeps braces that contain no name', () => {
    expect(fill('{} { x } {1}', {})).toBe('{} { x } {1}')
  })
})

describe('filling known placeholders', () => {
  it('keeps the others for later', () => {
    expect(fillKnown('From {currency} {min}', { currency: 'MWK' })).toBe('From MWK {min}')
  })
})

describe('the placeholders of a text', () => {
  it('are listed in order', () => {
    expect(listPlaceholders('{b} and {a}')).toEqual(['b', 'a'])
  })
})
