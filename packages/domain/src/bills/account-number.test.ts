import { describe, expect, it } from 'vitest'
import { maskAccount, readFixedLineAccount, readLineAccount } from './account-number.ts'

describe('the account number of a line', () => {
  it.each(['1000000050', ' 1000 000 050', '1000-000-050'])('parses the spelling %j', (text) => {
    expect(readLineAccount(text)).toEqual({ outcome: 'valid', account: '1000000050' })
  })

  it.each(['100000005', '10000000500', 'P1000000050', '10000000x0'])('refuses %j', (text) => {
    expect(readLineAccount(text)).toEqual({ outcome: 'invalid' })
  })

  it('is optional', () => {
    expect(readLineAccount('  ')).toEqual({ outcome: 'empty' })
  })
})

describe('the account number of a fixed line', () => {
  it.each([
    ['P1234567890', 'P1234567890'],
    ['E1234567890', 'E1234567890'],
    ['pe 1234567890', 'PE1234567890'],
    ['P-1234-567890', 'P1234567890'],
  ])('parses the spelling %j', (text, account) => {
    expect(readFixedLineAccount(text)).toEqual({ outcome: 'valid', account })
  })

  it.each(['1234567890', 'PEP1234567890', 'X1234567890', 'P123456789', 'P12345678901'])('refuses %j', (text) => {
    expect(readFixedLineAccount(text)).toEqual({ outcome: 'invalid' })
  })

  it('is optional', () => {
    expect(readFixedLineAccount('')).toEqual({ outcome: 'empty' })
  })

  it('is masked for strangers', () => {
    expect(maskAccount('PE1234567890')).toBe('PE••••••7890')
    expect(maskAccount('1000000050')).toBe('10••••0050')
  })
})
