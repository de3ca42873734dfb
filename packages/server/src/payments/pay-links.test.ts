import assert from 'node:assert/strict'
import { money } from '@nyanja/domain/money/money'
import { hour } from '@nyanja/domain/time'
import { it } from 'vitest'
import { newId } from '../common/ids.ts'
import { createPayLinkStore } from '../db/payments/pay-link-store.ts'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { type Choice, isPlaced, type Order, type PlacedOrder } from './orders.ts'
import { PayLinks } from './pay-links.ts'

describeOnEachEngine('a pay-me link', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const sold: { renew: (choice: Choice) => Promise<Choice | 'ended' | undefined> } = {
      renew: async (choice) => choice,
    }
    const links = new PayLinks({
      store: createPayLinkStore(database.db),
      orders: harness.orders,
      renew: ({ choice }) => sold.renew(choice),
      now: () => harness.clock.now,
      newId,
    })
    const order = placed(await harness.placedOrder())
    return { harness, links, order, sold }
  }

  function placed(order: Order): PlacedOrder {
    assert.ok(isPlaced(order))
    return order
  }

  async function taken(links: PayLinks, token: string): Promise<Order> {
    const result = await links.take(token, 'sw')
    assert.ok(result.outcome === 'order', result.outcome)
    return result.order
  }

  it('gives each visitor an order of their own for the same product', async () => {
    const { harness, links, order } = await open()
    const { token } = await links.make(order)
    const own = placed(await taken(links, token))
    assert.notEqual(own.id, order.id)
    assert.equal(own.msisdn, order.msisdn)
    assert.deepEqual(own.choice, order.choice)
    assert.equal(own.language, 'sw')
    assert.equal((await harness.orders.order(own.id))?.payLink, token)
  })

  it('never shows the number to the payer', async () => {
    const { harness, links, order } = await open()
    const own = await taken(links, (await links.make(order)).token)
    assert.equal(await harness.orders.ownOrder(own.id, [own.redirectPage]), undefined)
    assert.equal((await harness.orders.ownOrder(order.id, [order.redirectPage]))?.id, order.id)
    assert.equal(await harness.orders.ownOrder(order.id, ['/postpaid-bill-pay']), undefined)
  })

  it('exists once for an order, also after parallel requests', async () => {
    const { links, order } = await open()
    const made = await Promise.all([links.make(order), links.make(order)])
    assert.equal(made[0].token, made[1].token)
    assert.equal((await links.make(order)).token, made[0].token)
  })

  it('keeps its token when the visitor who opened it shares the order again', async () => {
    const { links, order } = await open()
    const { token } = await links.make(order)
    const own = placed(await taken(links, token))
    assert.equal((await links.make(own)).token, token)
  })

  it('works for a day, and outlives the order that it was made from', async () => {
    const { harness, links, order } = await open()
    const { token } = await links.make(order)
    harness.clock.now += 23 * hour
    assert.equal((await links.open(token)).outcome, 'open')
    harness.clock.now += hour
    assert.equal((await links.open(token)).outcome, 'expired')
    assert.equal((await links.take(token, 'en')).outcome, 'expired')
    assert.equal((await links.open('no-such-token')).outcome, 'unknown')
  })

  it('is paid once, by its visitor or its creator', async () => {
    for (const payer of ['opener', 'maker'] as const) {
      const { harness, links, order } = await open()
      const { token } = await links.make(order)
      const paying = payer === 'opener' ? await taken(links, token) : order
      harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
      const attempt = await harness.startAttempt(paying, { method: 'nyanja_money', payerMsisdn: '999000009' })
      const during = await links.open(token)
      assert.ok(during.outcome === 'open' && during.isBeingPaid)
      await harness.after(5000)
      const after = await links.open(token)
      assert.ok(after.outcome === 'paid', after.outcome)
      assert.equal(after.attemptId, attempt.id)
      assert.equal((await links.take(token, 'en')).outcome, 'paid')
    }
  })

  it('can be paid again when its payer was refunded', async () => {
    const { harness, links, order } = await open()
    const { token } = await links.make(order)
    harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'barred' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.startAttempt(await taken(links, token), { method: 'nyanja_money', payerMsisdn: '999000009' })
    await harness.after(5000)
    assert.equal((await links.open(token)).outcome, 'open')
  })

  it('sends the gateway no number of the receiver, which the payer might see there', async () => {
    const { harness, links, order } = await open()
    const opener = await harness.startAttempt(await taken(links, (await links.make(order)).token), { method: 'card' })
    assert.equal(opener.payerMsisdn, '')
    assert.equal((await harness.startAttempt(await harness.placedOrder(), { method: 'card' })).payerMsisdn, '999000001')
  })

  it("has today's price, and reports when the product is not sold any more", async () => {
    const { links, order, sold } = await open()
    const { token } = await links.make(order)
    sold.renew = async (choice) => ({ ...choice, amount: money('MWK', 60_000) })
    assert.equal(placed(await taken(links, token)).choice.amount.minor, 60_000)
    sold.renew = async () => undefined
    assert.equal((await links.open(token)).outcome, 'gone')
  })

  it('creates no order for an undeliverable product', async () => {
    const { links, order, sold } = await open()
    const { token } = await links.make(order)
    sold.renew = async () => 'ended'
    assert.deepEqual(await links.take(token, 'en'), { outcome: 'ended' })
  })
})
