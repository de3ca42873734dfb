import { describe, expect, it } from 'vitest'
import { maskAccount, readFixedLineAccount, readLineAccount } from './account-number.ts'

describe('the account of a line', () => {
  it.each(['1000000050', ' 1000 000 050', '1000-000-050'])('is read as people write it: %j', (text) => {
    expect(readLineAccount(text)).toEqual({ outcome: 'valid', account: '1000000050' })
  })

  it.each(['100000005', '10000000500', 'P1000000050', '10000000x0'])('is not %j', (text) => {
    expect(readLineAccount(text)).toEqual({ outcome: 'invalid' })
  })

  it('may be missing', () => {
    expect(readLineAccount('  ')).toEqual({ outcome: 'empty' })
  })
})

describe('the account of a fixed line', () => {
  it.each([
    ['P1234567890', 'P1234567890'],
    ['E1234567890', 'E1234567890'],
    ['pe 1234567890', 'PE1234567890'],
    ['P-1234-567890', 'P1234567890'],
  ])('is read as people write it: %j', (text, account) => {
    expect(readFixedLineAccount(text)).toEqual({ outcome: 'valid', account })
  })

  it.each(['1234567890', 'PEP1234567890', 'X1234567890', 'P123456789', 'P12345678901'])('is not %j', (text) => {
    expect(readFixedLineAccount(text)).toEqual({ outcome: 'invalid' })
  })

  it('may be missing', () => {
    expect(readFixedLineAccount('')).toEqual({ outcome: 'empty' })
  })

  it('is shown to strangers in part', () => {
    expect(maskAccount('PE1234567890')).toBe('PE••••••7890')
    expect(maskAccount('1000000050')).toBe('10••••0050')
  })
})
