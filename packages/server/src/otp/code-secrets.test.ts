import { describe, expect, it } from 'vitest'
import { CodeSecrets, randomOtp } from './code-secrets.ts'
import { otpPurposes } from './one-time-code.ts'

const secrets = new CodeSecrets('a secret of tests that is long enough')
const code = { id: 'r-1', purpose: 'invoice', msisdn: '991234567', subject: 'order-1', sends: 1 } as const

describe('the digest of a code', () => {
  it('differs by purpose, id, number, subject and round, and with another secret', () => {
    const others = [
      ...otpPurposes.map((purpose) => ({ ...code, purpose })),
      { ...code, id: 'r-2' },
      { ...code, msisdn: '991234568' },
      { ...code, subject: 'order-2' },
      { ...code, sends: 2 },
    ]
    const digests = others.map((other) => secrets.digestOf(other, '123456'))
    digests.push(secrets.digestOf(code, '123457'), new CodeSecrets('another').digestOf(code, '123456'))
    expect(new Set(digests).size).toBe(otpPurposes.length + 6)
  })

  it('does not confuse adjacent fields', () => {
    const shifted = { ...code, msisdn: '9912345', subject: '67order-1' }
    expect(secrets.digestOf(shifted, '123456')).not.toBe(secrets.digestOf(code, '123456'))
  })
})

describe('an encrypted code', () => {
  it('is decrypted for its own message only', () => {
    const sealed = secrets.seal('042000', 'm-1')
    expect(secrets.open(sealed, 'm-1')).toBe('042000')
    expect(() => secrets.open(sealed, 'm-2')).toThrow()
    expect(() => new CodeSecrets('another').open(sealed, 'm-1')).toThrow()
    expect(() => secrets.open('', 'm-1')).toThrow()
  })

  it('differs at each encryption', () => {
    expect(secrets.seal('042000', 'm-1')).not.toBe(secrets.seal('042000', 'm-1'))
  })
})

describe('a new code', () => {
  it('has six digits, and rarely repeats', () => {
    const codes = Array.from({ length: 200 }, randomOtp)
    expect(codes.filter((each) => /^\d{6}$/.test(each))).toHaveLength(200)
    expect(new Set(codes).size).toBeGreaterThan(190)
  })
})
