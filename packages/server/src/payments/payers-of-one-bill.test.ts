import assert from 'node:assert/strict'
import { leftToPay } from '@nyanja/domain/bills/bill'
import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { createUnpostedPayments } from '../db/payments/bill-payments.ts'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { EligibilityCheck } from './eligibility.ts'
import { isPlaced, type PlacedOrder } from './orders.ts'

const account = '1000000050'
const byPush = { method: 'nyanja_money' } as const
const beingPaid = { outcome: 'being_paid' }

describeOnEachEngine('two payers of one postpaid bill', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const unposted = createUnpostedPayments(database.db)
    // The amount at billing, which decreases when a payment is posted.
    const billing = { owed: money('MWK', 580_000), posts: true, whileRead: async () => {} }
    const due = new EligibilityCheck({
      payLinks: { of: async () => undefined, standing: async () => ({ state: 'open' }) },
      plans: { standing: async () => ({ state: 'open' }) },
      openInvoices: async () => [],
      async billOf() {
        const [at, outstanding] = [harness.clock.now, billing.owed]
        await billing.whileRead()
        const paid = (await unposted.on(account, at)).map(({ amount }) => amount)
        return { account, left: leftToPay(outstanding, paid) }
      },
      isPaidSince: async () => false,
      roundUp: false,
    })
    const harness = openPayments(database, { rules: { isEligible: async (order) => (await due.of(order)) === 'due' } })
    harness.deliveryProvider.prepare = async ({ amount }) => {
      if (!billing.posts) throw new Error('billing is away')
      return async () => {
        billing.owed = money('MWK', billing.owed.minor - amount.minor)
        return { outcome: 'delivered', bssReference: 'P-1', remaining: billing.owed }
      }
    }
    async function orderFor(minor: number): Promise<PlacedOrder> {
      const order = await harness.orders.open({
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
      harness.payments.pay(order, { ...byPush, payerMsisdn: `99900000${wallet}` })
    const approve = async () => {
      harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
      await harness.after(minute)
    }
    return { ...harness, billing, orderFor, payByWallet, approve }
  }

  it('are separated while the first is prompted, with a notice and no detail', async () => {
    const harness = await open()
    const [first, second] = [await harness.orderFor(580_000), await harness.orderFor(580_000)]
    await harness.payByWallet(first, 1)
    assert.deepEqual(
      [await harness.payments.isBeingPaid(first), await harness.payments.isBeingPaid(second)],
      [false, true],
    )
    assert.deepEqual(await harness.payByWallet(second, 2), beingPaid)
  })

  it('are independent once the first has declined, or has not answered for five minutes', async () => {
    const harness = await open()
    await harness.payByWallet(await harness.orderFor(580_000), 1)
    harness.clock.now += 5 * minute - 1
    assert.deepEqual(await harness.payByWallet(await harness.orderFor(580_000), 2), beingPaid)
    harness.clock.now += 1
    assert.equal((await harness.payByWallet(await harness.orderFor(580_000), 2)).outcome, 'waiting')
    harness.gateways.wallet.verify = async () => ({ state: 'refused', reason: 'cancelled_by_customer' })
    await harness.after(minute)
    assert.equal((await harness.payByWallet(await harness.orderFor(580_000), 3)).outcome, 'waiting')
  })

  it('pay it once: the second is informed of the change, also before billing has posted the first payment', async () => {
    const harness = await open()
    harness.billing.posts = false
    const [first, second] = [await harness.orderFor(580_000), await harness.orderFor(580_000)]
    await harness.payByWallet(first, 1)
    await harness.approve()
    assert.equal(harness.billing.owed.minor, 580_000)
    assert.deepEqual(await harness.payByWallet(second, 2), { outcome: 'order_ended' })
    harness.clock.now += 10 * minute
    assert.deepEqual(await harness.payByWallet(await harness.orderFor(580_000), 3), { outcome: 'order_ended' })
    harness.billing.posts = true
    await harness.after(minute)
    assert.equal(harness.billing.owed.minor, 0)
    assert.deepEqual(await harness.payByWallet(await harness.orderFor(580_000), 4), { outcome: 'order_ended' })
  })

  it('may each pay a part, in sequence', async () => {
    const harness = await open()
    await harness.payByWallet(await harness.orderFor(380_000), 1)
    await harness.approve()
    harness.clock.now += 1
    const second = await harness.orderFor(200_000)
    assert.equal((await harness.payByWallet(second, 2)).outcome, 'waiting')
    await harness.approve()
    assert.equal(harness.billing.owed.minor, 0)
  })

  it('are separated when the first pays while the bill is read for the second', async () => {
    const harness = await open()
    const [first, second] = [await harness.orderFor(580_000), await harness.orderFor(580_000)]
    await harness.payByWallet(first, 1)
    harness.billing.whileRead = async () => {
      harness.billing.whileRead = async () => {}
      await harness.approve()
    }
    const { outcome } = await harness.payByWallet(second, 2)
    assert.ok(outcome === 'being_paid' || outcome === 'order_ended', outcome)
    assert.equal(harness.billing.owed.minor, 0)
  })
})

describeOnEachEngine('two payers of one invoice that billing posts late', (openDatabase) => {
  it('are separated until the first payment is posted', async () => {
    const harness = openPayments(await openDatabase())
    harness.deliveryProvider.prepare = () => Promise.reject(new Error('billing is away'))
    const invoice = {
      billId: 'cb-1',
      invoiceNo: 'INV-1',
      startsAt: 0,
      endsAt: 1,
      dueAt: 2,
      outstanding: money('MWK', 5),
    }
    const order = () =>
      harness.orders.open({
        channel: 'web',
        language: 'en',
        msisdn: '999000001',
        lineType: 'POSTPAID',
        redirectPage: '/orp/fixed-internet/invoices',
        choice: { kind: 'invoice', amount: invoice.outstanding, bill: { account: 'P1234567890', invoices: [invoice] } },
      })
    await harness.payments.pay(await order(), { ...byPush, payerMsisdn: '999000001' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(minute)
    await harness.after(10 * minute)
    assert.deepEqual(await harness.payments.pay(await order(), { ...byPush, payerMsisdn: '999000002' }), beingPaid)
  })
})
