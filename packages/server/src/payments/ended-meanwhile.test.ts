import assert from 'node:assert/strict'
import { it } from 'vitest'
import { openPinPayments } from '../db/payments/test-pin-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { isPlaced } from './orders.ts'

const pin = { keyId: '2026-1', sealed: 'c2VhbGVk' }
const byPush = { method: 'nyanja_money' } as const
const ended = { outcome: 'order_ended' } as const

describeOnEachEngine('an order that has ended since its payment was registered', (openDatabase) => {
  async function open() {
    const eligibility = { isDue: true }
    const harness = openPinPayments(await openDatabase(), { isEligible: async () => eligibility.isDue })
    const requested: string[] = []
    for (const gateway of [harness.gateways.wallet, harness.gateways.card]) {
      const { start } = gateway
      gateway.start = async (request) => {
        requested.push(request.id)
        return start(request)
      }
    }
    return { ...harness, eligibility, requested }
  }

  it('prompts no wallet, and lets the payment expire', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const begun = await harness.payments.initiate(order, byPush)
    assert.ok('attempt' in begun && isPlaced(order))
    harness.eligibility.isDue = false
    assert.deepEqual(await harness.payments.process(order, begun.attempt), ended)
    assert.deepEqual(harness.requested, [])
    assert.equal((await harness.now(begun.attempt)).state, 'expired')
    harness.eligibility.isDue = true
    assert.equal((await harness.payments.pay(order, byPush)).outcome, 'waiting')
  })

  it('returns no visitor to a card page, which is still checked', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const left = await harness.startAttempt(order, { method: 'card' })
    harness.eligibility.isDue = false
    assert.deepEqual(await harness.payments.pay(order, { method: 'card' }), ended)
    assert.equal((await harness.now(left)).state, 'waiting')
  })

  it('begins no payment by PIN', async () => {
    const harness = await open()
    const { order, proof } = await harness.agreed()
    harness.eligibility.isDue = false
    assert.deepEqual(await harness.pinPayments.begin(order, proof), ended)
    assert.deepEqual(harness.started, [])
    assert.equal((await harness.attemptsOf(order))[0]?.state, 'expired')
  })

  it('forwards no PIN that is entered too late', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    harness.eligibility.isDue = false
    assert.deepEqual(await harness.pinPayments.submit(order, attempt, proof, pin), ended)
    assert.deepEqual(harness.sent, [])
    assert.equal(await harness.pageOf(order), 'choose')
  })

  it('shows the progress after a PIN was entered, without sending it twice', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    await harness.pinPayments.submit(order, attempt, proof, pin)
    harness.eligibility.isDue = false
    const inFlight = await harness.now(attempt)
    assert.equal((await harness.pinPayments.submit(order, inFlight, proof, pin)).outcome, 'over')
    assert.equal((await harness.pinPayments.submit(order, attempt, proof, pin)).outcome, 'over')
    assert.deepEqual(harness.sent, [attempt.id])
    assert.equal((await harness.now(attempt)).state, inFlight.state)
  })

  it('shows the progress to a payer who was prompted at the same moment', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const begun = await harness.payments.initiate(order, byPush)
    assert.ok('attempt' in begun && isPlaced(order))
    await harness.payments.process(order, begun.attempt)
    harness.eligibility.isDue = false
    assert.equal((await harness.payments.process(order, begun.attempt)).outcome, 'already_processed')
    assert.equal((await harness.payments.process(order, await harness.now(begun.attempt))).outcome, 'already_processed')
    assert.equal((await harness.now(begun.attempt)).state, 'waiting')
  })
})
