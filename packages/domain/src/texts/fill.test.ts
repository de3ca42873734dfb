import { describe, expect, it } from 'vitest'
import { fill, fillKnown, placeholdersOf } from './fill.ts'

describe('filling a text', () => {
  it('puts each value where its name stands, as often as it stands there', () => {
    expect(fill('{brand}: {amount} by {time}, {brand}', { brand: 'Nyanja', amount: 'MWK 5', time: '14:09' })).toBe(
      'Nyanja: MWK 5 by 14:09, Nyanja',
    )
  })

  it('writes numbers as they are', () => {
    expect(fill('{count} digits so far', { count: 7 })).toBe('7 digits so far')
  })

  it('refuses to leave a hole', () => {
    expect(() => fill('by {time}', {})).toThrow('No value for {time}')
  })

  it('does not take what every object inherits for a value', () => {
    expect(() => fill('{constructor}', {})).toThrow('No value for {constructor}')
  })

  it('does not read a value again as text to fill', () => {
    expect(fill('{a}', { a: '{b} $&' })).toBe('{b} $&')
  })

  it('leaves braces alone that name nothing', () => {
    expect(fill('{} { x } {1}', {})).toBe('{} { x } {1}')
  })
})

describe('filling what is known', () => {
  it('keeps the other places for later', () => {
    expect(fillKnown('From {currency} {min}', { currency: 'MWK' })).toBe('From MWK {min}')
  })
})

describe('the placeholders of a text', () => {
  it('are named in order', () => {
    expect(placeholdersOf('{b} and {a}')).toEqual(['b', 'a'])
  })
})
