import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otpBudgets, otpLimits, otpWindows } from './otp-limits.ts'
import { judgeOtp, type OtpAsking, type OtpHistory } from './otp-sending.ts'

const at = Date.UTC(2026, 10, 20)
const quiet: OtpHistory = {
  unverifiedOfDay: 0,
  spentThisHour: { number: 0, payer: 0, channel: 0, all: 0 },
  answers: { sent: 0, verified: 0 },
}
const plain: OtpAsking = { at, hasWorked: false, isSuspect: false }

const judge = (history: Partial<OtpHistory> = {}, asking: Partial<OtpAsking> = {}) =>
  judgeOtp({ ...quiet, ...history }, { ...plain, ...asking }, otpLimits)

const count = fc.nat({ max: 3000 })
const histories = fc.record({
  lastSentAt: fc.option(fc.integer({ min: at - 3 * otpLimits.betweenSendsMs, max: at }), { nil: undefined }),
  unverifiedOfDay: fc.nat({ max: 20 }),
  spentThisHour: fc.record({ number: fc.nat({ max: 15 }), payer: fc.nat({ max: 20 }), channel: count, all: count }),
  answers: fc.record({ sent: count, verified: count }),
})
const askings = fc.record({ at: fc.constant(at), hasWorked: fc.boolean(), isSuspect: fc.boolean() })

describe('one more message with a code', () => {
  it('goes out to a number that has been left in peace', () => {
    expect(judge()).toEqual({ verdict: 'send' })
    expect(judge({ lastSentAt: at - 60_000 })).toEqual({ verdict: 'send' })
  })

  it('waits until a minute has passed since the last one', () => {
    expect(judge({ lastSentAt: at - 59_999 })).toEqual({ verdict: 'too_soon', waitMs: 1 })
    expect(judge({ lastSentAt: at })).toEqual({ verdict: 'too_soon', waitMs: 60_000 })
  })

  it.each([
    [4, false, 'send'],
    [5, false, 'proof_of_work_needed'],
    [5, true, 'send'],
    [14, true, 'send'],
    [15, true, 'limit_reached'],
    [15, false, 'limit_reached'],
  ])('after %i unanswered ones in a day (worked: %s): %s', (unverifiedOfDay, hasWorked, verdict) => {
    expect(judge({ unverifiedOfDay }, { hasWorked })).toMatchObject({ verdict })
  })

  it.each(otpBudgets)('stops with the budget of the %s, work or no work', (budget) => {
    const spentThisHour = { ...quiet.spentThisHour, [budget]: otpLimits.perHour[budget] }
    expect(judge({ spentThisHour }, { hasWorked: true })).toEqual({ verdict: 'limit_reached', by: budget })
    expect(judge({ spentThisHour: { ...spentThisHour, [budget]: otpLimits.perHour[budget] - 1 } })).toEqual({
      verdict: 'send',
    })
  })

  it('costs a suspect caller work, and is never refused for that alone', () => {
    expect(judge({}, { isSuspect: true })).toEqual({ verdict: 'proof_of_work_needed', because: 'caller' })
    expect(judge({}, { isSuspect: true, hasWorked: true })).toEqual({ verdict: 'send' })
  })

  it.each([
    [99, 0, 'send'],
    [100, 9, 'proof_of_work_needed'],
    [100, 10, 'send'],
    [2000, 199, 'proof_of_work_needed'],
  ])('costs everybody work when %i went out and %i were answered: %s', (sent, verified, verdict) => {
    expect(judge({ answers: { sent, verified } })).toMatchObject({ verdict })
    expect(judge({ answers: { sent, verified } }, { hasWorked: true })).toEqual({ verdict: 'send' })
  })

  it('costs a suspect caller no less than everybody', () => {
    expect(judge({ answers: { sent: 100, verified: 0 } }, { isSuspect: true })).toMatchObject({ because: 'breaker' })
  })

  it('never goes out beyond a hard limit, whatever has happened and whoever asks', () => {
    fc.assert(
      fc.property(histories, askings, (history, asking) => {
        const isWithin =
          (history.lastSentAt === undefined || at - history.lastSentAt >= otpLimits.betweenSendsMs) &&
          history.unverifiedOfDay < otpLimits.unverifiedPerDay.most &&
          otpBudgets.every((budget) => history.spentThisHour[budget] < otpLimits.perHour[budget])
        const { verdict } = judgeOtp(history, asking, otpLimits)
        expect(['send', 'proof_of_work_needed'].includes(verdict)).toBe(isWithin)
      }),
    )
  })

  it('is never harder to get for having worked or for looking like a person', () => {
    fc.assert(
      fc.property(histories, askings, (history, asking) => {
        const gentle = judgeOtp(history, { ...asking, hasWorked: true, isSuspect: false }, otpLimits)
        const { verdict } = judgeOtp(history, asking, otpLimits)
        if (verdict === 'send') expect(gentle.verdict).toBe('send')
        expect(gentle.verdict).not.toBe('proof_of_work_needed')
      }),
    )
  })
})

describe('the settings', () => {
  it('leave a guesser less than one chance in ten thousand a day for a number', () => {
    expect((otpLimits.unverifiedPerDay.most * otpLimits.tries) / 10 ** 6).toBeLessThan(1e-4)
  })

  it('agree with each other', () => {
    const { perHour, unverifiedPerDay, codeLifeMs, resendLifeMs } = otpLimits
    expect(perHour.channel).toBeLessThan(perHour.all)
    expect(unverifiedPerDay.free).toBeLessThan(unverifiedPerDay.most)
    expect(codeLifeMs).toBeLessThan(resendLifeMs)
    expect(resendLifeMs).toBeLessThan(otpWindows.dayMs)
  })
})
