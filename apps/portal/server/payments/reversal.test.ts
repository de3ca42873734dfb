import assert from 'node:assert/strict'
import { hour } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openTill } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

describeOnEachEngine('money that a provider takes back', (openDatabase) => {
  async function paid() {
    const till = openTill(await openDatabase())
    const attempt = await till.begunBy(await till.placedOrder(), { method: 'card' })
    till.gateways.card.verify = async (asked) => capturedResult(asked)
    await till.after(5000)
    let told = 0
    /** The provider sends a message, as it does for everything that happens to a payment. */
    const isTold = () => till.progress.hinted('card', attempt.id, `body ${++told}`)
    return { ...till, id: attempt.id, isTold }
  }

  it('is a record that an operator sees, and nothing is undone', async () => {
    const till = await paid()
    till.gateways.card.verify = async () => ({ state: 'refused', reason: 'refused' })
    await till.isTold()
    await till.after(3000)
    const { attempt, delivery, refund } = await till.progress.payment(till.id)
    assert.equal(attempt.state, 'reversed')
    assert.equal(delivery?.state, 'delivered')
    assert.equal(refund, undefined)
    assert.deepEqual(await till.reviews(), ['reversed_by_provider'])
    assert.deepEqual(till.alerts, ['reversed_by_provider'])
  })

  it('is not looked for when the provider says again that it has the money', async () => {
    const till = await paid()
    await till.isTold()
    await till.after(3000)
    assert.equal((await till.progress.payment(till.id)).attempt.state, 'captured')
    assert.deepEqual(await till.due.attempts('card', { limit: 10, leaseMs: 1 }), [])
  })

  it('is believed only when the provider says so itself', async () => {
    const till = await paid()
    till.gateways.card.verify = () => Promise.reject(new Error('silent'))
    await till.isTold()
    await till.after(3000)
    assert.equal((await till.progress.payment(till.id)).attempt.state, 'captured')
    till.gateways.card.verify = async () => ({ state: 'refused', reason: 'refused' })
    await till.after(hour)
    assert.equal((await till.progress.payment(till.id)).attempt.state, 'reversed')
  })

  it('is no reversal when we gave it back ourselves', async () => {
    const till = openTill(await openDatabase())
    const attempt = await till.begunBy(await till.placedOrder(), { method: 'card' })
    till.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    till.gateways.card.verify = async (asked) => capturedResult(asked)
    await till.after(5000)
    await till.after(1000)
    till.gateways.card.verify = async () => ({ state: 'refused', reason: 'refused' })
    await till.progress.hinted('card', attempt.id, 'refunded')
    await till.after(3000)
    const payment = await till.progress.payment(attempt.id)
    assert.equal(payment.attempt.state, 'captured')
    assert.equal(payment.refund?.state, 'refunded')
    assert.equal(payment.attempt.nextCheckAt, undefined)
    assert.deepEqual(await till.reviews(), [])
  })
})
