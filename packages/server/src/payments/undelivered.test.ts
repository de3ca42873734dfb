import assert from 'node:assert/strict'
import { PortalError } from '@nyanja/domain/errors'
import { serviceLevels } from '@nyanja/domain/payments/payment-deadlines'
import { day, hour, minute, second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { DeliveryResult, SendResult } from './delivery-provider.ts'

/** The time for which a new purchase is missing from the BSS's search in these tests. */
const visibilityLagMs = minute

const lost = () => Promise.reject(new Error('HTTP 503'))
const notSent: SendResult = { outcome: 'not_sent', reason: 'ECONNREFUSED' }
const delivered: DeliveryResult = { outcome: 'delivered', bssReference: 'B-1' }

describeOnEachEngine('a failed delivery', (openDatabase) => {
  /**
   * Makes a captured payment; `passUntil` advances the clock and runs due work. Times of calls are seconds since the
   * capture.
   */
  async function captured() {
    const harness = openPayments(await openDatabase())
    const { id, reference } = await harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    harness.clock.now += 5 * second
    for (const attempt of await harness.due.attempts('wallet', { limit: 1, leaseMs: minute }))
      await harness.statusChecks.checkPayment(attempt)
    const capturedAt = harness.clock.now

    const since = () => (harness.clock.now - capturedAt) / second
    const sends: number[] = []
    const lookUps: number[] = []
    function answer(bss: { send?: () => Promise<SendResult>; find?: () => Promise<DeliveryResult | undefined> }) {
      const { send = async () => delivered, find = async () => undefined } = bss
      harness.deliveryProvider.prepare = async () => async () => {
        sends.push(since())
        return send()
      }
      harness.deliveryProvider.findByReference = async () => {
        lookUps.push(since())
        return find()
      }
    }
    async function nextDueAt(): Promise<number> {
      const tables = ['deliveries', 'refunds'] as const
      const times = tables.map(async (table) => {
        const found = await harness.db.selectFrom(table).select('next_check_at').execute()
        return found.map(({ next_check_at }) => next_check_at ?? Number.POSITIVE_INFINITY)
      })
      return Math.min(...(await Promise.all(times)).flat())
    }
    /** Workers may run late: `pauseMs` is the shortest time between two of their runs. */
    async function passUntil(ms: number, pauseMs = 0): Promise<void> {
      const end = capturedAt + ms
      for (let next = await nextDueAt(); next <= end; next = await nextDueAt())
        await harness.after(Math.min(Math.max(pauseMs, next - harness.clock.now), end - harness.clock.now))
      harness.clock.now = end
    }
    const components = async () => {
      const { delivery, refund } = await harness.progress.payment(id)
      return [delivery?.state, refund?.state]
    }
    const refundBegunAt = async () => ((await harness.progress.payment(id)).refund?.createdAt ?? 0) - capturedAt
    return { ...harness, id, reference, sends, lookUps, answer, passUntil, components, refundBegunAt }
  }

  it('is refunded immediately after a definite refusal', async () => {
    const harness = await captured()
    harness.answer({ send: async () => ({ outcome: 'impossible', reason: 'no such line' }) })
    await harness.passUntil(30 * second)
    assert.deepEqual(await harness.components(), ['impossible', 'refunded'])
    assert.ok((await harness.refundBegunAt()) <= 30 * second)
  })

  it('is repeated while nothing can be sent, and delivered once the BSS is back', async () => {
    const harness = await captured()
    harness.answer({ send: async () => notSent })
    await harness.passUntil(13 * minute, minute)
    assert.equal(harness.lookUps.length, 0)
    harness.answer({})
    await harness.passUntil(13 * minute + 10 * second)
    assert.deepEqual(await harness.components(), ['delivered', undefined])
  })

  it('is refunded by the promised time when nothing was ever sent', async () => {
    const harness = await captured()
    harness.answer({ send: async () => notSent, find: lost })
    await harness.passUntil(serviceLevels.refundBeginsMs, minute)
    assert.deepEqual(await harness.components(), ['impossible', 'refunded'])
    assert.ok((await harness.refundBegunAt()) <= serviceLevels.refundBeginsMs)
    assert.ok(harness.sends.every((at) => at * second < serviceLevels.refundBeginsMs - visibilityLagMs))
    assert.deepEqual(await harness.reviews(), [])
    assert.deepEqual(
      harness.reports.map(({ event, call }) => [event, call]),
      [['undelivered_in_time', 'bss airtime']],
    )
  })

  it('is refunded by the promised time when its preparation failed, which is logged once', async () => {
    const harness = await captured()
    const error = new PortalError('provider_unreachable', 'bss GET bucket: HTTP 503')
    harness.deliveryProvider.prepare = () => Promise.reject(error)
    await harness.passUntil(serviceLevels.refundBeginsMs, minute)
    assert.deepEqual(await harness.components(), ['impossible', 'refunded'])
    assert.deepEqual(harness.reports, [
      { event: 'cannot_prepare_delivery', reference: harness.reference, call: 'bss airtime', error },
      { event: 'undelivered_in_time', reference: harness.reference, call: 'bss airtime' },
    ])
  })

  it('survives 80 s of errors of the BSS, whose look-up denies it in the meantime', async () => {
    const harness = await captured()
    harness.answer({ send: lost })
    await harness.passUntil(80 * second)
    harness.answer({})
    await harness.passUntil(serviceLevels.deliveryMs)
    assert.deepEqual(await harness.components(), ['delivered', undefined])
    assert.deepEqual([harness.alerts, await harness.reviews()], [[], []])
  })

  it('is repeated less and less often after errors without effect, and then refunded by the promised time', async () => {
    const harness = await captured()
    harness.answer({ send: lost })
    await harness.passUntil(serviceLevels.refundBeginsMs)
    assert.deepEqual(await harness.components(), ['impossible', 'refunded'])
    assert.ok((await harness.refundBegunAt()) <= serviceLevels.refundBeginsMs)
    const pauses = harness.sends.slice(1).map((at, index) => at - (harness.sends[index] ?? 0))
    assert.ok(pauses.every((pause, index) => pause >= 60 && pause >= (pauses[index - 1] ?? 0) - 10))
    assert.ok(harness.sends.length >= 3 && harness.sends.length <= 6)
    const lastSend = harness.sends.at(-1) ?? 0
    assert.ok(harness.lookUps.some((at) => at >= lastSend + visibilityLagMs / second))
    assert.deepEqual([harness.alerts, await harness.reviews()], [[], []])
  })

  it('is delivered, not refunded, when the last look-up finds it', async () => {
    const harness = await captured()
    harness.answer({ send: lost })
    await harness.passUntil(serviceLevels.refundBeginsMs - 2 * minute)
    harness.answer({ send: lost, find: async () => delivered })
    await harness.passUntil(serviceLevels.refundBeginsMs)
    assert.deepEqual(await harness.components(), ['delivered', undefined])
  })

  it('is never refunded while the look-up is undecided, and sent to review after a day', async () => {
    const harness = await captured()
    harness.answer({ send: lost, find: lost })
    await harness.passUntil(minute)
    await harness.passUntil(day, hour)
    assert.deepEqual(await harness.components(), ['sending', undefined])
    assert.deepEqual(harness.alerts, [])
    await harness.passUntil(day + 2 * minute)
    assert.equal(harness.sends.length, 1)
    assert.deepEqual(harness.alerts, ['undelivered_for_a_day'])
    assert.deepEqual(await harness.reviews(), ['undelivered_for_a_day'])
    assert.deepEqual(harness.reports.at(-1), {
      event: 'undelivered_for_a_day',
      reference: harness.reference,
      call: 'bss airtime',
    })
  })

  it('is looked up less and less often, but soon enough to be refunded once the look-up is decided', async () => {
    const harness = await captured()
    harness.answer({ send: lost, find: lost })
    await harness.passUntil(hour)
    const seen = harness.lookUps.length
    harness.answer({ send: lost })
    await harness.passUntil(hour + 90 * second)
    assert.deepEqual(await harness.components(), ['impossible', 'refunded'])
    assert.ok(seen < 250)
  })

  it('stays in review after a day, although the look-up now denies it', async () => {
    const harness = await captured()
    harness.answer({ send: lost, find: lost })
    await harness.passUntil(minute)
    await harness.passUntil(day + hour, hour)
    harness.answer({ send: lost })
    await harness.passUntil(day + 4 * hour)
    assert.deepEqual(await harness.components(), ['sending', undefined])
    harness.answer({ find: async () => delivered })
    await harness.passUntil(day + 6 * hour)
    assert.deepEqual(await harness.components(), ['delivered', undefined])
  })

  it('is sent to review when the BSS denies what it had accepted, and neither repeated nor refunded', async () => {
    const harness = await captured()
    harness.answer({ send: async () => ({ outcome: 'pending', bssReference: 'B-7' }) })
    await harness.passUntil(serviceLevels.refundBeginsMs + minute)
    assert.equal(harness.sends.length, 1)
    assert.deepEqual(await harness.components(), ['sending', undefined])
    assert.deepEqual(await harness.reviews(), ['lost_by_the_bss'])
    assert.deepEqual(harness.reports[0], {
      event: 'lost_by_the_bss',
      reference: harness.reference,
      call: 'bss airtime',
    })
  })

  it('is not sent when the database took so long that another process may look it up already', async () => {
    const harness = await captured()
    harness.answer({})
    const { sending } = harness.stores.deliveries
    const slow: typeof sending = async (delivery) => {
      const isOurs = await sending(delivery)
      harness.clock.now += visibilityLagMs
      return isOurs
    }
    harness.stores.deliveries.sending = slow
    await harness.work()
    assert.deepEqual([harness.sends, await harness.components()], [[], ['due', undefined]])
    harness.stores.deliveries.sending = sending
    await harness.after(10 * second)
    assert.deepEqual(await harness.components(), ['delivered', undefined])
  })

  it('requires a refund by hand immediately where the gateway has no refund call', async () => {
    const harness = await captured()
    harness.gateways.wallet.isRefundedByHand = true
    harness.gateways.wallet.refund = () => Promise.reject(new Error('There is no such call'))
    harness.answer({ send: async () => notSent })
    await harness.passUntil(serviceLevels.refundBeginsMs, minute)
    assert.deepEqual(await harness.components(), ['impossible', 'review'])
    assert.deepEqual(await harness.reviews(), ['refund_by_hand'])
    assert.deepEqual(harness.alerts, ['refund_by_hand'])
    assert.equal((await harness.progress.payment(harness.id)).refundMode, 'by_hand')
  })
})
