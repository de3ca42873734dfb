import assert from 'node:assert/strict'
import { leftToPay } from '@nyanja/domain/bills/bill'
import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openTill } from '../db/payments/test-payments.ts'
import { createUnpostedPayments } from '../db/payments/unposted-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { isPlaced, type PlacedOrder } from './order.ts'
import { StillDue } from './still-due.ts'

const account = '1000000050'
const byPush = { method: 'nyanja_money' } as const
const beingPaid = { outcome: 'being_paid' }

describeOnEachEngine('two payers of one postpaid bill', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const unposted = createUnpostedPayments(database.db)
    // What billing says; it is lowered when a payment is posted there.
    const billing = { owed: money('MWK', 580_000), posts: true, whileRead: async () => {} }
    const due = new StillDue({
      payLinks: { of: async () => undefined, standing: async () => ({ is: 'open' }) },
      plans: { standing: async () => ({ is: 'open' }) },
      openInvoices: async () => [],
      async billOf() {
        const [at, outstanding] = [till.clock.now, billing.owed]
        await billing.whileRead()
        const paid = (await unposted.on(account, at)).map(({ amount }) => amount)
        return { account, left: leftToPay(outstanding, paid) }
      },
      isPaidSince: async () => false,
      roundUp: false,
    })
    const till = openTill(database, { rules: { isStillDue: async (order) => (await due.of(order)) === 'due' } })
    till.deliverer.prepare = async ({ amount }) => {
      if (!billing.posts) throw new Error('billing is away')
      return async () => {
        billing.owed = money('MWK', billing.owed.minor - amount.minor)
        return { outcome: 'delivered', bssReference: 'P-1', remaining: billing.owed }
      }
    }
    async function orderFor(minor: number): Promise<PlacedOrder> {
      const order = await till.orders.open({
        channel: 'web',
        language: 'en',
        msisdn: '999000001',
        lineType: 'POSTPAID',
        redirectPage: '/postpaid-bill-pay',
        choice: { kind: 'bill', amount: money('MWK', minor), bill: { account, invoices: [] } },
      })
      assert.ok(isPlaced(order))
      return order
    }
    const payByWallet = (order: PlacedOrder, wallet: number) =>
      till.payments.pay(order, { ...byPush, payerMsisdn: `99900000${wallet}` })
    const approve = async () => {
      till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
      await till.after(minute)
    }
    return { ...till, billing, orderFor, payByWallet, approve }
  }

  it('are held apart while the first is being asked, with a notice and no detail', async () => {
    const till = await open()
    const [first, second] = [await till.orderFor(580_000), await till.orderFor(580_000)]
    await till.payByWallet(first, 1)
    assert.deepEqual([await till.payments.isBeingPaid(first), await till.payments.isBeingPaid(second)], [false, true])
    assert.deepEqual(await till.payByWallet(second, 2), beingPaid)
  })

  it('leave each other alone once the first has said no, or has not answered for five minutes', async () => {
    const till = await open()
    await till.payByWallet(await till.orderFor(580_000), 1)
    till.clock.now += 5 * minute - 1
    assert.deepEqual(await till.payByWallet(await till.orderFor(580_000), 2), beingPaid)
    till.clock.now += 1
    assert.equal((await till.payByWallet(await till.orderFor(580_000), 2)).outcome, 'waiting')
    till.gateways.wallet.verify = async () => ({ state: 'refused', reason: 'cancelled_by_customer' })
    await till.after(minute)
    assert.equal((await till.payByWallet(await till.orderFor(580_000), 3)).outcome, 'waiting')
  })

  it('pay it once: the second is told that it has changed, also before billing has posted the first', async () => {
    const till = await open()
    till.billing.posts = false
    const [first, second] = [await till.orderFor(580_000), await till.orderFor(580_000)]
    await till.payByWallet(first, 1)
    await till.approve()
    assert.equal(till.billing.owed.minor, 580_000)
    assert.deepEqual(await till.payByWallet(second, 2), { outcome: 'order_ended' })
    till.clock.now += 10 * minute
    assert.deepEqual(await till.payByWallet(await till.orderFor(580_000), 3), { outcome: 'order_ended' })
    till.billing.posts = true
    await till.after(minute)
    assert.equal(till.billing.owed.minor, 0)
    assert.deepEqual(await till.payByWallet(await till.orderFor(580_000), 4), { outcome: 'order_ended' })
  })

  it('may each pay a part, one after the other', async () => {
    const till = await open()
    await till.payByWallet(await till.orderFor(380_000), 1)
    await till.approve()
    till.clock.now += 1
    const second = await till.orderFor(200_000)
    assert.equal((await till.payByWallet(second, 2)).outcome, 'waiting')
    await till.approve()
    assert.equal(till.billing.owed.minor, 0)
  })

  it('are held apart where the first pays while the bill is read for the second', async () => {
    const till = await open()
    const [first, second] = [await till.orderFor(580_000), await till.orderFor(580_000)]
    await till.payByWallet(first, 1)
    till.billing.whileRead = async () => {
      till.billing.whileRead = async () => {}
      await till.approve()
    }
    const { outcome } = await till.payByWallet(second, 2)
    assert.ok(outcome === 'being_paid' || outcome === 'order_ended', outcome)
    assert.equal(till.billing.owed.minor, 0)
  })
})

describeOnEachEngine('two payers of one invoice that billing posts late', (openDatabase) => {
  it('are held apart for as long as the first payment is not posted', async () => {
    const till = openTill(await openDatabase())
    till.deliverer.prepare = () => Promise.reject(new Error('billing is away'))
    const invoice = {
      billId: 'cb-1',
      invoiceNo: 'INV-1',
      startsAt: 0,
      endsAt: 1,
      dueAt: 2,
      outstanding: money('MWK', 5),
    }
    const order = () =>
      till.orders.open({
        channel: 'web',
        language: 'en',
        msisdn: '999000001',
        lineType: 'POSTPAID',
        redirectPage: '/orp/fixed-internet/invoices',
        choice: { kind: 'invoice', amount: invoice.outstanding, bill: { account: 'P1234567890', invoices: [invoice] } },
      })
    await till.payments.pay(await order(), { ...byPush, payerMsisdn: '999000001' })
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await till.after(minute)
    await till.after(10 * minute)
    assert.deepEqual(await till.payments.pay(await order(), { ...byPush, payerMsisdn: '999000002' }), beingPaid)
  })
})
