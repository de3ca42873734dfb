import { minute, second } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { openCodes, otherThan, place, request } from '../db/otp/test-codes.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { otpPurposes } from './one-time-code.ts'

const binding = { purpose: 'invoice', msisdn: request.msisdn, subject: 'order-1' } as const

describeOnEachEngine('a one-time code', (open) => {
  const setUp = async (options = {}) => openCodes(await open(), options)

  it('is sent to the handset, and proves its holder when it is entered', async () => {
    const { codes, codeOn } = await setUp()
    const sent = await codes.send(request)
    expect(sent).toMatchObject({ outcome: 'sent', resendInSeconds: 60 })
    const refId = sent.outcome === 'sent' ? sent.refId : ''

    const code = await codeOn()
    const verified = await codes.verify(refId, `${code.slice(0, 3)} ${code.slice(3)}`, place)
    expect(verified).toMatchObject({ outcome: 'verified', ...binding })
  })

  it('has a text of one SMS from which phones can read it', async () => {
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
    for (const { text } of await delivered()) expect(text).toContain('is your code to pay for +265 99 ••• ••67.')
  })

  it('is not needed where the caller has verified the number: the proof is the same', async () => {
    const { codes, delivered, clock } = await setUp()
    const { uniqueCode } = await codes.vouch(binding, { channel: 'web', language: 'en' })
    expect(await delivered()).toEqual([])
    expect(await codes.findProvenBinding({ uniqueCode })).toEqual(binding)
    expect(await codes.consume({ uniqueCode }, { ...binding, subject: 'order-2' })).toBe(false)
    clock.now += 10 * minute
    expect(await codes.findProvenBinding({ uniqueCode })).toBeUndefined()
  })

  it('is readable nowhere in the database', async () => {
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

  it('waits in the outbox for a worker, but no longer than it is valid', async () => {
    const { sentId, delivered, clock } = await setUp()
    await sentId()
    clock.now += 5 * minute
    expect(await delivered()).toEqual([])
  })

  it('allows five tries and reports how many are left', async () => {
    const { codes, codeOn, sentId } = await setUp()
    const refId = await sentId()
    const code = await codeOn()
    for (const attemptsLeft of [4, 3, 2, 1])
      expect(await codes.verify(refId, otherThan(code), place)).toEqual({ outcome: 'wrong_code', attemptsLeft })
    expect(await codes.verify(refId, otherThan(code), place)).toEqual({ outcome: 'attempts_exhausted' })
    expect(await codes.verify(refId, code, place)).toEqual({ outcome: 'attempts_exhausted' })
  })

  it('is still valid on the fifth try', async () => {
    const { codes, codeOn, sentId } = await setUp()
    const refId = await sentId()
    const code = await codeOn()
    for (const _ of [4, 3, 2, 1]) await codes.verify(refId, otherThan(code), place)
    expect(await codes.verify(refId, code, place)).toMatchObject({ outcome: 'verified' })
  })

  it('costs no try for a text that cannot be a code', async () => {
    const { codes, codeOn, sentId } = await setUp()
    const refId = await sentId()
    for (const typed of ['', '12345', '1234567', 'my code', '12345\0'])
      expect(await codes.verify(refId, typed, place)).toEqual({ outcome: 'not_a_code' })
    expect(await codes.verify(refId, otherThan(await codeOn()), place)).toMatchObject({ attemptsLeft: 4 })
  })

  it('is valid for five minutes', async () => {
    const { codes, codeOn, sentId, clock } = await setUp()
    const first = await sentId()
    const code = await codeOn()
    clock.now += 5 * minute
    expect(await codes.verify(first, code, place)).toEqual({ outcome: 'expired' })

    const second = await sentId()
    clock.now += 5 * minute - 1
    expect(await codes.verify(second, await codeOn(), place)).toMatchObject({ outcome: 'verified' })
  })

  it('is found again by its subject and channel, while it can be entered', async () => {
    const { codes, clock, codeOn, sentId } = await setUp()
    expect(await codes.findPendingCodeId(binding, 'web')).toBeUndefined()
    const refId = await sentId()
    clock.now += 5 * minute - 1
    expect(await codes.findPendingCodeId(binding, 'web')).toBe(refId)
    expect(await codes.findPendingCodeId({ ...binding, subject: 'order-2' }, 'web')).toBeUndefined()
    expect(await codes.findPendingCodeId(binding, 'another')).toBeUndefined()
    await codes.verify(refId, await codeOn(), place)
    expect(await codes.findPendingCodeId(binding, 'web')).toBeUndefined()
  })

  it('is valid once', async () => {
    const { codes, codeOn, sentId } = await setUp()
    const refId = await sentId()
    const code = await codeOn()
    await codes.verify(refId, code, place)
    expect(await codes.verify(refId, code, place)).toEqual({ outcome: 'expired' })
    expect(await codes.resend(refId, place)).toEqual({ outcome: 'expired' })
  })

  it('is refused with a forged id', async () => {
    const { codes } = await setUp()
    for (const refId of ['nobody-knows-it', '', 'a\0b', "' or 1=1"]) {
      expect(await codes.verify(refId, '123456', place)).toEqual({ outcome: 'expired' })
      expect(await codes.resend(refId, place)).toEqual({ outcome: 'expired' })
      expect(await codes.consume({ refId }, binding)).toBe(false)
      expect(await codes.consume({ uniqueCode: refId }, binding)).toBe(false)
    }
  })

  it('may have any of the purposes', async () => {
    const { codes, codeOn, sentId, clock } = await setUp()
    for (const purpose of otpPurposes) {
      const refId = await sentId({ purpose })
      expect(await codes.verify(refId, await codeOn(), { ...place, purposes: [purpose] })).toMatchObject({ purpose })
      clock.now += minute
    }
  })

  it('reports to its page the remaining wait and tries', async () => {
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

  it('is sent only to lines of this operator', async () => {
    const { codes, delivered } = await setUp({ isOurLine: async () => false })
    expect(await codes.send(request)).toEqual({ outcome: 'not_our_line' })
    expect(await delivered()).toEqual([])
  })

  it('is not sent while the line check fails', async () => {
    const { codes, delivered } = await setUp({ isOurLine: () => Promise.reject(new Error('The BSS is silent')) })
    await expect(codes.send(request)).rejects.toThrow('The BSS is silent')
    expect(await delivered()).toEqual([])
  })
})

describeOnEachEngine('another one-time code', (open) => {
  const setUp = async () => openCodes(await open())

  it('replaces the first one under the same id', async () => {
    const { codes, codeOn, sentId, clock } = await setUp()
    const refId = await sentId()
    const first = await codeOn()
    clock.now += minute
    expect(await codes.resend(refId, place)).toEqual({ outcome: 'sent', refId, resendInSeconds: 60 })
    const second = await codeOn()

    if (first !== second) expect(await codes.verify(refId, first, place)).toMatchObject({ outcome: 'wrong_code' })
    expect(await codes.verify(refId, second, place)).toMatchObject({ outcome: 'verified' })
  })

  it('is sent alone when the first one was not sent yet', async () => {
    const { codes, delivered, sentId, clock } = await setUp()
    const refId = await sentId()
    clock.now += minute
    await codes.resend(refId, place)
    expect(await delivered()).toHaveLength(1)
  })

  it('is sent after a minute and not before', async () => {
    const { codes, delivered, sentId, clock } = await setUp()
    const refId = await sentId()
    clock.now += 20 * second
    expect(await codes.resend(refId, place)).toEqual({ outcome: 'too_soon', resendInSeconds: 40 })
    expect(await delivered()).toHaveLength(1)
    clock.now += 40 * second
    await codes.resend(refId, place)
    expect(await delivered()).toHaveLength(2)
  })

  it('may be requested for half an hour when the first one has expired', async () => {
    const { codes, codeOn, sentId, clock } = await setUp()
    const refId = await sentId()
    clock.now += 20 * minute
    expect(await codes.resend(refId, place)).toMatchObject({ outcome: 'sent' })
    expect(await codes.verify(refId, await codeOn(), place)).toMatchObject({ outcome: 'verified' })

    const late = await sentId({ msisdn: '991234568' })
    clock.now += 30 * minute
    expect(await codes.resend(late, place)).toEqual({ outcome: 'expired' })
  })

  it('must wait when it has another purpose for the same number, and reports how long', async () => {
    const { codes, delivered, sentId, clock } = await setUp()
    await sentId()
    clock.now += 15 * second
    expect(await codes.send({ ...request, subject: 'order-2' })).toEqual({ outcome: 'too_soon', resendInSeconds: 45 })
    expect(await delivered()).toHaveLength(1)
  })

  it('is not sent while the first one is being verified', async () => {
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

  it('is used up once, by either of its two names', async () => {
    const { codes, refId, uniqueCode } = await setUp()
    expect(await codes.consume({ uniqueCode }, binding)).toBe(true)
    expect(await codes.consume({ uniqueCode }, binding)).toBe(false)
    expect(await codes.consume({ refId }, binding)).toBe(false)
  })

  it('may be read repeatedly until then', async () => {
    const { codes, refId, uniqueCode } = await setUp()
    expect(await codes.findProvenBinding({ uniqueCode })).toEqual(binding)
    expect(await codes.findProvenBinding({ refId })).toEqual(binding)
    await codes.consume({ refId }, binding)
    expect(await codes.findProvenBinding({ uniqueCode })).toBeUndefined()
  })

  it('is valid for ten minutes', async () => {
    const { codes, uniqueCode, clock } = await setUp()
    clock.now += 10 * minute - 1
    expect(await codes.findProvenBinding({ uniqueCode })).toEqual(binding)
    clock.now += 1
    expect(await codes.findProvenBinding({ uniqueCode })).toBeUndefined()
    expect(await codes.consume({ uniqueCode }, binding)).toBe(false)
  })

  it('is refused for another purpose, number or subject, and is not used up by that', async () => {
    const { codes, uniqueCode } = await setUp()
    const others = [
      { ...binding, purpose: 'airtime_payment' } as const,
      { ...binding, msisdn: '991234568' },
      { ...binding, subject: 'order-2' },
    ]
    for (const other of others) expect(await codes.consume({ uniqueCode }, other)).toBe(false)
    expect(await codes.consume({ uniqueCode }, binding)).toBe(true)
  })

  it('can be bound to one order, and is then refused for its original subject and for other orders', async () => {
    const { codes, uniqueCode } = await setUp()
    const tied = await Promise.all(['order-2', 'order-3'].map((order) => codes.tie({ uniqueCode }, binding, order)))
    expect(tied.filter(Boolean)).toHaveLength(1)
    const [order, other] = tied[0] ? ['order-2', 'order-3'] : ['order-3', 'order-2']
    expect(await codes.findProvenBinding({ uniqueCode })).toEqual({ ...binding, subject: order })
    expect(await codes.tie({ uniqueCode }, binding, 'order-4')).toBe(false)
    expect(await codes.consume({ uniqueCode }, binding)).toBe(false)
    expect(await codes.consume({ uniqueCode }, { ...binding, subject: other ?? '' })).toBe(false)
    expect(await codes.consume({ uniqueCode }, { ...binding, subject: order ?? '' })).toBe(true)
  })

  it('does not exist before the code is verified', async () => {
    const { codes, sentId, clock } = await setUp()
    clock.now += minute
    const refId = await sentId({ subject: 'order-2' })
    expect(await codes.findProvenBinding({ refId })).toBeUndefined()
    expect(await codes.consume({ refId }, { ...binding, subject: 'order-2' })).toBe(false)
  })
})
