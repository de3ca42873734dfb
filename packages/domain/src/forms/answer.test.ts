import { describe, expect, it } from 'vitest'
import { readAnswer } from './form-rules.ts'

const numbers = { countryCode: '265', length: 9, trunk: '0' }
const line = { type: 'text' } as const
const number = { type: 'tel', countryCode: '265' } as const

describe('a typed answer', () => {
  it.each([
    [line, '  Thoko Banda ', 'Thoko Banda'],
    [line, 'one\r\ntwo\nthree', 'one two three'],
    [line, 'a\u0000b\u007f', 'ab'],
    [{ type: 'textarea' } as const, 'one\r\n\r\ntwo \r\n', 'one\n\ntwo'],
    [{ type: 'checkbox' } as const, 'yes', 'on'],
    [{ type: 'checkbox' } as const, '', ''],
  ])('is normalised: typed into %j, %j becomes %j', (field, typed, answer) => {
    expect(readAnswer(field, typed, numbers)).toBe(answer)
  })

  it('is examined only up to the longest acceptable length', () => {
    const endless = `a${' '.repeat(1_000_000)}b`
    expect(readAnswer(line, endless, numbers).length).toBeLessThan(70_000)
  })

  it('is returned whole when it is too long, so that the visitor can shorten it', () => {
    const lines = 'ninety letters or so'.padEnd(90, '.')
    const letter = Array.from({ length: 100 }, () => lines).join('\n')
    expect(readAnswer({ type: 'textarea' }, letter.replaceAll('\n', '\r\n'), numbers)).toBe(letter)
  })

  it.each([
    ['+265 (0) 99 123 4567', '991234567'],
    ['0991 234 567', '991234567'],
    ['٠٩٩١٢٣٤٥٦٧', '991234567'],
    ['099 12', '9912'],
    ['call me', 'call me'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
  ])('is parsed as a number: %j becomes %j', (typed, answer) => {
    expect(readAnswer(number, typed, numbers)).toBe(answer)
  })
})
