import assert from 'node:assert/strict'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { isPlaced } from './orders.ts'

describeOnEachEngine('a visitor who chooses another payment method', (openDatabase) => {
  const open = async () => openPayments(await openDatabase())

  it('is sent to the card page of the chosen gateway, while the old one is still checked', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const first = await harness.startAttempt(order, { method: 'card' })
    harness.clock.now += 1
    const second = await harness.startAttempt(order, { method: 'card', gateway: 'otherCard' })
    assert.deepEqual([first.gateway, second.gateway], ['card', 'otherCard'])
    harness.gateways.card.verify = async (attempt) => capturedResult(attempt)
    await harness.after(5000)
    assert.deepEqual(
      (await harness.attemptsOf(order)).map(({ state, paysOrder }) => [state, paysOrder]),
      [
        ['captured_late', true],
        ['waiting', false],
      ],
    )
  })

  it('resumes the same card page by choosing the same gateway again, named or not', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const first = await harness.startAttempt(order, { method: 'card' })
    assert.equal((await harness.startAttempt(order, { method: 'card', gateway: 'card' })).id, first.id)
    const other = await harness.startAttempt(order, { method: 'card', gateway: 'otherCard' })
    assert.equal((await harness.startAttempt(order, { method: 'card', gateway: 'otherCard' })).id, other.id)
  })

  it('cannot choose a gateway of another method', async () => {
    const harness = await open()
    const { outcome } = await harness.payments.pay(await harness.placedOrder(), {
      method: 'nyanja_money',
      gateway: 'card',
    })
    assert.equal(outcome, 'method_unavailable')
  })

  it('is not blocked by a card page whose address was lost', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    harness.gateways.card.verify = async () => ({ state: 'unknown' })
    harness.gateways.card.start = async () => {
      throw new Error('silent')
    }
    const first = await harness.startAttempt(order, { method: 'card' })
    assert.equal((await harness.startAttempt(order, { method: 'nyanja_money' })).id, first.id)
    await harness.after(minute)
    assert.notEqual((await harness.startAttempt(order, { method: 'nyanja_money' })).id, first.id)
  })

  it('is not sent to an expired card page', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const first = await harness.startAttempt(order, { method: 'card' })
    harness.clock.now += 10 * minute
    assert.notEqual((await harness.startAttempt(order, { method: 'card' })).id, first.id)
  })

  it('is not sent to a page that was opened after the attempt had ended', async () => {
    const harness = await open()
    const { card } = harness.gateways
    card.start = async () => {
      card.verify = async () => ({ state: 'refused', reason: 'expired' })
      await harness.after(minute)
      return { outcome: 'redirect', url: 'https://pay.example/late' }
    }
    const { outcome } = await harness.payments.pay(await harness.placedOrder(), { method: 'card' })
    assert.equal(outcome, 'already_processed')
  })

  it('is informed immediately when the card has already paid', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    await harness.startAttempt(order, { method: 'card' })
    await harness.after(4 * minute)
    harness.gateways.card.verify = async (attempt) => capturedResult(attempt)
    const { outcome } = await harness.payments.pay(order, { method: 'nyanja_money' })
    assert.equal(outcome, 'already_processed')
    await harness.after(1000)
    assert.deepEqual(
      (await harness.attemptsOf(order)).map(({ state }) => state),
      ['captured'],
    )
  })

  it('can pay after an attempt that was registered and never started', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    await harness.payments.initiate(order, { method: 'nyanja_money' })
    assert.equal((await harness.startAttempt(order, { method: 'card' })).method, 'card')
  })

  it('sees the outcome of the order by the link of the superseded attempt, also when its page was cancelled', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const left = await harness.startAttempt(order, { method: 'card' })
    const other = await harness.startAttempt(order, { method: 'nyanja_money' })
    harness.gateways.card.verify = async () => ({ state: 'refused', reason: 'cancelled_by_customer' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(5000)
    const { attempt, delivery } = await harness.progress.payment(left.id)
    assert.deepEqual([attempt.id, delivery?.state], [other.id, 'delivered'])
  })

  it('need not wait for the hourly check of an abandoned page', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    await harness.startAttempt(order, { method: 'card' })
    for (let time = 0; time < 22; time += 1) await harness.after(minute / 2)
    assert.equal((await harness.attemptsOf(order))[0]?.state, 'expired')
  })

  it('gets the whole time limit for a prompt that was registered long before it was sent', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const begun = await harness.payments.initiate(order, { method: 'nyanja_money' })
    assert.ok('attempt' in begun && isPlaced(order))
    harness.clock.now += 9.5 * minute
    await harness.payments.process(order, begun.attempt)
    await harness.after(2 * minute)
    assert.equal((await harness.attemptsOf(order))[0]?.state, 'waiting')
  })

  it('pays once when both methods capture at the same moment', async () => {
    const harness = await open()
    harness.gateways.card.verify = async () => ({ state: 'unknown' })
    for (let time = 0; time < 5; time += 1) {
      const order = await harness.placedOrder()
      await harness.startAttempt(order, { method: 'card' })
      await harness.startAttempt(order, { method: 'nyanja_money', payerMsisdn: `99900000${time}` })
      const { attempts } = harness.stores
      const captures = await Promise.all(
        [...(await harness.attemptsOf(order))].flatMap((attempt) => [
          attempts.capture(attempt, {}),
          attempts.capture(attempt, {}),
        ]),
      )
      const outcomes = captures.map(({ outcome }) => outcome)
      assert.deepEqual(outcomes.toSorted(), ['captured', 'captured', 'too_late', 'too_late'])
      const payments = await Promise.all(
        (await harness.attemptsOf(order)).map(({ id }) => harness.progress.payment(id)),
      )
      assert.equal(payments.filter(({ delivery }) => delivery !== undefined).length, 1)
      assert.equal(payments.filter(({ refund }) => refund !== undefined).length, 1)
      assert.equal(payments.filter(({ attempt }) => attempt.paysOrder).length, 1)
    }
  })

  it('gets no prompt after its time limit', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const begun = await harness.payments.initiate(order, { method: 'nyanja_money' })
    assert.ok('attempt' in begun && isPlaced(order))
    harness.clock.now += 10 * minute
    assert.equal((await harness.payments.process(order, begun.attempt)).outcome, 'already_processed')
  })

  it('cannot send more prompts to a wallet by pressing Pay in many tabs at once', async () => {
    const harness = await open()
    let prompts = 0
    harness.gateways.wallet.start = async () => {
      prompts += 1
      return { outcome: 'waiting' }
    }
    const orders = await Promise.all(Array.from({ length: 12 }, () => harness.placedOrder()))
    const payer = { method: 'nyanja_money', payerMsisdn: '999000009' } as const
    const results = await Promise.all(orders.map((order) => harness.payments.pay(order, payer)))
    assert.equal(prompts, 3)
    assert.equal(results.filter(({ outcome }) => outcome === 'too_many_prompts').length, 9)
  })
})
