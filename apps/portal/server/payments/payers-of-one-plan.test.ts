import { money } from '@nyanja/domain/money/money'
import { orderKinds } from '@nyanja/domain/payments/order'
import { day, minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { createRetentionStore } from '../db/operations/retention-store.ts'
import { createPlanStore } from '../db/payments/plan-store.ts'
import { capturedResult, openTill } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { Retention } from '../operations/retention.ts'
import type { Purchase } from './deliverer.ts'

const amount = money('MWK', 8_500_000)
const fee = money('MWK', 2_000_000)
const plan = { code: 'HBB-150', description: 'Home 150GB', leadReference: 'HB-7K4P-29XD', fee }
const byPush = (wallet: number) => ({ method: 'nyanja_money', payerMsisdn: `99900000${wallet}` }) as const

describeOnEachEngine('an order for internet at home', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const till = openTill(database)
    const plans = createPlanStore(till.db)
    const orderFor = (leadReference = plan.leadReference) =>
      till.orders.open({
        channel: 'web',
        language: 'en',
        msisdn: '999000001',
        email: 'jane@example.com',
        lineType: 'PREPAID',
        redirectPage: '/hbb-lead-status',
        choice: { kind: 'plan', amount, plan: { ...plan, leadReference } },
      })
    const standing = async () => (await plans.standing(plan.leadReference)).is
    const approve = () => {
      till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
      till.gateways.card.verify = async (attempt) => capturedResult(attempt)
    }
    return { ...till, database, orderFor, standing, approve }
  }

  it('is kept as it was ordered', async () => {
    const { orders, orderFor } = await open()
    const { id } = await orderFor()
    expect((await orders.order(id))?.choice).toEqual({ kind: 'plan', amount, plan })
  })

  it('reaches the BSS with its reference, and the payer is told', async () => {
    const till = await open()
    const purchases: Purchase[] = []
    till.deliverer.prepare = async (purchase) => {
      purchases.push(purchase)
      return async () => ({ outcome: 'delivered', bssReference: 'pm-1' })
    }
    const { id } = await till.begunBy(await till.orderFor(), byPush(1))
    till.approve()
    await till.after(minute)
    const { leadReference } = plan
    expect(purchases).toEqual([
      { id, kind: 'plan', msisdn: '999000001', amount, productCode: plan.code, leadReference },
    ])
    const [message] = await till.db.selectFrom('messages').select(['kind', 'msisdn', 'params_json']).execute()
    expect(message).toMatchObject({ kind: 'planPaid', msisdn: '999000001' })
    expect(JSON.parse(message?.params_json ?? '')).toMatchObject({ bundle: 'Home 150GB', lead: leadReference })
  })

  it('is open, being paid, and paid', async () => {
    const till = await open()
    const order = await till.orderFor()
    expect(await till.standing()).toBe('open')
    await till.begunBy(order, byPush(1))
    expect(await till.standing()).toBe('being_paid')
    till.approve()
    await till.after(minute)
    expect(await till.standing()).toBe('paid')
  })

  it('is asked of one payer at a time', async () => {
    const till = await open()
    await till.begunBy(await till.orderFor(), byPush(1))
    expect(await till.payments.pay(await till.orderFor(), byPush(2))).toEqual({ outcome: 'being_paid' })
    expect((await till.payments.pay(await till.orderFor('HB-0000-0001'), byPush(3))).outcome).toBe('waiting')
  })

  it('takes one payment, and gives any other one back', async () => {
    const till = await open()
    const first = await till.begunBy(await till.orderFor(), { method: 'card' })
    till.clock.now += 6 * minute
    const second = await till.begunBy(await till.orderFor(), byPush(2))
    till.approve()
    await till.after(minute)
    await till.after(minute)
    const payments = await Promise.all([first, second].map(({ id }) => till.stores.reader.payment(id)))
    expect(payments.map((payment) => payment?.delivery?.state).toSorted()).toEqual(['delivered', undefined])
    expect(payments.map((payment) => payment?.refund?.state).toSorted()).toEqual(['refunded', undefined])
  })

  it('can be paid again once the BSS has refused it and the money is back', async () => {
    const till = await open()
    till.approve()
    till.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such lead' })
    const refused = await till.begunBy(await till.orderFor(), byPush(1))
    await till.after(minute)
    await till.after(minute)
    expect((await till.stores.reader.payment(refused.id))?.refund?.state).toBe('refunded')
    expect(await till.standing()).toBe('open')

    till.deliverer.prepare = async () => async () => ({ outcome: 'delivered', bssReference: 'pm-2' })
    till.clock.now += 6 * minute
    const paid = await till.begunBy(await till.orderFor(), byPush(2))
    await till.after(minute)
    expect((await till.stores.reader.payment(paid.id))?.delivery?.state).toBe('delivered')
  })

  it('is read back after a crash before it is sent again', async () => {
    const till = await open()
    till.approve()
    let sends = 0
    till.deliverer.prepare = async () => async () => {
      sends += 1
      throw new Error('The process died')
    }
    till.deliverer.readBack = async ({ id }) => ({ outcome: 'delivered', bssReference: `pm-${id}` })
    const { id } = await till.begunBy(await till.orderFor(), byPush(1))
    await till.after(minute)
    await till.after(minute)
    expect([sends, (await till.stores.reader.payment(id))?.delivery?.state]).toEqual([1, 'delivered'])
  })

  it('leaves its plan and its sum in the books, and no number, half a year after its end', async () => {
    const till = await open()
    till.approve()
    const order = await till.orderFor()
    await till.begunBy(order, byPush(1))
    await till.after(minute)
    till.clock.now += 184 * day
    await new Retention({ store: createRetentionStore(till.database) }).run(till.clock.now)
    const kept = await till.orders.order(order.id)
    expect(kept).toMatchObject({ msisdn: '', choice: { kind: 'plan', amount, plan } })
    expect(kept).not.toHaveProperty('email')
  })

  it('is one of the kinds that the database knows, and there are no others', async () => {
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
