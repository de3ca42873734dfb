import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMsisdn, groupWhileTyping, international, maskMsisdn, parseMsisdn, withTrunk } from './msisdn.ts'

const malawi = { countryCode: '265', length: 9, trunk: '0' }
const prefixed = { ...malawi, prefixes: ['21', '22', '31', '77', '88', '89', '98', '99', '111'] }

describe('parsing a number', () => {
  it.each([
    '991234567',
    '0991234567',
    '265991234567',
    '+265991234567',
    '00265991234567',
    '+265 99 123 4567',
    '+265 (0) 99 123 4567',
    '2650991234567',
    '0991 23 45 67',
    '099-123-4567',
    '099–123–4567',
    '099.123.4567',
    '(099) 123 4567',
    '099\u00a0123\u202f4567',
    '\u202a+265 99 123 4567\u202c',
    '+265991234567',
    '٠٩٩١٢٣٤٥٦٧',
    '  0991234567\n',
  ])('accepts %j', (text) => {
    expect(parseMsisdn(text, malawi)).toEqual({ outcome: 'valid', msisdn: '991234567' })
  })

  it.each([
    ['', 'empty', ''],
    [' - ', 'empty', ''],
    ['99123', 'too_short', '99123'],
    ['099123456', 'too_short', '99123456'],
    ['+', 'too_short', ''],
    ['+26', 'too_short', ''],
    ['00', 'too_short', ''],
    ['0', 'too_short', ''],
    ['+265 99', 'too_short', '99'],
    ['9912345678', 'too_long', '9912345678'],
    ['+2659912345678', 'too_long', '9912345678'],
    ['+441234567', 'not_a_number', '441234567'],
    ['000000000', 'not_a_number', '000000000'],
    ['+265 00 9912345', 'not_a_number', '265009912345'],
  ])('returns for %j the result %s', (text, outcome, digits) => {
    expect(parseMsisdn(text, malawi)).toEqual({ outcome, digits })
  })

  it.each([
    ['abc', '', 'abc'],
    ['99123456x', '99123456', 'x'],
    ['99+1234567', '991234567', '+'],
    ['99a9000-001', '999000001', 'a'],
  ])('reports the characters in %j that are not digits', (text, digits, stray) => {
    expect(parseMsisdn(text, malawi)).toEqual({ outcome: 'not_a_number', digits, stray })
  })

  it('accepts nine digits that begin like the country code, unless the known prefixes rule it out', () => {
    expect(parseMsisdn('265991234', malawi)).toEqual({ outcome: 'valid', msisdn: '265991234' })
    expect(parseMsisdn('265991234', prefixed)).toEqual({ outcome: 'too_short', digits: '991234' })
  })

  it('accepts unknown prefixes, which the line check decides', () => {
    expect(parseMsisdn('0551234567', prefixed)).toEqual({ outcome: 'valid', msisdn: '551234567' })
  })

  it('returns the same number for every spelling', () => {
    const nine = fc.stringMatching(/^[1-9]\d{8}$/)
    const writings = [
      (digits: string) => formatMsisdn(digits, '265'),
      (digits: string) => withTrunk(digits, malawi),
      (digits: string) => international(digits, malawi),
      (digits: string) => `00${international(digits, malawi)}`,
      (digits: string) => groupWhileTyping(digits, malawi),
    ]
    fc.assert(
      fc.property(nine, fc.constantFrom(...writings), (msisdn, write) => {
        expect(parseMsisdn(write(msisdn), malawi)).toEqual({ outcome: 'valid', msisdn })
      }),
    )
  })

  it('returns only nine digits without a leading 0', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789+ -.()') }))
    fc.assert(
      fc.property(texts, (text) => {
        const reading = parseMsisdn(text, malawi)
        expect(reading.outcome === 'valid' ? reading.msisdn : '991234567').toMatch(/^[1-9]\d{8}$/)
      }),
      { numRuns: 500 },
    )
  })
})

describe('formatting a number', () => {
  it('groups the digits after the country code', () => {
    expect(formatMsisdn('991234567', '265')).toBe('+265 99 123 4567')
  })

  it('masks all but the first and the last two digits', () => {
    expect(maskMsisdn('991234567', '265')).toBe('+265 99 ••• ••67')
  })

  it('prefixes the trunk digit or the country code in payloads', () => {
    expect(withTrunk('991234567', malawi)).toBe('0991234567')
    expect(international('991234567', malawi)).toBe('265991234567')
  })

  it.each([
    ['9', '9'],
    ['0991', '99 1'],
    ['099123', '99 123'],
    ['+265991234', '99 123 4'],
    ['991234567', '99 123 4567'],
    ['99123456789', '99 123 456789'],
    ['hello', 'hello'],
    ['', ''],
  ])('groups %j while it is typed', (typed, shown) => {
    expect(groupWhileTyping(typed, malawi)).toBe(shown)
  })
})
