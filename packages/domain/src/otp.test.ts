import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decideOtp,
  type OtpHistory,
  type OtpRequester,
  otpCount,
  otpLimits,
  otpOf,
  otpText,
  otpWindows,
  readOtp,
} from './otp.ts'
import { ratePolicies } from './rate-limits/rate-policies.ts'

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
    '30/11/2026 14:05 123456',
    '2026-11-30 123456',
    '123456 is your code. Do not share it.\n\n@portal.example #123456',
    'Code: 123456.',
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
    ['123456 or 654321', 'not_a_code'],
    ['30112026 1405', 'too_long'],
    ['<script>', 'not_a_code'],
  ])('is not accepted from %j: %s', (text, outcome) => {
    expect(readOtp(text)).toEqual({ outcome })
  })

  it('is parsed with any separators, including leading zeros', () => {
    fc.assert(
      fc.property(codes, fc.array(gaps, { minLength: 7, maxLength: 7 }), (code, between) => {
        const typed = [...code].map((digit, index) => `${between[index]}${digit}`).join('') + between[6]
        expect(readOtp(typed)).toEqual({ outcome: 'valid', code })
      }),
    )
  })

  it('consists of exactly six digits for any input', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789 -.#٣') }))
    fc.assert(
      fc.property(texts, (text) => {
        const reading = readOtp(text)
        expect(reading.outcome === 'valid' ? reading.code : '123456').toMatch(/^\d{6}$/)
      }),
      { numRuns: 500 },
    )
  })

  it.each([-1, otpCount, 0.5, Number.NaN])('is not made from %d', (number) => {
    expect(() => otpOf(number)).toThrow(RangeError)
  })

  it('is in the last line of its message, where phones read it', () => {
    const text = otpText('042000 is your code. Do not share it.', { host: 'portal.example', code: '042000' })
    expect(text).toBe('042000 is your code. Do not share it.\n\n@portal.example #042000')
  })
})

const at = Date.UTC(2026, 10, 20)
const policy = ratePolicies.code_message
const plain: OtpRequester = { at, hasWorked: false, clientNetwork: 0 }

const judge = (history: Partial<OtpHistory> = {}, requester: Partial<OtpRequester> = {}) =>
  decideOtp({ counts: {}, ...history }, { ...plain, ...requester }, { limits: otpLimits, policy })

const histories = fc.record({
  counts: fc.record({
    target: fc.nat({ max: 15 }),
    targetDay: fc.nat({ max: 20 }),
    payer: fc.nat({ max: 20 }),
    channel: fc.nat({ max: 600 }),
    all: fc.nat({ max: 600 }),
  }),
})
const requesters = fc.record({ hasWorked: fc.boolean(), clientNetwork: fc.nat({ max: 100 }) })

describe('another message with a code', () => {
  it('is sent to a number without recent messages', () => {
    expect(judge()).toEqual({ outcome: 'send' })
    expect(judge({ lastSentAt: at - 60_000 })).toEqual({ outcome: 'send' })
  })

  it('waits until a minute has passed since the last message', () => {
    expect(judge({ lastSentAt: at - 59_999 })).toEqual({ outcome: 'too_soon', waitMs: 1 })
    expect(judge({ lastSentAt: at })).toEqual({ outcome: 'too_soon', waitMs: 60_000 })
  })

  it.each([
    [4, false, 'send'],
    [5, false, 'proof_of_work_needed'],
    [5, true, 'send'],
    [14, true, 'send'],
    [15, true, 'limit_reached'],
    [15, false, 'limit_reached'],
  ])('is judged after %i unanswered ones in a day (challenge solved: %s): %s', (targetDay, hasWorked, outcome) => {
    expect(judge({ counts: { targetDay } }, { hasWorked })).toMatchObject({ outcome })
  })

  it.each(['target', 'payer', 'channel', 'all'] as const)(
    'is not sent beyond the limit of the %s, even with a solved challenge',
    (by) => {
      const counts = { [by]: policy[by].hardLimit }
      expect(judge({ counts }, { hasWorked: true })).toEqual({ outcome: 'limit_reached', by })
      expect(judge({ counts: { [by]: policy[by].hardLimit - 1 } }, { hasWorked: true })).toEqual({
        outcome: 'send',
      })
    },
  )

  it('is not refused because of an address alone', () => {
    expect(judge({}, { clientNetwork: 1_000_000 })).toMatchObject({
      outcome: 'proof_of_work_needed',
      sharedLevel: 0,
    })
    expect(judge({}, { clientNetwork: 1_000_000, hasWorked: true })).toEqual({ outcome: 'send' })
  })

  it('is not sent beyond a hard limit, regardless of history', () => {
    fc.assert(
      fc.property(histories, requesters, (history, requester) => {
        const { counts } = history
        const isWithin = (['target', 'targetDay', 'payer', 'channel', 'all'] as const).every(
          (dimension) => counts[dimension] < policy[dimension].hardLimit,
        )
        const { outcome } = judge(history, requester)
        expect(['send', 'proof_of_work_needed'].includes(outcome)).toBe(isWithin)
      }),
    )
  })
})

describe('the settings of one-time codes', () => {
  it('leave an attacker less than one chance in ten thousand a day for a number', () => {
    expect((policy.targetDay.hardLimit * otpLimits.tries) / 10 ** 6).toBeLessThan(1e-4)
  })

  it('are consistent with each other', () => {
    expect(policy.channel.hardLimit).toBeLessThan(policy.all.hardLimit)
    expect(otpLimits.codeLifeMs).toBeLessThan(otpLimits.resendLifeMs)
    expect(otpLimits.resendLifeMs).toBeLessThan(otpWindows.dayMs)
  })
})
