import assert from 'node:assert/strict'
import { day, hour, minute, second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { RefundResult } from './payment-gateway.ts'

describeOnEachEngine('money on its way back', (openDatabase) => {
  /** Captured and impossible to deliver; no refund has been requested yet. */
  async function owed() {
    const harness = openPayments(await openDatabase())
    const { id } = await harness.begunBy(await harness.placedOrder(), { method: 'nyanja_money' })
    harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    harness.clock.now += 5 * second
    const claim = { limit: 1, leaseMs: minute }
    for (const attempt of await harness.due.attempts('wallet', claim)) await harness.settlement.checkPayment(attempt)
    for (const delivery of await harness.due.deliveries(claim)) await harness.fulfilment.deliver(delivery)
    const begunAt = harness.clock.now

    /** The times of refund requests and of status queries, in seconds since the refund was due. */
    const requests: number[] = []
    const questions: number[] = []
    const since = () => (harness.clock.now - begunAt) / second
    function answer(result: RefundResult) {
      harness.gateways.wallet.refund = async () => {
        requests.push(since())
        return result
      }
      harness.gateways.wallet.verifyRefund = async () => {
        questions.push(since())
        return result
      }
    }
    const payment = () => harness.progress.payment(id)
    const stateNow = async () => (await payment()).refund?.state
    /** A worker runs every `stepMs`. */
    async function pass(ms: number, stepMs: number): Promise<void> {
      for (const end = harness.clock.now + ms; harness.clock.now < end; ) await harness.after(stepMs)
    }
    return { ...harness, requests, questions, answer, payment, stateNow, pass }
  }

  it('is asked for once though two workers have it', async () => {
    const harness = await owed()
    harness.answer('refunded')
    const payment = await harness.payment()
    await Promise.all([harness.refunds.giveBack(payment), harness.refunds.giveBack(payment)])
    assert.equal(harness.requests.length, 1)
    assert.equal(await harness.stateNow(), 'refunded')
  })

  it('wakes the worker to tell the customer, once when two have learned that it is back', async () => {
    const harness = await owed()
    harness.answer('pending')
    await harness.work()
    harness.answer('refunded')
    const payment = await harness.payment()
    harness.notifications.length = 0
    await Promise.all([harness.refunds.giveBack(payment), harness.refunds.giveBack(payment)])
    assert.deepEqual(harness.notifications, ['send messages'])
  })

  it('is left alone once it is back, and where nothing is owed', async () => {
    const harness = await owed()
    harness.answer('refunded')
    await harness.work()
    const payment = await harness.payment()
    await harness.refunds.giveBack(payment)
    await harness.refunds.giveBack({ attempt: payment.attempt })
    assert.deepEqual([harness.requests.length, harness.questions.length], [1, 0])
  })

  it('waits when nothing stands behind its gateway any more', async () => {
    const harness = await owed()
    const payment = await harness.payment()
    await harness.refunds.giveBack({ ...payment, attempt: { ...payment.attempt, gateway: 'gone' } })
    assert.equal(await harness.stateNow(), 'due')
  })

  it('is requested again each time later when it is refused, and comes before a person after five times', async () => {
    const harness = await owed()
    harness.answer('refused')
    await harness.work()
    await harness.pass(10 * minute, 30 * second)
    assert.deepEqual(harness.requests, [0, 30, 90, 180, 300])
    assert.equal(await harness.stateNow(), 'review')
    assert.deepEqual(harness.alerts, ['refund_needs_review'])
    assert.deepEqual(await harness.reviews(), ['refund_refused'])
  })

  it('is not requested again while the provider is at it, but asked about, less and less often', async () => {
    const harness = await owed()
    harness.answer('pending')
    await harness.work()
    await harness.pass(4 * minute, 10 * second)
    assert.deepEqual(harness.requests, [0])
    assert.deepEqual(harness.questions, [30, 60, 90, 120, 150, 190, 240])
  })

  it('is asked about once more before a person has it after a day', async () => {
    const harness = await owed()
    harness.answer('pending')
    await harness.work()
    await harness.after(20 * hour)
    await harness.after(4 * hour - 1)
    assert.equal(await harness.stateNow(), 'requesting')
    await harness.after(1)
    assert.deepEqual(harness.questions, [20 * 3600, 24 * 3600])
    assert.equal(await harness.stateNow(), 'review')
    assert.deepEqual(await harness.reviews(), ['refund_pending'])
  })

  it('is back when the provider says so after a day', async () => {
    const harness = await owed()
    harness.answer('unknown')
    await harness.work()
    harness.answer('refunded')
    await harness.after(day)
    assert.equal(await harness.stateNow(), 'refunded')
    assert.deepEqual(harness.alerts, [])
  })

  it('comes before a person once when two workers learn that it is stuck', async () => {
    const harness = await owed()
    harness.answer('pending')
    await harness.work()
    harness.clock.now += day
    harness.gateways.wallet.verifyRefund = () => Promise.reject(new Error('silent'))
    const payment = await harness.payment()
    await Promise.all([harness.refunds.giveBack(payment), harness.refunds.giveBack(payment)])
    assert.deepEqual([harness.alerts, await harness.reviews()], [['refund_needs_review'], ['refund_unknown']])
  })
})
