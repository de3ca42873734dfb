import assert from 'node:assert/strict'
import { day, hour, minute, second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openTill } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { RefundResult } from './payment-gateway.ts'

describeOnEachEngine('money on its way back', (openDatabase) => {
  /** Captured and impossible to deliver; nobody has asked the provider for it back yet. */
  async function owed() {
    const till = openTill(await openDatabase())
    const { id } = await till.begunBy(await till.placedOrder(), { method: 'nyanja_money' })
    till.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    till.clock.now += 5 * second
    const claim = { limit: 1, leaseMs: minute }
    for (const attempt of await till.due.attempts('wallet', claim)) await till.settlement.settle(attempt)
    for (const delivery of await till.due.deliveries(claim)) await till.fulfilment.deliver(delivery)
    const begunAt = till.clock.now

    /** When the provider was asked to give it back, and when what became of that: seconds since it was owed. */
    const requests: number[] = []
    const questions: number[] = []
    const since = () => (till.clock.now - begunAt) / second
    function answer(result: RefundResult) {
      till.gateways.wallet.refund = async () => {
        requests.push(since())
        return result
      }
      till.gateways.wallet.verifyRefund = async () => {
        questions.push(since())
        return result
      }
    }
    const payment = () => till.progress.payment(id)
    const stateNow = async () => (await payment()).refund?.state
    /** Every `stepMs` a worker looks for what is due. */
    async function pass(ms: number, stepMs: number): Promise<void> {
      for (const end = till.clock.now + ms; till.clock.now < end; ) await till.after(stepMs)
    }
    return { ...till, requests, questions, answer, payment, stateNow, pass }
  }

  it('is asked for once though two workers have it', async () => {
    const till = await owed()
    till.answer('refunded')
    const payment = await till.payment()
    await Promise.all([till.refunds.giveBack(payment), till.refunds.giveBack(payment)])
    assert.equal(till.requests.length, 1)
    assert.equal(await till.stateNow(), 'refunded')
  })

  it('wakes the worker to tell the customer, once when two have learned that it is back', async () => {
    const till = await owed()
    till.answer('pending')
    await till.work()
    till.answer('refunded')
    const payment = await till.payment()
    till.wakes.length = 0
    await Promise.all([till.refunds.giveBack(payment), till.refunds.giveBack(payment)])
    assert.deepEqual(till.wakes, ['send messages'])
  })

  it('is left alone once it is back, and where nothing is owed', async () => {
    const till = await owed()
    till.answer('refunded')
    await till.work()
    const payment = await till.payment()
    await till.refunds.giveBack(payment)
    await till.refunds.giveBack({ attempt: payment.attempt })
    assert.deepEqual([till.requests.length, till.questions.length], [1, 0])
  })

  it('waits when nothing stands behind its gateway any more', async () => {
    const till = await owed()
    const payment = await till.payment()
    await till.refunds.giveBack({ ...payment, attempt: { ...payment.attempt, gateway: 'gone' } })
    assert.equal(await till.stateNow(), 'due')
  })

  it('is requested again each time later when it is refused, and comes before a person after five times', async () => {
    const till = await owed()
    till.answer('refused')
    await till.work()
    await till.pass(10 * minute, 30 * second)
    assert.deepEqual(till.requests, [0, 30, 90, 180, 300])
    assert.equal(await till.stateNow(), 'review')
    assert.deepEqual(till.alerts, ['refund_needs_review'])
    assert.deepEqual(await till.reviews(), ['refund_refused'])
  })

  it('is not requested again while the provider is at it, but asked about, less and less often', async () => {
    const till = await owed()
    till.answer('pending')
    await till.work()
    await till.pass(4 * minute, 10 * second)
    assert.deepEqual(till.requests, [0])
    assert.deepEqual(till.questions, [30, 60, 90, 120, 150, 190, 240])
  })

  it('is asked about once more before a person has it after a day', async () => {
    const till = await owed()
    till.answer('pending')
    await till.work()
    await till.after(20 * hour)
    await till.after(4 * hour - 1)
    assert.equal(await till.stateNow(), 'requesting')
    await till.after(1)
    assert.deepEqual(till.questions, [20 * 3600, 24 * 3600])
    assert.equal(await till.stateNow(), 'review')
    assert.deepEqual(await till.reviews(), ['refund_pending'])
  })

  it('is back when the provider says so after a day', async () => {
    const till = await owed()
    till.answer('unknown')
    await till.work()
    till.answer('refunded')
    await till.after(day)
    assert.equal(await till.stateNow(), 'refunded')
    assert.deepEqual(till.alerts, [])
  })

  it('comes before a person once when two workers learn that it is stuck', async () => {
    const till = await owed()
    till.answer('pending')
    await till.work()
    till.clock.now += day
    till.gateways.wallet.verifyRefund = () => Promise.reject(new Error('silent'))
    const payment = await till.payment()
    await Promise.all([till.refunds.giveBack(payment), till.refunds.giveBack(payment)])
    assert.deepEqual([till.alerts, await till.reviews()], [['refund_needs_review'], ['refund_unknown']])
  })
})
