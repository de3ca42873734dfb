import assert from 'node:assert/strict'
import { promises } from '@nyanja/domain/payments/payment-deadlines'
import { day, hour, minute, second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openTill } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { PortalError } from '../errors.ts'
import type { DeliveryResult, SendResult } from './deliverer.ts'

/** What the BSS needs, in these tests, until a look-up finds what it was sent. */
const settlingMs = minute

const lost = () => Promise.reject(new Error('HTTP 503'))
const notSent: SendResult = { outcome: 'not_sent', reason: 'ECONNREFUSED' }
const delivered: DeliveryResult = { outcome: 'delivered', bssReference: 'B-1' }

describeOnEachEngine('a delivery that does not succeed', (openDatabase) => {
  /** Captured; `passUntil` moves the clock and does what falls due meanwhile. Times of calls are seconds since the capture. */
  async function captured() {
    const till = openTill(await openDatabase())
    const { id, reference } = await till.begunBy(await till.placedOrder(), { method: 'nyanja_money' })
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    till.clock.now += 5 * second
    for (const attempt of await till.due.attempts('wallet', { limit: 1, leaseMs: minute }))
      await till.settlement.settle(attempt)
    const capturedAt = till.clock.now

    const since = () => (till.clock.now - capturedAt) / second
    const sends: number[] = []
    const lookUps: number[] = []
    function answer(bss: { send?: () => Promise<SendResult>; find?: () => Promise<DeliveryResult | undefined> }) {
      const { send = async () => delivered, find = async () => undefined } = bss
      till.deliverer.prepare = async () => async () => {
        sends.push(since())
        return send()
      }
      till.deliverer.readBack = async () => {
        lookUps.push(since())
        return find()
      }
    }
    async function nextDueAt(): Promise<number> {
      const tables = ['deliveries', 'refunds'] as const
      const times = tables.map(async (table) => {
        const found = await till.db.selectFrom(table).select('next_check_at').execute()
        return found.map(({ next_check_at }) => next_check_at ?? Number.POSITIVE_INFINITY)
      })
      return Math.min(...(await Promise.all(times)).flat())
    }
    /** Workers may come late: `pauseMs` is the least time between two rounds of theirs. */
    async function passUntil(ms: number, pauseMs = 0): Promise<void> {
      const end = capturedAt + ms
      for (let next = await nextDueAt(); next <= end; next = await nextDueAt())
        await till.after(Math.min(Math.max(pauseMs, next - till.clock.now), end - till.clock.now))
      till.clock.now = end
    }
    const legs = async () => {
      const { delivery, refund } = await till.progress.payment(id)
      return [delivery?.state, refund?.state]
    }
    const refundBegunAt = async () => ((await till.progress.payment(id)).refund?.createdAt ?? 0) - capturedAt
    return { ...till, id, reference, sends, lookUps, answer, passUntil, legs, refundBegunAt }
  }

  it('is refunded at once after a definite refusal', async () => {
    const till = await captured()
    till.answer({ send: async () => ({ outcome: 'impossible', reason: 'no such line' }) })
    await till.passUntil(30 * second)
    assert.deepEqual(await till.legs(), ['impossible', 'refunded'])
    assert.ok((await till.refundBegunAt()) <= 30 * second)
  })

  it('is sent again and again while nothing leaves, and is delivered once the BSS is back', async () => {
    const till = await captured()
    till.answer({ send: async () => notSent })
    await till.passUntil(13 * minute, minute)
    assert.equal(till.lookUps.length, 0)
    till.answer({})
    await till.passUntil(13 * minute + 10 * second)
    assert.deepEqual(await till.legs(), ['delivered', undefined])
  })

  it('is refunded by the promised time when nothing ever left', async () => {
    const till = await captured()
    till.answer({ send: async () => notSent, find: lost })
    await till.passUntil(promises.refundBeginsMs, minute)
    assert.deepEqual(await till.legs(), ['impossible', 'refunded'])
    assert.ok((await till.refundBegunAt()) <= promises.refundBeginsMs)
    assert.ok(till.sends.every((at) => at * second < promises.refundBeginsMs - settlingMs))
    assert.deepEqual(await till.reviews(), [])
    assert.deepEqual(
      till.reports.map(({ event, call }) => [event, call]),
      [['undelivered_in_time', 'bss airtime']],
    )
  })

  it('is refunded by the promised time when it could not even be prepared, and the log says why once', async () => {
    const till = await captured()
    const error = new PortalError('provider_unreachable', 'bss GET bucket: HTTP 503')
    till.deliverer.prepare = () => Promise.reject(error)
    await till.passUntil(promises.refundBeginsMs, minute)
    assert.deepEqual(await till.legs(), ['impossible', 'refunded'])
    assert.deepEqual(till.reports, [
      { event: 'cannot_prepare_delivery', reference: till.reference, call: 'bss airtime', error },
      { event: 'undelivered_in_time', reference: till.reference, call: 'bss airtime' },
    ])
  })

  it('survives 80 s of errors of the BSS, whose look-up denies it meanwhile', async () => {
    const till = await captured()
    till.answer({ send: lost })
    await till.passUntil(80 * second)
    till.answer({})
    await till.passUntil(promises.deliveryMs)
    assert.deepEqual(await till.legs(), ['delivered', undefined])
    assert.deepEqual([till.alerts, await till.reviews()], [[], []])
  })

  it('is sent ever more rarely after errors without effect, and then refunded by the promised time', async () => {
    const till = await captured()
    till.answer({ send: lost })
    await till.passUntil(promises.refundBeginsMs)
    assert.deepEqual(await till.legs(), ['impossible', 'refunded'])
    assert.ok((await till.refundBegunAt()) <= promises.refundBeginsMs)
    const pauses = till.sends.slice(1).map((at, index) => at - (till.sends[index] ?? 0))
    assert.ok(pauses.every((pause, index) => pause >= 60 && pause >= (pauses[index - 1] ?? 0) - 10))
    assert.ok(till.sends.length >= 3 && till.sends.length <= 6)
    const lastSend = till.sends.at(-1) ?? 0
    assert.ok(till.lookUps.some((at) => at >= lastSend + settlingMs / second))
    assert.deepEqual([till.alerts, await till.reviews()], [[], []])
  })

  it('is delivered, not refunded, when the last look finds it after all', async () => {
    const till = await captured()
    till.answer({ send: lost })
    await till.passUntil(promises.refundBeginsMs - 2 * minute)
    till.answer({ send: lost, find: async () => delivered })
    await till.passUntil(promises.refundBeginsMs)
    assert.deepEqual(await till.legs(), ['delivered', undefined])
  })

  it('is never refunded while the look-up cannot say whether it arrived, and comes before a person after a day', async () => {
    const till = await captured()
    till.answer({ send: lost, find: lost })
    await till.passUntil(minute)
    await till.passUntil(day, hour)
    assert.deepEqual(await till.legs(), ['sending', undefined])
    assert.deepEqual(till.alerts, [])
    await till.passUntil(day + 2 * minute)
    assert.equal(till.sends.length, 1)
    assert.deepEqual(till.alerts, ['undelivered_for_a_day'])
    assert.deepEqual(await till.reviews(), ['undelivered_for_a_day'])
    assert.deepEqual(till.reports.at(-1), {
      event: 'undelivered_for_a_day',
      reference: till.reference,
      call: 'bss airtime',
    })
  })

  it('is looked up more and more rarely, but often enough to be refunded soon once the look-up can say', async () => {
    const till = await captured()
    till.answer({ send: lost, find: lost })
    await till.passUntil(hour)
    const seen = till.lookUps.length
    till.answer({ send: lost })
    await till.passUntil(hour + 90 * second)
    assert.deepEqual(await till.legs(), ['impossible', 'refunded'])
    assert.ok(seen < 250)
  })

  it('stays with the person who has it after a day, though the look-up now denies it', async () => {
    const till = await captured()
    till.answer({ send: lost, find: lost })
    await till.passUntil(minute)
    await till.passUntil(day + hour, hour)
    till.answer({ send: lost })
    await till.passUntil(day + 4 * hour)
    assert.deepEqual(await till.legs(), ['sending', undefined])
    till.answer({ find: async () => delivered })
    await till.passUntil(day + 6 * hour)
    assert.deepEqual(await till.legs(), ['delivered', undefined])
  })

  it('comes before a person when the BSS denies what it had accepted, and is neither sent again nor refunded', async () => {
    const till = await captured()
    till.answer({ send: async () => ({ outcome: 'pending', bssReference: 'B-7' }) })
    await till.passUntil(promises.refundBeginsMs + minute)
    assert.equal(till.sends.length, 1)
    assert.deepEqual(await till.legs(), ['sending', undefined])
    assert.deepEqual(await till.reviews(), ['lost_by_the_bss'])
    assert.deepEqual(till.reports[0], { event: 'lost_by_the_bss', reference: till.reference, call: 'bss airtime' })
  })

  it('is not sent when the database took so long that another process may look it up already', async () => {
    const till = await captured()
    till.answer({})
    const { sending } = till.stores.deliveries
    const slow: typeof sending = async (delivery) => {
      const isOurs = await sending(delivery)
      till.clock.now += settlingMs
      return isOurs
    }
    till.stores.deliveries.sending = slow
    await till.work()
    assert.deepEqual([till.sends, await till.legs()], [[], ['due', undefined]])
    till.stores.deliveries.sending = sending
    await till.after(10 * second)
    assert.deepEqual(await till.legs(), ['delivered', undefined])
  })

  it('opens a refund by hand at once where the gateway has no call for refunds', async () => {
    const till = await captured()
    till.gateways.wallet.isRefundedByHand = true
    till.gateways.wallet.refund = () => Promise.reject(new Error('There is no such call'))
    till.answer({ send: async () => notSent })
    await till.passUntil(promises.refundBeginsMs, minute)
    assert.deepEqual(await till.legs(), ['impossible', 'review'])
    assert.deepEqual(await till.reviews(), ['refund_by_hand'])
    assert.deepEqual(till.alerts, ['refund_by_hand'])
    assert.equal((await till.progress.payment(till.id)).refundMode, 'by_hand')
  })
})
