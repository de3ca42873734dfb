import assert from 'node:assert/strict'
import { hour } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

describeOnEachEngine('a capture that the provider reverses', (openDatabase) => {
  async function paid() {
    const harness = openPayments(await openDatabase())
    const attempt = await harness.startAttempt(await harness.placedOrder(), { method: 'card' })
    harness.gateways.card.verify = async (requested) => capturedResult(requested)
    await harness.after(5000)
    let reported = 0
    /** The provider sends a callback, as it does for every change of a payment. */
    const isReported = () => harness.progress.hinted('card', attempt.id, `body ${++reported}`)
    return { ...harness, id: attempt.id, isReported }
  }

  it('is recorded for staff, and nothing is undone', async () => {
    const harness = await paid()
    harness.gateways.card.verify = async () => ({ state: 'refused', reason: 'refused' })
    await harness.isReported()
    await harness.after(3000)
    const { attempt, delivery, refund } = await harness.progress.payment(harness.id)
    assert.equal(attempt.state, 'reversed')
    assert.equal(delivery?.state, 'delivered')
    assert.equal(refund, undefined)
    assert.deepEqual(await harness.reviews(), ['reversed_by_provider'])
    assert.deepEqual(harness.alerts, ['reversed_by_provider'])
  })

  it('is not checked again when the provider confirms the capture', async () => {
    const harness = await paid()
    await harness.isReported()
    await harness.after(3000)
    assert.equal((await harness.progress.payment(harness.id)).attempt.state, 'captured')
    assert.deepEqual(await harness.due.attempts('card', { limit: 10, leaseMs: 1 }), [])
  })

  it("is trusted only from the provider's own verification", async () => {
    const harness = await paid()
    harness.gateways.card.verify = () => Promise.reject(new Error('silent'))
    await harness.isReported()
    await harness.after(3000)
    assert.equal((await harness.progress.payment(harness.id)).attempt.state, 'captured')
    harness.gateways.card.verify = async () => ({ state: 'refused', reason: 'refused' })
    await harness.after(hour)
    assert.equal((await harness.progress.payment(harness.id)).attempt.state, 'reversed')
  })

  it('is no reversal when the portal refunded it', async () => {
    const harness = openPayments(await openDatabase())
    const attempt = await harness.startAttempt(await harness.placedOrder(), { method: 'card' })
    harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    harness.gateways.card.verify = async (requested) => capturedResult(requested)
    await harness.after(5000)
    await harness.after(1000)
    harness.gateways.card.verify = async () => ({ state: 'refused', reason: 'refused' })
    await harness.progress.hinted('card', attempt.id, 'refunded')
    await harness.after(3000)
    const payment = await harness.progress.payment(attempt.id)
    assert.equal(payment.attempt.state, 'captured')
    assert.equal(payment.refund?.state, 'refunded')
    assert.equal(payment.attempt.nextCheckAt, undefined)
    assert.deepEqual(await harness.reviews(), [])
  })
})
