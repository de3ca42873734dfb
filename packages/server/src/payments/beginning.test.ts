import assert from 'node:assert/strict'
import { minute, second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, fakeGateway, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { isPlaced, type Order } from './orders.ts'
import type { PaymentRequest } from './payment-gateway.ts'
import type { Payer } from './payments.ts'

const byPush: Payer = { method: 'nyanja_money' }
const byCard: Payer = { method: 'card' }

describeOnEachEngine('the beginning of a payment', (openDatabase) => {
  const open = async () => openPayments(await openDatabase())
  type Harness = Awaited<ReturnType<typeof open>>

  async function registered(harness: Harness, order: Order, payer: Payer) {
    const begun = await harness.payments.initiate(order, payer)
    assert.ok('attempt' in begun && isPlaced(order), begun.outcome)
    return { order, attempt: begun.attempt, outcome: begun.outcome }
  }

  it('is registered once for an order, however often it is requested', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const first = await registered(harness, order, byPush)
    const second = await registered(harness, order, byCard)
    assert.deepEqual([first.outcome, second.outcome], ['initiated', 'already_begun'])
    assert.equal(second.attempt.id, first.attempt.id)
    assert.equal(first.attempt.paysOrder, false)
  })

  it('continues the registered attempt when the method is the same', async () => {
    const harness = await open()
    const { order, attempt } = await registered(harness, await harness.placedOrder(), byPush)
    assert.equal((await harness.startAttempt(order, byPush)).id, attempt.id)
    assert.equal((await harness.attemptsOf(order)).length, 1)
  })

  it('ends an attempt that was registered for another wallet as expired', async () => {
    const harness = await open()
    const { order, attempt } = await registered(harness, await harness.placedOrder(), byPush)
    const other = await harness.startAttempt(order, { ...byPush, payerMsisdn: '999000007' })
    assert.notEqual(other.id, attempt.id)
    const left = (await harness.stores.reader.payment(attempt.id))?.attempt
    assert.deepEqual([left?.state, left?.refusal], ['expired', 'expired'])
  })

  it('is refused once the order has expired, and not before', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    harness.clock.now = order.expiresAt
    assert.deepEqual(await harness.payments.initiate(order, byPush), { outcome: 'order_ended' })
    harness.clock.now -= 1
    assert.equal((await harness.payments.initiate(order, byPush)).outcome, 'initiated')
  })

  it('requires a chosen product', async () => {
    const harness = await open()
    const { choice: _, ...draft } = await harness.placedOrder()
    assert.deepEqual(await harness.payments.initiate(draft, byPush), { outcome: 'order_ended' })
    assert.deepEqual(await harness.payments.pay(draft, byPush), { outcome: 'order_ended' })
  })

  it('is refused for a method that the market does not offer', async () => {
    const harness = await open()
    const payer = { method: 'mpesa', gateway: 'mpesa' } as const
    assert.deepEqual(await harness.payments.pay(await harness.placedOrder(), payer), { outcome: 'method_unavailable' })
    assert.deepEqual(await harness.payments.pay(await harness.placedOrder(), { method: 'mpesa' }), {
      outcome: 'method_unavailable',
    })
  })

  it('is refused for a handset with three prompts in a quarter of an hour', async () => {
    const harness = await open()
    for (let time = 0; time < 3; time += 1) {
      await harness.startAttempt(await harness.placedOrder(), byPush)
      harness.clock.now += 4 * minute
    }
    const order = await harness.placedOrder()
    assert.deepEqual(await harness.payments.initiate(order, byPush), { outcome: 'too_many_prompts' })
    assert.deepEqual(await harness.attemptsOf(order), [])
    assert.equal((await harness.payments.initiate(order, byCard)).outcome, 'initiated')
    harness.clock.now += 3 * minute
    assert.equal((await harness.payments.initiate(await harness.placedOrder(), byPush)).outcome, 'initiated')
  })

  it('sends the provider what it needs, and an e-mail address only when the payer gave one', async () => {
    const harness = await open()
    const reported: PaymentRequest[] = []
    harness.gateways.card.start = async (request) => {
      reported.push(request)
      return { outcome: 'redirect', url: 'https://pay.example/1' }
    }
    const order = await harness.placedOrder()
    const { id } = await harness.startAttempt(order, { ...byCard, email: 'a@example.com' })
    await harness.startAttempt(await harness.placedOrder(), byCard)
    assert.deepEqual(reported[0], {
      id,
      amount: order.choice?.amount,
      payerMsisdn: order.msisdn,
      description: 'Airtime recharge',
      expiresAt: harness.clock.now + 10 * minute,
      email: 'a@example.com',
      returnUrl: 'https://portal.example/back',
      cancelUrl: 'https://portal.example/cancel',
    })
    assert.ok(reported[1] !== undefined && !('email' in reported[1]))
  })

  it('calls the provider once, before the time limit', async () => {
    const harness = await open()
    const { order, attempt } = await registered(harness, await harness.placedOrder(), byPush)
    const at = harness.clock.now
    const handedOver = { ...attempt, state: 'handing_over', expiresAt: at + 10 * minute, handedOverAt: at }
    assert.deepEqual(await harness.payments.handOver(order, attempt, at), {
      outcome: 'handed_over',
      attempt: handedOver,
    })
    assert.deepEqual(await harness.payments.handOver(order, attempt, at), { outcome: 'too_late' })
    harness.clock.now = attempt.expiresAt
    assert.deepEqual(await harness.payments.handOver(order, attempt, at), { outcome: 'ended' })
  })

  it('calls no gateway that is not configured any more', async () => {
    const harness = await open()
    const { order, attempt } = await registered(harness, await harness.placedOrder(), byPush)
    const result = await harness.payments.process(order, { ...attempt, gateway: 'gone' })
    assert.equal(result.outcome, 'already_processed')
    assert.equal((await harness.attemptsOf(order))[0]?.state, 'created')
  })

  it('is not checked while the start may still be answered', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    harness.gateways.wallet.start = () => Promise.reject(new Error('silent'))
    assert.equal((await harness.payments.pay(order, byPush)).outcome, 'waiting')
    const { nextCheckAt } = (await harness.attemptsOf(order))[0] ?? {}
    assert.equal(nextCheckAt, harness.clock.now + minute)
  })

  it("is checked by the provider's own reference, as soon as the provider can know it", async () => {
    const harness = await open()
    harness.gateways.wallet.start = async () => ({ outcome: 'waiting', providerReference: 'W-1' })
    const order = await harness.placedOrder()
    assert.equal((await harness.payments.pay(order, byPush)).outcome, 'waiting')
    const [attempt] = await harness.attemptsOf(order)
    assert.deepEqual([attempt?.providerReference, attempt?.nextCheckAt], ['W-1', harness.clock.now + 5 * second])
    const unnamed = await harness.startAttempt(await harness.placedOrder(), byCard)
    assert.equal(unnamed.providerReference, undefined)
  })

  it('is not refused any more when the capture precedes the refusal', async () => {
    const harness = await open()
    const { wallet } = harness.gateways
    wallet.start = async ({ id, amount }) => {
      wallet.verify = async () => capturedResult({ id, amount })
      await harness.after(minute)
      return { outcome: 'refused', reason: 'declined' }
    }
    const result = await harness.payments.pay(await harness.placedOrder(), byPush)
    assert.equal(result.outcome, 'already_processed')
    assert.ok('attempt' in result)
    assert.equal((await harness.progress.payment(result.attempt.id)).delivery?.state, 'delivered')
  })

  it('leads to no card page that has ended', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const { id } = await harness.startAttempt(order, byCard)
    harness.gateways.card.verify = async () => ({ state: 'refused', reason: 'cancelled_by_customer' })
    await harness.after(5 * second)
    const ended = (await harness.stores.reader.payment(id))?.attempt
    assert.ok(ended !== undefined && isPlaced(order))
    assert.equal((await harness.payments.process(order, ended)).outcome, 'already_processed')
  })

  it("waits for the start's timeout before another method may replace a card page without an address", async () => {
    const harness = await open()
    harness.gateways.card.start = () => Promise.reject(new Error('silent'))
    const order = await harness.placedOrder()
    const first = await harness.startAttempt(order, byCard)
    harness.clock.now += minute - 1
    assert.equal((await harness.startAttempt(order, byPush)).id, first.id)
    harness.clock.now += 1
    assert.notEqual((await harness.startAttempt(order, byPush)).id, first.id)
  })

  it('requires no second code of a visitor who left a card page for a method that requires one', async () => {
    let codes = 1
    const harness = openPayments(await openDatabase(), {
      gateways: { smartcash: { ...fakeGateway('push'), checkoutType: 'direct' } },
      acceptProof: async () => codes-- > 0,
    })
    const order = await harness.placedOrder()
    const left = await harness.startAttempt(order, byCard)
    const proof = { uniqueCode: 'code', subject: order.id }
    const next = await harness.startAttempt(order, { method: 'smartcash', proof })
    assert.notEqual(next.id, left.id)
    assert.equal(next.method, 'smartcash')
  })
})
