import assert from 'node:assert/strict'
import { computeStatus } from '@nyanja/domain/payments/payment-status'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { Order } from './orders.ts'
import type { PayResult } from './payment-results.ts'

function attemptOf(result: PayResult) {
  assert.ok('attempt' in result, `no attempt: ${result.outcome}`)
  return result.attempt
}

describeOnEachEngine('a payment', (openDatabase) => {
  const open = async () => openPayments(await openDatabase())

  async function statusOf(harness: Awaited<ReturnType<typeof open>>, id: string) {
    const { attempt, delivery, refund } = await harness.progress.payment(id)
    return computeStatus({
      money: attempt.state,
      ...(delivery === undefined ? {} : { delivery: delivery.state }),
      ...(refund === undefined ? {} : { refund: refund.state }),
      isAtGatewayPage: attempt.checkoutType === 'redirect' && attempt.returnedAt === undefined,
    })
  }

  it('is delivered once its capture is verified', async () => {
    const harness = await open()
    const { id } = attemptOf(await harness.payments.pay(await harness.placedOrder(), { method: 'nyanja_money' }))
    assert.equal(await statusOf(harness, id), 'IN_PROCESS')

    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(5000)
    assert.equal(await statusOf(harness, id), 'SUCCESS')
    assert.deepEqual(await harness.history(id), [
      'money created',
      'money handing_over',
      'money waiting',
      'money captured',
      'delivery due',
      'delivery sending',
      'delivery delivered',
    ])
  })

  it('is reported in the language in which the visitor paid', async () => {
    const harness = await open()
    const order = await harness.orders.inLanguage(await harness.placedOrder(), 'sw')
    const { id } = attemptOf(await harness.payments.pay(order, { method: 'card' }))
    assert.equal((await harness.progress.payment(id)).order.language, 'sw')
  })

  it('commits the intention before the provider is called', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const seen: string[] = []
    harness.gateways.wallet.start = async () => {
      seen.push(...(await harness.attemptsOf(order)).map(({ state }) => state))
      return { outcome: 'waiting' }
    }
    await harness.payments.pay(order, { method: 'nyanja_money' })
    assert.deepEqual(seen, ['handing_over'])
  })

  it('is checked, not given up, when the provider did not answer the start', async () => {
    const harness = await open()
    harness.gateways.wallet.start = async () => {
      throw new Error('silent')
    }
    const { id } = attemptOf(await harness.payments.pay(await harness.placedOrder(), { method: 'nyanja_money' }))
    assert.equal(await statusOf(harness, id), 'IN_PROCESS')

    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(minute)
    assert.equal(await statusOf(harness, id), 'SUCCESS')
  })

  it('starts once at the provider however often Pay is pressed', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    let starts = 0
    harness.gateways.wallet.start = async () => {
      starts += 1
      return { outcome: 'waiting' }
    }
    const results = await Promise.all(
      Array.from({ length: 10 }, () => harness.payments.pay(order, { method: 'nyanja_money' })),
    )
    assert.equal(starts, 1)
    assert.equal(new Set(results.map((result) => attemptOf(result).id)).size, 1)
  })

  it('can be retried after a refusal, with a new id', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    harness.gateways.wallet.start = async () => ({ outcome: 'refused', reason: 'insufficient_funds' })
    const refused = attemptOf(await harness.payments.pay(order, { method: 'nyanja_money' }))
    assert.equal(await statusOf(harness, refused.id), 'FAILED')

    const repeated = attemptOf(await harness.payments.pay(order, { method: 'card' }))
    assert.notEqual(repeated.id, refused.id)
  })

  it('resumes the same card page when the same method is chosen again', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const first = await harness.payments.pay(order, { method: 'card' })
    const second = await harness.payments.pay(order, { method: 'card' })
    assert.equal(second.outcome, 'redirect')
    assert.equal(attemptOf(second).id, attemptOf(first).id)
  })

  it('refunds a card page that is paid after another method has paid the order', async () => {
    const harness = await open()
    const { card, wallet } = harness.gateways
    const order = await harness.placedOrder()
    const left = attemptOf(await harness.payments.pay(order, { method: 'card' }))
    const other = attemptOf(await harness.payments.pay(order, { method: 'nyanja_money' }))
    wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(5000)
    card.verify = async (attempt) => capturedResult(attempt)
    await harness.after(minute)

    assert.equal(await statusOf(harness, other.id), 'SUCCESS')
    assert.equal((await harness.progress.payment(left.id)).attempt.id, left.id)
    assert.deepEqual((await harness.history(left.id)).slice(-4), [
      'money captured_late',
      'refund due',
      'refund requesting',
      'refund refunded',
    ])
    assert.deepEqual(harness.alerts, ['late_capture'])
  })

  it('delivers after a card page that is paid late when nothing else has paid the order', async () => {
    const harness = await open()
    const { card, wallet } = harness.gateways
    const order = await harness.placedOrder()
    const left = attemptOf(await harness.payments.pay(order, { method: 'card' }))
    wallet.start = async () => ({ outcome: 'refused', reason: 'declined' })
    await harness.payments.pay(order, { method: 'nyanja_money' })
    card.verify = async (attempt) => capturedResult(attempt)
    await harness.after(minute)
    assert.equal(await statusOf(harness, left.id), 'SUCCESS')
  })

  it("is never delivered when the provider's amount differs", async () => {
    const harness = await open()
    const { id } = attemptOf(await harness.payments.pay(await harness.placedOrder(), { method: 'nyanja_money' }))
    harness.gateways.wallet.verify = async (attempt) => ({
      ...capturedResult(attempt),
      state: 'captured',
      attemptId: attempt.id,
      amount: { ...attempt.amount, minor: attempt.amount.minor - 1 },
    })
    await harness.after(5000)
    assert.equal(await statusOf(harness, id), 'IN_PROCESS')
    assert.deepEqual(harness.alerts, ['mismatch'])
    assert.deepEqual(await harness.reviews(), ['mismatch'])
  })

  it('expires only when the provider still reports no capture after its own limit', async () => {
    const harness = await open()
    const { wallet } = harness.gateways
    const { id } = attemptOf(await harness.payments.pay(await harness.placedOrder(), { method: 'nyanja_money' }))
    wallet.verify = async () => ({ state: 'unknown' })
    await harness.after(11 * minute)
    assert.equal(await statusOf(harness, id), 'IN_PROCESS')

    wallet.verify = async () => ({ state: 'pending' })
    await harness.after(60 * minute)
    assert.equal(await statusOf(harness, id), 'FAILED')
  })

  it('is delivered when the capture arrives after all', async () => {
    const harness = await open()
    const { wallet } = harness.gateways
    const { id } = attemptOf(await harness.payments.pay(await harness.placedOrder(), { method: 'nyanja_money' }))
    await harness.after(11 * minute)
    wallet.verify = async (attempt) => capturedResult(attempt)
    assert.ok(await harness.progress.hinted('wallet', id, 'hash-of-the-callback'))
    await harness.after(1000)
    assert.equal(await statusOf(harness, id), 'SUCCESS')
  })

  it('is delivered once although two workers learn of its capture at the same time', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    await harness.payments.pay(order, { method: 'nyanja_money' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const attempts = await harness.attemptsOf(order)
    await Promise.all([...attempts, ...attempts].map((attempt) => harness.statusChecks.checkPayment(attempt)))
    assert.equal((await harness.due.deliveries({ limit: 10, leaseMs: 1000 })).length, 1)
    assert.equal((await harness.due.deliveries({ limit: 10, leaseMs: 1000 })).length, 0)
  })

  it('prompts a handset that never answers at most three times in a quarter of an hour', async () => {
    const harness = await open()
    harness.gateways.wallet.start = async () => ({ outcome: 'refused', reason: 'expired' })
    const pay = async (order: Order) => (await harness.payments.pay(order, { method: 'nyanja_money' })).outcome
    const outcomes: string[] = []
    for (let time = 0; time < 4; time += 1) outcomes.push(await pay(await harness.placedOrder()))
    assert.deepEqual(outcomes, ['refused', 'refused', 'refused', 'too_many_prompts'])
    await harness.after(16 * minute)
    assert.equal(await pay(await harness.placedOrder()), 'refused')
  })

  it('does not count a debit without a prompt as an unanswered prompt', async () => {
    const harness = await open()
    harness.gateways.wallet.checkoutType = 'direct'
    harness.gateways.wallet.start = async () => ({ outcome: 'refused', reason: 'insufficient_funds' })
    const outcomes: string[] = []
    for (let time = 0; time < 4; time += 1) {
      outcomes.push((await harness.payments.pay(await harness.placedOrder(), { method: 'nyanja_money' })).outcome)
    }
    assert.deepEqual(outcomes, Array(4).fill('refused'))
  })

  it('prevents another payment while a debit is undecided', async () => {
    const harness = await open()
    harness.gateways.wallet.checkoutType = 'direct'
    const order = await harness.placedOrder()
    await harness.payments.pay(order, { method: 'nyanja_money' })
    assert.equal((await harness.payments.pay(order, { method: 'card' })).outcome, 'already_processed')
    assert.equal((await harness.attemptsOf(order)).length, 1)
  })

  it('has an append-only history', async () => {
    const harness = await open()
    await harness.payments.pay(await harness.placedOrder(), { method: 'nyanja_money' })
    await assert.rejects(harness.db.updateTable('events').set({ to_state: 'captured' }).execute(), /append-only/)
    await assert.rejects(harness.db.deleteFrom('events').execute(), /append-only/)
  })
})
