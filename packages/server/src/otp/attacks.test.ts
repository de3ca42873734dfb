import { otpLimits } from '@nyanja/domain/otp'
import type { RatePolicy } from '@nyanja/domain/rate-limits/rate-limit'
import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { hour, minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { openCodes, otherThan, place, request, worked } from '../db/otp/test-codes.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { CodeRequest } from './code-text.ts'

const numbered = (index: number) => String(991_000_000 + index)

describeOnEachEngine('an attacker who guesses codes', (open) => {
  it('gets five tries from any number of parallel guesses', async () => {
    const { codes, codeOn, sentId } = openCodes(await open())
    const refId = await sentId()
    const wrong = otherThan(await codeOn())
    const results = await Promise.all(Array.from({ length: 20 }, () => codes.verify(refId, wrong, place)))
    const left = results.flatMap((result) => (result.outcome === 'wrong_code' ? [result.attemptsLeft] : []))
    expect(left.sort()).toEqual([1, 2, 3, 4])
    expect(results.filter(({ outcome }) => outcome === 'attempts_exhausted')).toHaveLength(16)
  })

  it('gets no more tries from another code', async () => {
    const { codes, codeOn, sentId, clock } = openCodes(await open())
    const refId = await sentId()
    const guess = async () => codes.verify(refId, otherThan(await codeOn()), place)
    for (const attemptsLeft of [4, 3, 2, 1]) {
      expect(await guess()).toEqual({ outcome: 'wrong_code', attemptsLeft })
      clock.now += minute
      expect(await codes.resend(refId, place)).toMatchObject({ outcome: 'sent' })
    }
    expect(await guess()).toEqual({ outcome: 'attempts_exhausted' })
    clock.now += minute
    expect(await codes.resend(refId, place)).toEqual({ outcome: 'attempts_exhausted' })
    expect(await codes.verify(refId, await codeOn(), place)).toEqual({ outcome: 'attempts_exhausted' })
  })

  it('gets at most seventy-five tries for a number in a day, with challenges', async () => {
    const { codes, codeOn, clock } = openCodes(await open(), { challenges: worked })
    let tries = 0
    for (let round = 0; round < 40; round += 1) {
      clock.now += 10 * minute
      const sent = await codes.send({ ...request, subject: `order-${round}`, solution: 'worked' })
      if (sent.outcome !== 'sent') continue
      const wrong = otherThan(await codeOn())
      const anywhere = { channel: 'web', purposes: ['invoice'] } as const
      for (let guess = 0; guess < 7; guess += 1) {
        const { outcome } = await codes.verify(sent.refId, wrong, anywhere)
        tries += outcome === 'wrong_code' || guess === 4 ? 1 : 0
      }
    }
    expect(tries).toBe(ratePolicies.code_message.targetDay.hardLimit * otpLimits.tries)
  })

  it('succeeds once, not twice, with the correct code', async () => {
    const { codes, codeOn, sentId } = openCodes(await open())
    const refId = await sentId()
    const code = await codeOn()
    const results = await Promise.all([1, 2, 3].map(() => codes.verify(refId, code, place)))
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['expired', 'expired', 'verified'])
  })

  it('uses the proof once in parallel attempts', async () => {
    const { codes, codeOn, sentId } = openCodes(await open())
    const refId = await sentId()
    await codes.verify(refId, await codeOn(), place)
    const spent = await Promise.all([1, 2, 3, 4].map(() => codes.consume({ refId }, request)))
    expect(spent.filter(Boolean)).toHaveLength(1)
  })

  it.each([
    { ...place, purposes: ['balance', 'airtime_payment', 'lead'] } as const,
    { ...place, subject: 'order-2' },
    { ...place, channel: 'whatsapp' },
  ])('does not get a code verified at %j', async (elsewhere) => {
    const { codes, codeOn, sentId, clock } = openCodes(await open())
    const refId = await sentId()
    const code = await codeOn()
    expect(await codes.verify(refId, code, elsewhere)).toEqual({ outcome: 'expired' })
    clock.now += minute
    expect(await codes.resend(refId, elsewhere)).toEqual({ outcome: 'expired' })
    expect(await codes.verify(refId, code, place)).toMatchObject({ outcome: 'verified' })
  })
})

describeOnEachEngine('a caller who requests messages', (open) => {
  it('gets one message and one id from many parallel requests', async () => {
    const { codes, delivered } = openCodes(await open())
    const results = await Promise.all(Array.from({ length: 8 }, () => codes.send(request)))
    expect(new Set(results.map((result) => ('refId' in result ? result.refId : result.outcome))).size).toBe(1)
    expect(await delivered()).toHaveLength(1)
  })

  it('gets one message from many parallel resends', async () => {
    const { codes, codeOn, sentId, delivered, clock } = openCodes(await open())
    const refId = await sentId()
    await delivered()
    clock.now += minute
    const results = await Promise.all([1, 2, 3, 4].map(() => codes.resend(refId, place)))
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['sent', 'too_soon', 'too_soon', 'too_soon'])
    expect(await delivered()).toHaveLength(2)
    expect(await codes.verify(refId, await codeOn(), place)).toMatchObject({ outcome: 'verified' })
  })

  it('gets one message for parallel requests to one number with different purposes', async () => {
    const { codes, delivered } = openCodes(await open())
    const requests = Array.from({ length: 6 }, (_, index) => codes.send({ ...request, subject: `order-${index}` }))
    const outcomes = (await Promise.all(requests)).map(({ outcome }) => outcome)
    expect(outcomes.sort()).toEqual(['sent', ...Array.from({ length: 5 }, () => 'too_soon')])
    expect(await delivered()).toHaveLength(1)
  })

  it('must solve challenges after five unanswered messages, and gets none after fifteen', async () => {
    const { codes, clock, delivered } = openCodes(await open(), { challenges: worked })
    const outcomes: string[] = []
    for (let round = 0; round < 20; round += 1) {
      clock.now += 10 * minute
      const plain = await codes.send({ ...request, subject: `order-${round}` })
      const paid = await codes.send({ ...request, subject: `order-${round}`, solution: 'worked' })
      outcomes.push(plain.outcome === 'sent' ? 'free' : `${plain.outcome}, ${paid.outcome}`)
    }
    expect(outcomes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'free'))
    expect(outcomes.slice(5, 15)).toEqual(Array.from({ length: 10 }, () => 'proof_of_work_needed, sent'))
    expect(outcomes.slice(15)).toEqual(Array.from({ length: 5 }, () => 'limit_reached, limit_reached'))
    await delivered()
    clock.now += 24 * hour
    expect(await codes.send(request)).toMatchObject({ outcome: 'sent' })
  })

  it('cannot pass a challenge with a wrong solution', async () => {
    const busy = {
      challenges: worked,
      clientNetworks: {
        countRequest: (clientIp: string) => (clientIp === '41.70.1.1' ? 4 : 1),
        uncountRequest: () => {},
        countSuccess: () => {},
      },
    }
    const suspect = { ...request, clientIp: '41.70.1.1', solution: 'made up' }
    expect(await openCodes(await open(), busy).codes.send(suspect)).toEqual({
      outcome: 'proof_of_work_needed',
      level: 1,
    })
    const honest = { ...suspect, solution: 'worked' }
    expect(await openCodes(await open(), busy).codes.send(honest)).toMatchObject({ outcome: 'sent' })
    const elsewhere = { ...request, clientIp: '41.70.1.2' }
    expect(await openCodes(await open(), busy).codes.send(elsewhere)).toMatchObject({ outcome: 'sent' })
  })

  it('does not use up the daily limit of a customer who enters the codes', async () => {
    const { codes, codeOn, sentId, clock } = openCodes(await open())
    for (let round = 0; round < 20; round += 1) {
      clock.now += 15 * minute
      const refId = await sentId()
      expect(await codes.verify(refId, await codeOn(), place)).toMatchObject({ outcome: 'verified' })
    }
  })

  it('does not use up the daily limit of one number with another', async () => {
    const { codes, clock } = openCodes(await open())
    for (let round = 0; round < 8; round += 1) {
      clock.now += 10 * minute
      await codes.send({ ...request, subject: `order-${round}` })
    }
    clock.now += minute
    expect(await codes.send(request)).toMatchObject({ outcome: 'proof_of_work_needed' })
    expect(await codes.send({ ...request, msisdn: '991234568' })).toMatchObject({ outcome: 'sent' })
  })
})

const mostOf = (hardLimit: number) =>
  ({ windowMs: hour, challengeThresholds: [], hardLimit, counts: 'requests' }) as const
const budgets: RatePolicy = { target: mostOf(3), payer: mostOf(4), channel: mostOf(8), all: mostOf(10) }

describeOnEachEngine('a limit of messages', (open) => {
  const pumped = (count: number, request_: (index: number) => Partial<CodeRequest>) =>
    Array.from(
      { length: count },
      (_, index): CodeRequest => ({ ...request, msisdn: numbered(index), ...request_(index) }),
    )

  it.each([
    ['a payer', 4, () => ({ payer: '888000001' })],
    ['a channel', 8, () => ({ channel: 'whatsapp' })],
    ['everybody', 10, (index: number) => ({ channel: `channel-${index}` })],
  ])('for %s ends at %i, even with parallel requests', async (_whose, most, differing) => {
    const { codes, delivered } = openCodes(await open(), { policy: budgets })
    const results = await Promise.all(pumped(20, differing).map((each) => codes.send(each)))
    const outcomes = results.map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(most)
    expect(outcomes.filter((outcome) => outcome === 'limit_reached')).toHaveLength(20 - most)
    expect(await delivered()).toHaveLength(most)
  })

  it('for a number includes its resends', async () => {
    const { codes, sentId, clock } = openCodes(await open(), { policy: budgets })
    const refId = await sentId()
    const outcomes: string[] = []
    for (let round = 0; round < 3; round += 1) {
      clock.now += minute
      outcomes.push((await codes.resend(refId, place)).outcome)
    }
    expect(outcomes).toEqual(['sent', 'sent', 'limit_reached'])
  })

  it('is fully available two hours later, and staff are alerted when it is used up', async () => {
    const { codes, alerts, clock } = openCodes(await open(), { policy: budgets })
    for (const each of pumped(8, () => ({}))) await codes.send(each)
    expect(alerts).toEqual([])
    const [late = request] = pumped(1, () => ({ msisdn: '991999999' }))
    expect(await codes.send(late)).toEqual({ outcome: 'limit_reached' })
    expect(alerts).toEqual(['otp_budget_spent'])
    clock.now += 2 * hour
    expect(await codes.send(late)).toMatchObject({ outcome: 'sent' })
  })

  it('is not changed by refused requests', async () => {
    const { codes } = openCodes(await open(), { policy: budgets })
    for (let round = 0; round < 30; round += 1) await codes.send({ ...request, subject: `order-${round}` })
    expect(await codes.send({ ...request, msisdn: '991234568' })).toMatchObject({ outcome: 'sent' })
  })
})

describeOnEachEngine('a flood of unanswered messages', (open) => {
  const all = {
    windowMs: hour,
    challengeThresholds: [10, 12, 14],
    hardLimit: 40,
    counts: 'requests',
    creditPerSuccess: 1.25,
  } as const
  const policy: RatePolicy = { all }

  async function pump(answered: number) {
    const service = openCodes(await open(), { policy, challenges: worked })
    for (let index = 0; index < 10; index += 1) {
      const refId = await service.sentId({ msisdn: numbered(index) })
      if (index < answered) await service.codes.verify(refId, await service.codeOn(numbered(index)), place)
    }
    return service
  }

  it('makes every caller solve challenges until it ends, and alerts staff', async () => {
    const { codes, clock, alerts } = await pump(0)
    expect(await codes.send(request)).toMatchObject({ outcome: 'proof_of_work_needed', level: 1 })
    expect(alerts).toEqual(['otp_breaker'])
    expect(await codes.send({ ...request, solution: 'worked' })).toMatchObject({ outcome: 'sent' })
    clock.now += 2 * hour
    expect(await codes.send({ ...request, msisdn: '991234568' })).toMatchObject({ outcome: 'sent' })
  })

  it('raises the challenge with each unanswered message', async () => {
    const { codes } = await pump(0)
    const levels: unknown[] = []
    for (let index = 20; index < 26; index += 1) {
      const requested = { ...request, msisdn: numbered(index) }
      const reported = await codes.send(requested)
      levels.push('level' in reported && reported.level)
      await codes.send({ ...requested, solution: 'worked' })
    }
    expect(levels).toEqual([1, 1, 2, 2, 3, 3])
  })

  it('limits callers who waited separately from those who solved', async () => {
    const waited: typeof worked = { ...worked, accept: async () => 'wait' }
    const { codes, sentId } = openCodes(await open(), { policy, challenges: waited })
    for (let index = 0; index < 10; index += 1) await sentId({ msisdn: numbered(index) })
    for (let index = 20; index < 60; index += 1)
      expect(await codes.send({ ...request, msisdn: numbered(index) })).toMatchObject({ outcome: 'sent' })
  })

  it('does not include answered messages', async () => {
    const { codes } = await pump(3)
    expect(await codes.send(request)).toMatchObject({ outcome: 'sent' })
  })
})
