import assert from 'node:assert/strict'
import { money } from '@nyanja/domain/money/money'
import { day, hour, minute, second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { RefundResult } from './payment-gateway.ts'

describeOnEachEngine('a refund in progress', (openDatabase) => {
  /** Makes a captured payment that is impossible to deliver; no refund has been requested yet. */
  async function owed() {
    const harness = openPayments(await openDatabase())
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
    harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    harness.clock.now += 5 * second
    const claim = { limit: 1, leaseMs: minute }
    for (const attempt of await harness.due.attempts('wallet', claim)) await harness.statusChecks.checkPayment(attempt)
    for (const delivery of await harness.due.deliveries(claim)) await harness.deliveries.deliver(delivery)
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

  it('is requested once by two concurrent workers', async () => {
    const harness = await owed()
    harness.answer('refunded')
    const payment = await harness.payment()
    await Promise.all([harness.refunds.processRefund(payment), harness.refunds.processRefund(payment)])
    assert.equal(harness.requests.length, 1)
    assert.equal(await harness.stateNow(), 'refunded')
  })

  it('notifies the worker once of the message to the customer when two have learned of its end', async () => {
    const harness = await owed()
    harness.answer('pending')
    await harness.work()
    harness.answer('refunded')
    const payment = await harness.payment()
    harness.notifications.length = 0
    await Promise.all([harness.refunds.processRefund(payment), harness.refunds.processRefund(payment)])
    assert.deepEqual(harness.notifications, ['send messages'])
  })

  it('is left unchanged once it is complete, and where nothing is owed', async () => {
    const harness = await owed()
    harness.answer('refunded')
    await harness.work()
    const payment = await harness.payment()
    await harness.refunds.processRefund(payment)
    await harness.refunds.processRefund({ attempt: payment.attempt })
    assert.deepEqual([harness.requests.length, harness.questions.length], [1, 0])
  })

  it('waits while its gateway is not configured', async () => {
    const harness = await owed()
    const payment = await harness.payment()
    await harness.refunds.processRefund({ ...payment, attempt: { ...payment.attempt, gateway: 'gone' } })
    assert.equal(await harness.stateNow(), 'due')
  })

  it('is requested again with growing pauses when it is refused, and sent to review after five times', async () => {
    const harness = await owed()
    harness.answer('refused')
    await harness.work()
    await harness.pass(10 * minute, 30 * second)
    assert.deepEqual(harness.requests, [0, 30, 90, 180, 300])
    assert.equal(await harness.stateNow(), 'review')
    assert.deepEqual(harness.alerts, ['refund_needs_review'])
    assert.deepEqual(await harness.reviews(), ['refund_refused'])
  })

  it('is queried less and less often, but not requested again, while the provider is processing it', async () => {
    const harness = await owed()
    harness.answer('pending')
    await harness.work()
    await harness.pass(4 * minute, 10 * second)
    assert.deepEqual(harness.requests, [0])
    assert.deepEqual(harness.questions, [30, 60, 90, 120, 150, 190, 240])
  })

  it('is queried once more before it is sent to review after a day', async () => {
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

  it('of a part asks the provider for the part, in each request and query', async () => {
    const harness = await owed()
    const asked: unknown[] = []
    const part = money('MWK', 10_000)
    harness.gateways.wallet.refundsParts = true
    harness.gateways.wallet.refund = async (refund) => {
      asked.push(refund.part)
      return 'pending'
    }
    harness.gateways.wallet.verifyRefund = async (refund) => {
      asked.push(refund.part)
      return 'refunded'
    }
    await harness.db.updateTable('refunds').set({ amount_minor: part.minor }).execute()
    await harness.work()
    await harness.after(30 * second)
    assert.deepEqual(asked, [part, part])
    assert.equal(await harness.stateNow(), 'refunded')
  })

  it('of a part is left to staff where the provider refunds only the whole', async () => {
    const harness = await owed()
    harness.answer('refunded')
    await harness.db.updateTable('refunds').set({ amount_minor: 10_000 }).execute()
    await harness.work()
    assert.equal(await harness.stateNow(), 'review')
    assert.deepEqual([harness.alerts, await harness.reviews()], [['refund_by_hand'], ['refund_by_hand']])
    assert.deepEqual(harness.requests, [])
    assert.equal((await harness.payment()).refundMode, 'by_hand')
  })

  it('is complete when the provider confirms it after a day', async () => {
    const harness = await owed()
    harness.answer('unknown')
    await harness.work()
    harness.answer('refunded')
    await harness.after(day)
    assert.equal(await harness.stateNow(), 'refunded')
    assert.deepEqual(harness.alerts, [])
    assert.equal((await harness.payment()).refundMode, 'by_call')
  })

  it('is sent to review once when two workers find it stuck', async () => {
    const harness = await owed()
    harness.answer('pending')
    await harness.work()
    harness.clock.now += day
    harness.gateways.wallet.verifyRefund = () => Promise.reject(new Error('silent'))
    const payment = await harness.payment()
    await Promise.all([harness.refunds.processRefund(payment), harness.refunds.processRefund(payment)])
    assert.deepEqual([harness.alerts, await harness.reviews()], [['refund_needs_review'], ['refund_unknown']])
  })
})
