// @ts-nocheck
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otpCount, otpOf, otpText, readOtp } from './otp-code.ts'

const codes = fc.integer({ min: 0, max: otpCount - 1 }).map(otpOf)
const gaps = fc.constantFrom('', ' ', '-', '–', ' - ', '\u00a0', '\u200b', '.', '\n')

describe('a one-time code', () => {
  it.each([
    '123456',
    '123 456',
    '123-456',
    '123–456',
    '1 2 3 4 5 6',
    ' 123456\n',
    '\u202a123456\u202c',
    '１２３４５６',
    '١٢٣٤٥٦',
  ])('may be typed as %j', (text) => {
    expect(readOtp(text)).toEqual({ outcome: 'valid', code: '123456' })
  })

  it.each([
    ['', 'empty'],
    [' - ', 'empty'],
    ['12345', 'too_short'],
    ['1234567', 'too_long'],
    ['12345a', 'not_a_code'],
    ['+123456', 'not_a_code'],
    ['1e5', 'not_a_code'],
    ['<script>', 'not_a_code'],
  ])('is not what %j says: %s', (text, outcome) => {
    expect(readOtp(text)).toEqual({ outcome })
  })

  it('is read however it is broken up, leading zeros included', () => {
    fc.assert(
      fc.property(codes, fc.array(gaps, { minLength: 7, maxLength: 7 }), (code, between) => {
        const typed = [...code].map((digit, index) => `${between[index]}${digit}`).join('') + between[6]
        expect(readOtp(typed)).toEqual({ outcome: 'valid', code })
      }),
    )
  })

  it('is six digits and nothing else, whatever is typed', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789 -.#٣') }))
    fc.assert(
      fc.property(texts, (text) => {
        const reading = readOtp(text)
        expect(reading.outcome === 'valid' ? reading.code : '123456').toMatch(/^\d{6}$/)
      }),
      { numRuns: 500 },
    )
  })

  it.each([-1, otpCount, 0.5, Number.NaN])('is not made of %d', (number) => {
    expect(() => otpOf(number)).toThrow(RangeError)
  })

  it('stands in the last line of its message, for the phone to read', () => {
    const text = otpText('042000 is your code. Do not share it.', { host: 'portal.example', code: '042000' })
    expect(text).toBe('042000 is your code. Do not share it.\n\n@portal.example #042000')
  })
})
