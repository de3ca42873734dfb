import assert from 'node:assert/strict'
import { transaction } from '@nyanja/database/transaction'
import { money } from '@nyanja/domain/money/money'
import { it } from 'vitest'
import { newId } from '../common/ids.ts'
import { beginRefund } from '../db/payments/begin-components.ts'
import { createCorrectionStore } from '../db/payments/order-store.ts'
import { createPayLinkStore } from '../db/payments/pay-link-store.ts'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { Corrections } from './corrections.ts'
import { type Choice, isPlaced } from './orders.ts'
import { PayLinks } from './pay-links.ts'
import { Repurchases } from './repurchases.ts'

const airtime = money('MWK', 50_000)

describeOnEachEngine('buying the same again', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const sold: { renew: (choice: Choice) => Promise<Choice | undefined> } = { renew: async (choice) => choice }
    const now = () => harness.clock.now
    const store = createPayLinkStore(database.db)
    const corrections = new Corrections({ store: createCorrectionStore(database.db, now), now })
    const renew = ({ choice }: { choice: Choice }) => sold.renew(choice)
    const common = { store, orders: harness.orders, renew, now, newId }
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const attempt = await harness.startAttempt(await harness.placedOrder(airtime), {
      method: 'nyanja_money',
      payerMsisdn: '999000009',
    })
    return {
      ...{ harness, sold, corrections, database },
      links: new PayLinks(common),
      repurchases: new Repurchases({ ...common, corrections, openBill: async () => undefined }),
      deliver: () => harness.after(5000),
      payment: () => harness.progress.payment(attempt.id),
    }
  }

  const press = (token = newId()) => ({ token, seen: airtime, language: 'ny' })

  it('is offered for what was delivered, and opens an order whose number no page shows', async () => {
    const { harness, repurchases, payment, deliver } = await open()
    assert.deepEqual(await repurchases.offer(await payment()), { outcome: 'not_offered' })
    await deliver()
    const { order: first } = await payment()
    assert.deepEqual(await repurchases.offer(await payment()), { outcome: 'offered', choice: first.choice })
    const taken = await repurchases.take(await payment(), press())
    assert.ok(taken.outcome === 'order')
    const { id, msisdn, lineType, choice, language, redirectPage } = taken.order
    const { msisdn: firstMsisdn, lineType: firstType, choice: firstChoice } = first
    assert.deepEqual([msisdn, lineType, choice, language], [firstMsisdn, firstType, firstChoice, 'ny'])
    assert.notEqual(id, first.id)
    assert.equal(await harness.orders.ownOrder(id, [redirectPage]), undefined)
  })

  it('is offered for several numbers, until they are forgotten', async () => {
    const { harness, repurchases, database } = await open()
    const items = ['999000007', '999000008'].map((msisdn) => ({ msisdn, amount: airtime }))
    const choice: Choice = { kind: 'several', amount: money('MWK', 100_000), items }
    const order = await harness.orders.open({
      ...{ channel: 'web', language: 'en', msisdn: '', lineType: 'PREPAID', redirectPage: '/prepaid-recharge/several' },
      choice,
    })
    const { id } = await harness.startAttempt(order, { method: 'nyanja_money', payerMsisdn: '999000009' })
    await harness.after(5000)
    const payment = await harness.progress.payment(id)
    const taken = await repurchases.take(payment, { ...press(), seen: choice.amount })
    assert.ok(taken.outcome === 'order')
    assert.deepEqual(taken.order.choice, choice)
    await database.db.updateTable('orders').set({ items_json: null }).execute()
    assert.deepEqual(await repurchases.offer(await harness.progress.payment(id)), { outcome: 'not_offered' })
  })

  it('leads to one order, however often and at once it is pressed', async () => {
    const { repurchases, payment, deliver } = await open()
    await deliver()
    const once = press()
    const results = await Promise.all([1, 2, 3].map(async () => repurchases.take(await payment(), once)))
    const ids = new Set(
      [...results, await repurchases.take(await payment(), once)].map((result) => {
        assert.ok(result.outcome === 'order')
        return result.order.id
      }),
    )
    assert.equal(ids.size, 1)
    const other = await repurchases.take(await payment(), press())
    assert.ok(other.outcome === 'order' && !ids.has(other.order.id))
  })

  it('is paid once for each press', async () => {
    const { harness, repurchases, payment, deliver, database } = await open()
    await deliver()
    const once = press()
    for (const _ of [1, 2]) {
      const taken = await repurchases.take(await payment(), once)
      assert.ok(taken.outcome === 'order' && isPlaced(taken.order))
      await harness.payments.pay(taken.order, { method: 'nyanja_money', gateway: 'wallet', payerMsisdn: '999000009' })
      await harness.after(5000)
    }
    const captures = await database.db.selectFrom('attempts').select('id').where('state', '=', 'captured').execute()
    assert.equal(captures.length, 2)
  })

  it('has the price of today, and takes nothing at a price that was not seen', async () => {
    const { repurchases, payment, deliver, sold } = await open()
    await deliver()
    const dearer = { kind: 'airtime', amount: money('MWK', 60_000) } as const
    sold.renew = async () => dearer
    assert.deepEqual(await repurchases.offer(await payment()), { outcome: 'offered', choice: dearer })
    assert.deepEqual(await repurchases.take(await payment(), press()), { outcome: 'price_moved' })
    sold.renew = async () => undefined
    assert.deepEqual(await repurchases.take(await payment(), press()), { outcome: 'gone' })
  })

  it('is not offered for a wrong number', async () => {
    const { repurchases, payment, deliver, corrections } = await open()
    await deliver()
    assert.equal(await corrections.ask(await payment(), '999000002'), 'asked')
    assert.deepEqual(await repurchases.offer(await payment()), { outcome: 'not_offered' })
  })

  it('is not offered for what went back, in part or whole', async () => {
    const { harness, repurchases, payment, deliver, database } = await open()
    await deliver()
    const { attempt } = await payment()
    await transaction(database.db, (tx) => beginRefund(tx, { ...attempt, partMinor: 100 }, harness.clock.now))
    assert.deepEqual(await repurchases.offer(await payment()), { outcome: 'not_offered' })
  })

  it("never leads to another customer's order by the token of a pay-me link", async () => {
    const { harness, links, repurchases, payment, deliver } = await open()
    await deliver()
    const order = await harness.placedOrder()
    assert.ok(isPlaced(order))
    const { token } = await links.make(order)
    assert.deepEqual(await repurchases.take(await payment(), press(token)), { outcome: 'not_offered' })
  })
})
