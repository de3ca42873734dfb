import assert from 'node:assert/strict'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openTill } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { isPlaced } from './order.ts'

describeOnEachEngine('a visitor who chooses another way to pay', (openDatabase) => {
  const open = async () => openTill(await openDatabase())

  it('is taken to the card page of the gateway that he chose, and the old one stays watched', async () => {
    const till = await open()
    const order = await till.placedOrder()
    const first = await till.begunBy(order, { method: 'card' })
    const second = await till.begunBy(order, { method: 'card', gateway: 'otherCard' })
    assert.deepEqual([first.gateway, second.gateway], ['card', 'otherCard'])
    till.gateways.card.verify = async (attempt) => capturedResult(attempt)
    await till.after(5000)
    assert.deepEqual(
      (await till.attemptsOf(order)).map(({ state, paysOrder }) => [state, paysOrder]),
      [
        ['captured_late', true],
        ['waiting', false],
      ],
    )
  })

  it('goes on with the same card page by choosing the same gateway again, named or not', async () => {
    const till = await open()
    const order = await till.placedOrder()
    const first = await till.begunBy(order, { method: 'card' })
    assert.equal((await till.begunBy(order, { method: 'card', gateway: 'card' })).id, first.id)
    const other = await till.begunBy(order, { method: 'card', gateway: 'otherCard' })
    assert.equal((await till.begunBy(order, { method: 'card', gateway: 'otherCard' })).id, other.id)
  })

  it('begins nothing with a gateway that does not stand behind the method', async () => {
    const till = await open()
    const { outcome } = await till.payments.pay(await till.placedOrder(), { method: 'nyanja_money', gateway: 'card' })
    assert.equal(outcome, 'method_unavailable')
  })

  it('is not held up by a card page whose address got lost', async () => {
    const till = await open()
    const order = await till.placedOrder()
    till.gateways.card.verify = async () => ({ state: 'unknown' })
    till.gateways.card.start = async () => {
      throw new Error('silent')
    }
    const first = await till.begunBy(order, { method: 'card' })
    assert.equal((await till.begunBy(order, { method: 'nyanja_money' })).id, first.id)
    await till.after(minute)
    assert.notEqual((await till.begunBy(order, { method: 'nyanja_money' })).id, first.id)
  })

  it('is not led to a card page whose time is over', async () => {
    const till = await open()
    const order = await till.placedOrder()
    const first = await till.begunBy(order, { method: 'card' })
    till.clock.now += 10 * minute
    assert.notEqual((await till.begunBy(order, { method: 'card' })).id, first.id)
  })

  it('is not led to a page that was opened after the attempt had ended', async () => {
    const till = await open()
    const { card } = till.gateways
    card.start = async () => {
      card.verify = async () => ({ state: 'refused', reason: 'expired' })
      await till.after(minute)
      return { outcome: 'redirect', url: 'https://pay.example/late' }
    }
    const { outcome } = await till.payments.pay(await till.placedOrder(), { method: 'card' })
    assert.equal(outcome, 'already_processed')
  })

  it('is told at once when the card has paid already', async () => {
    const till = await open()
    const order = await till.placedOrder()
    await till.begunBy(order, { method: 'card' })
    await till.after(4 * minute)
    till.gateways.card.verify = async (attempt) => capturedResult(attempt)
    const { outcome } = await till.payments.pay(order, { method: 'nyanja_money' })
    assert.equal(outcome, 'already_processed')
    await till.after(1000)
    assert.deepEqual(
      (await till.attemptsOf(order)).map(({ state }) => state),
      ['captured'],
    )
  })

  it('gets it, though an attempt was registered and never handed over', async () => {
    const till = await open()
    const order = await till.placedOrder()
    await till.payments.initiate(order, { method: 'nyanja_money' })
    assert.equal((await till.begunBy(order, { method: 'card' })).method, 'card')
  })

  it('sees what became of the order behind the link that was left, also when that page was cancelled', async () => {
    const till = await open()
    const order = await till.placedOrder()
    const left = await till.begunBy(order, { method: 'card' })
    const other = await till.begunBy(order, { method: 'nyanja_money' })
    till.gateways.card.verify = async () => ({ state: 'refused', reason: 'cancelled_by_customer' })
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await till.after(5000)
    const { attempt, delivery } = await till.progress.payment(left.id)
    assert.deepEqual([attempt.id, delivery?.state], [other.id, 'delivered'])
  })

  it('need not wait for the next round hour until a page that was left open ends', async () => {
    const till = await open()
    const order = await till.placedOrder()
    await till.begunBy(order, { method: 'card' })
    for (let time = 0; time < 22; time += 1) await till.after(minute / 2)
    assert.equal((await till.attemptsOf(order))[0]?.state, 'expired')
  })

  it('has the whole time for a prompt that was registered long before it was sent', async () => {
    const till = await open()
    const order = await till.placedOrder()
    const begun = await till.payments.initiate(order, { method: 'nyanja_money' })
    assert.ok('attempt' in begun && isPlaced(order))
    till.clock.now += 9.5 * minute
    await till.payments.process(order, begun.attempt)
    await till.after(2 * minute)
    assert.equal((await till.attemptsOf(order))[0]?.state, 'waiting')
  })

  it('is given it once when both ways take the money at the same moment', async () => {
    const till = await open()
    till.gateways.card.verify = async () => ({ state: 'unknown' })
    for (let time = 0; time < 5; time += 1) {
      const order = await till.placedOrder()
      await till.begunBy(order, { method: 'card' })
      await till.begunBy(order, { method: 'nyanja_money', payerMsisdn: `99900000${time}` })
      const { attempts } = till.stores
      const captures = await Promise.all(
        [...(await till.attemptsOf(order))].flatMap((attempt) => [
          attempts.capture(attempt, {}),
          attempts.capture(attempt, {}),
        ]),
      )
      assert.deepEqual(captures.toSorted(), ['captured', 'captured', 'too_late', 'too_late'])
      const payments = await Promise.all((await till.attemptsOf(order)).map(({ id }) => till.progress.payment(id)))
      assert.equal(payments.filter(({ delivery }) => delivery !== undefined).length, 1)
      assert.equal(payments.filter(({ refund }) => refund !== undefined).length, 1)
      assert.equal(payments.filter(({ attempt }) => attempt.paysOrder).length, 1)
    }
  })

  it('is sent no prompt once its time to be sent is over', async () => {
    const till = await open()
    const order = await till.placedOrder()
    const begun = await till.payments.initiate(order, { method: 'nyanja_money' })
    assert.ok('attempt' in begun && isPlaced(order))
    till.clock.now += 10 * minute
    assert.equal((await till.payments.process(order, begun.attempt)).outcome, 'already_processed')
  })

  it('cannot have a wallet prompted more often by pressing Pay in many tabs at once', async () => {
    const till = await open()
    let prompts = 0
    till.gateways.wallet.start = async () => {
      prompts += 1
      return { outcome: 'waiting' }
    }
    const orders = await Promise.all(Array.from({ length: 12 }, () => till.placedOrder()))
    const payer = { method: 'nyanja_money', payerMsisdn: '999000009' } as const
    const results = await Promise.all(orders.map((order) => till.payments.pay(order, payer)))
    assert.equal(prompts, 3)
    assert.equal(results.filter(({ outcome }) => outcome === 'too_many_prompts').length, 9)
  })
})
