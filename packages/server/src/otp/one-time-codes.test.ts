import { minute, second } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { openCodes, otherThan, place, request } from '../db/otp/test-codes.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { otpPurposes } from './one-time-code.ts'

const binding = { purpose: 'invoice', msisdn: request.msisdn, subject: 'order-1' } as const

describeOnEachEngine('a one-time code', (open) => {
  const setUp = async (options = {}) => openCodes(await open(), options)

  it('goes to the handset, and typed back proves who holds it', async () => {
    const { codes, codeOn } = await setUp()
    const sent = await codes.send(request)
    expect(sent).toMatchObject({ outcome: 'sent', resendInSeconds: 60 })
    const refId = sent.outcome === 'sent' ? sent.refId : ''

    const code = await codeOn()
    const verified = await codes.verify(refId, `${code.slice(0, 3)} ${code.slice(3)}`, place)
    expect(verified).toMatchObject({ outcome: 'verified', ...binding })
  })

  it('comes in a text that phones can read it from, of one short message', async () => {
    const { sentId, delivered, codeOn } = await setUp()
    await sentId()
    const code = await codeOn()
    const [message] = await delivered()
    expect(code).toMatch(/^\d{6}$/)
    expect(message).toEqual({
      msisdn: request.msisdn,
      text: `${code} is your code. Do not share it.\n\n@portal.example #${code}`,
      validForMs: 5 * minute,
    })
    expect(message?.text.length).toBeLessThanOrEqual(160)
  })

  it('names the masked receiver of a payment in its message, and in that of the next code', async () => {
    const { codes, clock, sentId, delivered } = await setUp({ maskReceiver: async () => '+265 99 ••• ••67' })
    const refId = await sentId({ purpose: 'airtime_payment' })
    clock.now += minute
    await codes.resend(refId, { ...place, purposes: ['airtime_payment'] })
    for (const { text } of await delivered()) expect(text).toContain('is your code to pay for +265 99 *** **67.')
  })

  it('is not needed where the caller has looked himself: the proof is the same', async () => {
    const { codes, delivered, clock } = await setUp()
    const { uniqueCode } = await codes.vouch(binding, { channel: 'web', language: 'en' })
    expect(await delivered()).toEqual([])
    expect(await codes.provenBy({ uniqueCode })).toEqual(binding)
    expect(await codes.consume({ uniqueCode }, { ...binding, subject: 'order-2' })).toBe(false)
    clock.now += 10 * minute
    expect(await codes.provenBy({ uniqueCode })).toBeUndefined()
  })

  it('stands nowhere in the database', async () => {
    const { sentId, codeOn, db } = await setUp()
    await sentId()
    const code = await codeOn()
    const rows = await Promise.all([
      db.selectFrom('one_time_codes').selectAll().execute(),
      db.selectFrom('messages').selectAll().execute(),
    ])
    expect(rows.flat()).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('waits in the outbox for a worker that is not there yet, but not longer than it is good', async () => {
    const { sentId, delivered, clock } = await setUp()
    await sentId()
    clock.now += 5 * minute
    expect(await delivered()).toEqual([])
  })

  it('allows five tries and says how many are left', async () => {
    const { codes, codeOn, sentId } = await setUp()
    const refId = await sentId()
    const code = await codeOn()
    for (const attemptsLeft of [4, 3, 2, 1])
      expect(await codes.verify(refId, otherThan(code), place)).toEqual({ outcome: 'wrong_code', attemptsLeft })
    expect(await codes.verify(refId, otherThan(code), place)).toEqual({ outcome: 'attempts_exhausted' })
    expect(await codes.verify(refId, code, place)).toEqual({ outcome: 'attempts_exhausted' })
  })

  it('is still good on the fifth try', async () => {
    const { codes, codeOn, sentId } = await setUp()
    const refId = await sentId()
    const code = await codeOn()
    for (const _ of [4, 3, 2, 1]) await codes.verify(refId, otherThan(code), place)
    expect(await codes.verify(refId, code, place)).toMatchObject({ outcome: 'verified' })
  })

  it('spends no try on what cannot be a code', async () => {
    const { codes, codeOn, sentId } = await setUp()
    const refId = await sentId()
    for (const typed of ['', '12345', '1234567', 'my code', '12345\0'])
      expect(await codes.verify(refId, typed, place)).toEqual({ outcome: 'not_a_code' })
    expect(await codes.verify(refId, otherThan(await codeOn()), place)).toMatchObject({ attemptsLeft: 4 })
  })

  it('is good for five minutes', async () => {
    const { codes, codeOn, sentId, clock } = await setUp()
    const first = await sentId()
    const code = await codeOn()
    clock.now += 5 * minute
    expect(await codes.verify(first, code, place)).toEqual({ outcome: 'expired' })

    const second = await sentId()
    clock.now += 5 * minute - 1
    expect(await codes.verify(second, await codeOn(), place)).toMatchObject({ outcome: 'verified' })
  })

  it('is good once', async () => {
    const { codes, codeOn, sentId } = await setUp()
    const refId = await sentId()
    const code = await codeOn()
    await codes.verify(refId, code, place)
    expect(await codes.verify(refId, code, place)).toEqual({ outcome: 'expired' })
    expect(await codes.resend(refId, place)).toEqual({ outcome: 'expired' })
  })

  it('has no id that somebody made up', async () => {
    const { codes } = await setUp()
    for (const refId of ['nobody-knows-it', '', 'a\0b', "' or 1=1"]) {
      expect(await codes.verify(refId, '123456', place)).toEqual({ outcome: 'expired' })
      expect(await codes.resend(refId, place)).toEqual({ outcome: 'expired' })
      expect(await codes.consume({ refId }, binding)).toBe(false)
      expect(await codes.consume({ uniqueCode: refId }, binding)).toBe(false)
    }
  })

  it('may be for each purpose', async () => {
    const { codes, codeOn, sentId, clock } = await setUp()
    for (const purpose of otpPurposes) {
      const refId = await sentId({ purpose })
      expect(await codes.verify(refId, await codeOn(), { ...place, purposes: [purpose] })).toMatchObject({ purpose })
      clock.now += minute
    }
  })

  it('tells the page that asks for it how long to wait and how many tries are left', async () => {
    const { codes, codeOn, sentId, clock } = await setUp()
    const refId = await sentId()
    const code = await codeOn()
    await codes.verify(refId, otherThan(code), place)
    clock.now += 15 * second
    const pending = { purpose: request.purpose, msisdn: request.msisdn, resendInSeconds: 45, attemptsLeft: 4 }
    expect(await codes.pending(refId, place)).toEqual(pending)
    expect(await codes.pending(refId, { ...place, subject: 'order-2' })).toBeUndefined()
    await codes.verify(refId, code, place)
    expect(await codes.pending(refId, place)).toBeUndefined()
  })

  it('goes only to lines of ours', async () => {
    const { codes, delivered } = await setUp({ isOurLine: async () => false })
    expect(await codes.send(request)).toEqual({ outcome: 'not_our_line' })
    expect(await delivered()).toEqual([])
  })

  it('is not sent while nobody knows whose line it is', async () => {
    const { codes, delivered } = await setUp({ isOurLine: () => Promise.reject(new Error('The BSS is silent')) })
    await expect(codes.send(request)).rejects.toThrow('The BSS is silent')
    expect(await delivered()).toEqual([])
  })
})

describeOnEachEngine('another code', (open) => {
  const setUp = async () => openCodes(await open())

  it('takes the place of the first one under the same id', async () => {
    const { codes, codeOn, sentId, clock } = await setUp()
    const refId = await sentId()
    const first = await codeOn()
    clock.now += minute
    expect(await codes.resend(refId, place)).toEqual({ outcome: 'sent', refId, resendInSeconds: 60 })
    const second = await codeOn()

    if (first !== second) expect(await codes.verify(refId, first, place)).toMatchObject({ outcome: 'wrong_code' })
    expect(await codes.verify(refId, second, place)).toMatchObject({ outcome: 'verified' })
  })

  it('goes out alone when the first one has not left yet', async () => {
    const { codes, delivered, sentId, clock } = await setUp()
    const refId = await sentId()
    clock.now += minute
    await codes.resend(refId, place)
    expect(await delivered()).toHaveLength(1)
  })

  it('comes after a minute and not before', async () => {
    const { codes, delivered, sentId, clock } = await setUp()
    const refId = await sentId()
    clock.now += 20 * second
    expect(await codes.resend(refId, place)).toEqual({ outcome: 'too_soon', resendInSeconds: 40 })
    expect(await delivered()).toHaveLength(1)
    clock.now += 40 * second
    await codes.resend(refId, place)
    expect(await delivered()).toHaveLength(2)
  })

  it('may be asked for when the first one has gone stale, for half an hour', async () => {
    const { codes, codeOn, sentId, clock } = await setUp()
    const refId = await sentId()
    clock.now += 20 * minute
    expect(await codes.resend(refId, place)).toMatchObject({ outcome: 'sent' })
    expect(await codes.verify(refId, await codeOn(), place)).toMatchObject({ outcome: 'verified' })

    const late = await sentId({ msisdn: '991234568' })
    clock.now += 30 * minute
    expect(await codes.resend(late, place)).toEqual({ outcome: 'expired' })
  })

  it('for something else to the same number has to wait, and says how long', async () => {
    const { codes, delivered, sentId, clock } = await setUp()
    await sentId()
    clock.now += 15 * second
    expect(await codes.send({ ...request, subject: 'order-2' })).toEqual({ outcome: 'too_soon', resendInSeconds: 45 })
    expect(await delivered()).toHaveLength(1)
  })

  it('is not sent for the one that is just verified', async () => {
    const { codes, codeOn, sentId } = await setUp()
    const refId = await sentId()
    await codes.verify(refId, await codeOn(), place)
    expect(await codes.send(request)).toEqual({ outcome: 'too_soon', resendInSeconds: 60 })
  })
})

describeOnEachEngine('the proof of a verified code', (open) => {
  async function setUp() {
    const service = openCodes(await open())
    const refId = await service.sentId()
    const verified = await service.codes.verify(refId, await service.codeOn(), place)
    if (verified.outcome !== 'verified') throw new Error(verified.outcome)
    return { ...service, refId, uniqueCode: verified.uniqueCode }
  }

  it('is consumed once, by whichever of its two names', async () => {
    const { codes, refId, uniqueCode } = await setUp()
    expect(await codes.consume({ uniqueCode }, binding)).toBe(true)
    expect(await codes.consume({ uniqueCode }, binding)).toBe(false)
    expect(await codes.consume({ refId }, binding)).toBe(false)
  })

  it('may be looked at again and again until then', async () => {
    const { codes, refId, uniqueCode } = await setUp()
    expect(await codes.provenBy({ uniqueCode })).toEqual(binding)
    expect(await codes.provenBy({ refId })).toEqual(binding)
    await codes.consume({ refId }, binding)
    expect(await codes.provenBy({ uniqueCode })).toBeUndefined()
  })

  it('holds for ten minutes', async () => {
    const { codes, uniqueCode, clock } = await setUp()
    clock.now += 10 * minute - 1
    expect(await codes.provenBy({ uniqueCode })).toEqual(binding)
    clock.now += 1
    expect(await codes.provenBy({ uniqueCode })).toBeUndefined()
    expect(await codes.consume({ uniqueCode }, binding)).toBe(false)
  })

  it('is worth nothing for another purpose, number or subject, and is not spent by it', async () => {
    const { codes, uniqueCode } = await setUp()
    const others = [
      { ...binding, purpose: 'airtime_payment' } as const,
      { ...binding, msisdn: '991234568' },
      { ...binding, subject: 'order-2' },
    ]
    for (const other of others) expect(await codes.consume({ uniqueCode }, other)).toBe(false)
    expect(await codes.consume({ uniqueCode }, binding)).toBe(true)
  })

  it('can be tied to one order, and is then worth nothing for what it was won for, nor for another order', async () => {
    const { codes, uniqueCode } = await setUp()
    const tied = await Promise.all(['order-2', 'order-3'].map((order) => codes.tie({ uniqueCode }, binding, order)))
    expect(tied.filter(Boolean)).toHaveLength(1)
    const [order, other] = tied[0] ? ['order-2', 'order-3'] : ['order-3', 'order-2']
    expect(await codes.provenBy({ uniqueCode })).toEqual({ ...binding, subject: order })
    expect(await codes.tie({ uniqueCode }, binding, 'order-4')).toBe(false)
    expect(await codes.consume({ uniqueCode }, binding)).toBe(false)
    expect(await codes.consume({ uniqueCode }, { ...binding, subject: other ?? '' })).toBe(false)
    expect(await codes.consume({ uniqueCode }, { ...binding, subject: order ?? '' })).toBe(true)
  })

  it('does not exist before the code is verified', async () => {
    const { codes, sentId, clock } = await setUp()
    clock.now += minute
    const refId = await sentId({ subject: 'order-2' })
    expect(await codes.provenBy({ refId })).toBeUndefined()
    expect(await codes.consume({ refId }, { ...binding, subject: 'order-2' })).toBe(false)
  })
})
