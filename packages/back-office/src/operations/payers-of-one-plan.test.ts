import { money } from '@nyanja/domain/money/money'
import { orderKinds } from '@nyanja/domain/payments/payment-options'
import { day, minute } from '@nyanja/domain/time'
import { createPlanStore } from '@nyanja/server/db/payments/plan-store'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import type { Purchase } from '@nyanja/server/payments/delivery-provider'
import { expect, it } from 'vitest'
import { createRetentionStore } from '../db/operations/retention-store.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { Retention } from './retention.ts'

const amount = money('MWK', 8_500_000)
const fee = money('MWK', 2_000_000)
const plan = { code: 'HBB-150', description: 'Home 150GB', leadReference: 'HB-7K4P-29XD', fee }
const byPush = (wallet: number) => ({ method: 'nyanja_money', payerMsisdn: `99900000${wallet}` }) as const

describeOnEachEngine('the payment of a home internet order', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const plans = createPlanStore(harness.db)
    const orderFor = (leadReference = plan.leadReference) =>
      harness.orders.open({
        channel: 'web',
        language: 'en',
        msisdn: '999000001',
        email: 'jane@example.com',
        lineType: 'PREPAID',
        redirectPage: '/hbb-lead-status',
        choice: { kind: 'plan', amount, plan: { ...plan, leadReference } },
      })
    const standing = async () => (await plans.standing(plan.leadReference)).state
    const approve = () => {
      harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
      harness.gateways.card.verify = async (attempt) => capturedResult(attempt)
    }
    return { ...harness, database, orderFor, standing, approve }
  }

  it('keeps the plan as ordered', async () => {
    const { orders, orderFor } = await open()
    const { id } = await orderFor()
    expect((await orders.order(id))?.choice).toEqual({ kind: 'plan', amount, plan })
  })

  it('reaches the BSS with its reference, and the payer is notified', async () => {
    const harness = await open()
    const purchases: Purchase[] = []
    harness.deliveryProvider.prepare = async (purchase) => {
      purchases.push(purchase)
      return async () => ({ outcome: 'delivered', bssReference: 'pm-1' })
    }
    const { id } = await harness.startAttempt(await harness.orderFor(), byPush(1))
    harness.approve()
    await harness.after(minute)
    const { leadReference } = plan
    expect(purchases).toEqual([
      { id, kind: 'plan', msisdn: '999000001', amount, productCode: plan.code, leadReference },
    ])
    const [message] = await harness.db.selectFrom('messages').select(['kind', 'msisdn', 'params_json']).execute()
    expect(message).toMatchObject({ kind: 'planPaid', msisdn: '999000001' })
    expect(JSON.parse(message?.params_json ?? '')).toMatchObject({ bundle: 'Home 150GB', lead: leadReference })
  })

  it('has the states open, being paid, and paid', async () => {
    const harness = await open()
    const order = await harness.orderFor()
    expect(await harness.standing()).toBe('open')
    await harness.startAttempt(order, byPush(1))
    expect(await harness.standing()).toBe('being_paid')
    harness.approve()
    await harness.after(minute)
    expect(await harness.standing()).toBe('paid')
  })

  it('prompts one payer at a time', async () => {
    const harness = await open()
    await harness.startAttempt(await harness.orderFor(), byPush(1))
    expect(await harness.payments.pay(await harness.orderFor(), byPush(2))).toEqual({ outcome: 'being_paid' })
    expect((await harness.payments.pay(await harness.orderFor('HB-0000-0001'), byPush(3))).outcome).toBe('waiting')
  })

  it('is captured once, and any other capture is refunded', async () => {
    const harness = await open()
    const first = await harness.startAttempt(await harness.orderFor(), { method: 'card' })
    harness.clock.now += 6 * minute
    const second = await harness.startAttempt(await harness.orderFor(), byPush(2))
    harness.approve()
    await harness.after(minute)
    await harness.after(minute)
    const payments = await Promise.all([first, second].map(({ id }) => harness.stores.reader.payment(id)))
    expect(payments.map((payment) => payment?.delivery?.state).toSorted()).toEqual(['delivered', undefined])
    expect(payments.map((payment) => payment?.refund?.state).toSorted()).toEqual(['refunded', undefined])
  })

  it('can be repeated once the BSS has refused it and the refund is complete', async () => {
    const harness = await open()
    harness.approve()
    harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such lead' })
    const refused = await harness.startAttempt(await harness.orderFor(), byPush(1))
    await harness.after(minute)
    await harness.after(minute)
    expect((await harness.stores.reader.payment(refused.id))?.refund?.state).toBe('refunded')
    expect(await harness.standing()).toBe('open')

    harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'delivered', bssReference: 'pm-2' })
    harness.clock.now += 6 * minute
    const paid = await harness.startAttempt(await harness.orderFor(), byPush(2))
    await harness.after(minute)
    expect((await harness.stores.reader.payment(paid.id))?.delivery?.state).toBe('delivered')
  })

  it('is looked up after a crash before it is sent again', async () => {
    const harness = await open()
    harness.approve()
    let sends = 0
    harness.deliveryProvider.prepare = async () => async () => {
      sends += 1
      throw new Error('The process died')
    }
    harness.deliveryProvider.findByReference = async ({ id }) => ({ outcome: 'delivered', bssReference: `pm-${id}` })
    const { id } = await harness.startAttempt(await harness.orderFor(), byPush(1))
    await harness.after(minute)
    await harness.after(minute)
    expect([sends, (await harness.stores.reader.payment(id))?.delivery?.state]).toEqual([1, 'delivered'])
  })

  it('leaves plan and amount for accounting, and no number, half a year after its end', async () => {
    const harness = await open()
    harness.approve()
    const order = await harness.orderFor()
    await harness.startAttempt(order, byPush(1))
    await harness.after(minute)
    harness.clock.now += 184 * day
    await new Retention({ store: createRetentionStore(harness.database), sealDays: async () => [] }).run(
      harness.clock.now,
    )
    const kept = await harness.orders.order(order.id)
    expect(kept).toMatchObject({ msisdn: '', choice: { kind: 'plan', amount, plan } })
    expect(kept).not.toHaveProperty('email')
  })

  it('has one of the kinds that the database knows, and no other', async () => {
    const { db, orderFor } = await open()
    const { id } = await orderFor()
    for (const kind of orderKinds) await db.updateTable('orders').set({ kind }).where('id', '=', id).execute()
    const odd = db
      .updateTable('orders')
      .set({ kind: JSON.parse('"odd"') })
      .where('id', '=', id)
    await expect(odd.execute()).rejects.toThrow()
  })
})
