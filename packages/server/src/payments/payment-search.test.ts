import { minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { createMailStore } from '../db/messages/mail-store.ts'
import { openCodes, otherThan } from '../db/otp/test-codes.ts'
import { createPaymentSearchStore } from '../db/payments/payment-reader.ts'
import { openPayments } from '../db/payments/test-payments.ts'
import { openLimits, useUp } from '../db/rate-limits/test-limits.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { PaymentSearch, type SearchRequester, type SearchResult } from './payment-search.ts'

const place = { channel: 'web', purposes: ['find_payment'] } as const
const requester: SearchRequester = { clientIp: '198.51.100.7', language: 'en' }
const payer = '999000002'
const receiver = '999000001'
const stranger = '999000003'

interface Outside {
  readonly isOurLine?: (msisdn: string) => Promise<boolean>
}

describeOnEachEngine('a search for a payment', (openDatabase) => {
  async function open({ isOurLine }: Outside = {}) {
    const database = await openDatabase()
    const harness = openPayments(database)
    const { codes, codeOn, delivered, clock } = openCodes(database, { ...(isOurLine && { isOurLine }) })
    const now = () => clock.now
    const limit = openLimits(database, now)('payment_lookup')
    const search = new PaymentSearch({
      store: createPaymentSearchStore(database.db, now),
      sendCode: ({ reference, mayGoOut, ...request }) =>
        codes.sendBlind({ ...request, purpose: 'find_payment', subject: reference, channel: 'web' }, mayGoOut),
      issueChallenge: async () => ({ proofOfWork: {}, token: 'token', waitSeconds: 20 }),
      limit,
      now,
    })
    const order = await harness.placedOrder()
    const attempt = await harness.startAttempt(order, { method: 'nyanja_money', payerMsisdn: payer })
    const mails = createMailStore(database, now)
    const mailed = async () =>
      (await mails.claim({ limit: 10, leaseMs: 1 })).map(({ id, email, kind }) => ({ id, email, kind }))
    return { harness, limit, search, codes, codeOn, delivered, clock, order, attempt, mailed }
  }

  const refOf = (result: SearchResult): string => {
    if (result.outcome !== 'sent') throw new Error(result.outcome)
    return result.refId
  }

  it.each([
    ['the number that paid', payer],
    ['the number that got it', receiver],
  ])('sends a code to %s, which opens the payment', async (_, msisdn) => {
    const { search, codes, codeOn, attempt } = await open()
    const refId = refOf(await search.find({ reference: attempt.reference, msisdn }, requester))
    const verified = await codes.verify(refId, await codeOn(msisdn), place)
    expect(verified).toMatchObject({ outcome: 'verified', subject: attempt.reference })
    expect(await search.idOf(attempt.reference)).toBe(attempt.id)
  })

  it('gives the same answer to an unknown reference, a wrong number and a line of another network as to a correct pair', async () => {
    const right = await open()
    const elsewhere = await open({ isOurLine: async () => false })
    const requested = [
      { ...right, reference: right.attempt.reference, msisdn: payer },
      { ...right, reference: 'NYA-0000-0000', msisdn: '999000004' },
      { ...right, reference: right.attempt.reference, msisdn: stranger },
      { ...elsewhere, reference: elsewhere.attempt.reference, msisdn: payer },
    ]
    const seen = []
    for (const { search, codes, reference, msisdn } of requested) {
      const first = await search.find({ reference, msisdn }, requester)
      const repeated = await search.find({ reference, msisdn }, requester)
      const other = await search.find({ reference: 'NYA-1111-1111', msisdn }, requester)
      const refId = refOf(first)
      const { msisdn: shown, ...pending } = (await codes.pending(refId, place)) ?? { msisdn: '' }
      seen.push({
        first: { ...first, refId: 'ref' },
        isSame: refOf(repeated) === refId,
        other,
        isShown: shown === msisdn,
        pending,
        guesses: [await codes.verify(refId, '000000', place), await codes.verify(refId, '12', place)],
        resent: await codes.resend(refId, place).then((resent) => resent.outcome),
      })
    }
    expect(seen[0]?.other).toEqual({ outcome: 'too_soon', resendInSeconds: 60 })
    for (const each of seen) expect(each).toEqual(seen[0])
    expect((await right.delivered()).map(({ msisdn }) => msisdn)).toEqual([payer])
    expect(await elsewhere.delivered()).toEqual([])
  })

  it('accepts no code for another payment, however often another one is requested', async () => {
    const { search, codes, delivered, clock, attempt } = await open()
    const refId = refOf(await search.find({ reference: attempt.reference, msisdn: stranger }, requester))
    for (const attemptsLeft of [4, 3, 2, 1]) {
      expect(await codes.verify(refId, '123456', place)).toEqual({ outcome: 'wrong_code', attemptsLeft })
      clock.now += minute
      expect(await codes.resend(refId, place)).toMatchObject({ outcome: 'sent' })
    }
    expect(await codes.verify(refId, '', place)).toEqual({ outcome: 'not_a_code' })
    expect(await codes.verify(refId, '123456', place)).toEqual({ outcome: 'attempts_exhausted' })
    expect(await delivered()).toEqual([])
  })

  it('counts equally for the number, whether or not a message is sent', async () => {
    const { search, clock, attempt } = await open()
    const outcomesFor = async (reference: string, msisdn: string) => {
      const outcomes: string[] = []
      for (let round = 0; round < 7; round += 1) {
        outcomes.push((await search.find({ reference, msisdn }, requester)).outcome)
        clock.now += 10 * minute
      }
      return outcomes
    }
    const right = await outcomesFor(attempt.reference, payer)
    expect(right).toContain('challenge')
    expect(await outcomesFor(attempt.reference, stranger)).toEqual(right)
  })

  it('does not succeed with a wrong code', async () => {
    const { search, codes, codeOn, attempt } = await open()
    const refId = refOf(await search.find({ reference: attempt.reference, msisdn: payer }, requester))
    expect(await codes.verify(refId, otherThan(await codeOn(payer)), place)).toMatchObject({ outcome: 'wrong_code' })
  })

  it('mails the link only to the address of the receipt, at most once an hour', async () => {
    const { harness, search, mailed, clock } = await open()
    const { id, reference } = await harness.startAttempt(await harness.placedOrder(), {
      method: 'card',
      email: 'Thoko@example.com',
    })
    const find = (email: string, typed = reference) => search.find({ reference: typed, email }, requester)
    expect(await find('thief@example.com')).toEqual({ outcome: 'mailed' })
    expect(await find('thoko@example.com', 'NYA-0000-0000')).toEqual({ outcome: 'mailed' })
    expect(await mailed()).toEqual([])

    expect(await find('thoko@example.com')).toEqual({ outcome: 'mailed' })
    clock.now += 59 * minute
    expect(await find('thoko@example.com')).toEqual({ outcome: 'mailed' })
    const [first, ...others] = await mailed()
    expect(first).toMatchObject({ email: expect.stringMatching(/^thoko@example.com$/i), kind: 'paymentLink' })
    expect(first?.id).toContain(id)
    expect(others).toEqual([])

    clock.now += minute
    await find('thoko@example.com')
    const [second] = await mailed()
    expect(second?.id).not.toBe(first?.id)
  })

  it('requires a challenge from an address that searches for many payments', async () => {
    const { search, limit, mailed, attempt } = await open()
    await useUp(limit, requester.clientIp)
    const searched = { reference: attempt.reference, email: 'thoko@example.com' }
    expect(await search.find(searched, requester)).toMatchObject({
      outcome: 'challenge',
      challenge: { waitSeconds: 20 },
    })
    expect(await search.find(searched, { ...requester, solution: 'worked' })).toEqual({ outcome: 'mailed' })
    expect(await mailed()).toEqual([])
  })
})
