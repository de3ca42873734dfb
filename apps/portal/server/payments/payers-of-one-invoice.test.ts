import assert from 'node:assert/strict'
import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openTill } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { isPlaced, type PlacedOrder } from './order.ts'

const outstanding = money('MWK', 6_500_000)
const byPush = { method: 'nyanja_money' } as const
const beingPaid = { outcome: 'being_paid' }

const invoiceOf = (number: number) => ({
  billId: `cb-${number}`,
  invoiceNo: `INV-${number}`,
  startsAt: 0,
  endsAt: 1,
  dueAt: 2,
  outstanding,
})

describeOnEachEngine('two payers of one invoice', (openDatabase) => {
  async function open() {
    const till = openTill(await openDatabase())
    let starts = 0
    till.gateways.wallet.start = async () => {
      starts += 1
      return { outcome: 'waiting' }
    }
    async function orderFor(numbers: readonly number[], account = 'P1234567890'): Promise<PlacedOrder> {
      const order = await till.orders.open({
        channel: 'web',
        language: 'en',
        msisdn: '999000001',
        lineType: 'POSTPAID',
        redirectPage: '/orp/fixed-internet/invoices',
        choice: { kind: 'invoice', amount: outstanding, bill: { account, invoices: numbers.map(invoiceOf) } },
      })
      assert.ok(isPlaced(order))
      return order
    }
    const payByWallet = (order: PlacedOrder, wallet: number) =>
      till.payments.pay(order, { ...byPush, payerMsisdn: `99900000${wallet}` })
    return { ...till, orderFor, payByWallet, starts: () => starts }
  }

  it('are held apart while the first is being asked', async () => {
    const till = await open()
    const [first, second] = [await till.orderFor([1]), await till.orderFor([1])]
    await till.payByWallet(first, 1)
    assert.deepEqual(await till.payByWallet(second, 2), beingPaid)
    assert.equal(till.starts(), 1)
    assert.equal((await till.progress.pageOf(second, 'choose')).page, 'choose')
    assert.deepEqual([await till.payments.isBeingPaid(first), await till.payments.isBeingPaid(second)], [false, true])
  })

  it('are held apart when they press at the same moment', async () => {
    const till = await open()
    const wishes = [[1, 2], [2, 1], [1], [2], [1, 2]]
    const orders = await Promise.all(wishes.map((numbers) => till.orderFor(numbers)))
    const results = await Promise.all(orders.map((order, index) => till.payByWallet(order, index + 1)))
    const granted = wishes.filter((_, index) => results[index]?.outcome === 'waiting')
    assert.equal(till.starts(), granted.length)
    assert.deepEqual(granted.flat().toSorted(), [...new Set(granted.flat())].toSorted())
    assert.ok(granted.length > 0)
  })

  it('leave each other alone as soon as the first has said no', async () => {
    const till = await open()
    const [first, second] = [await till.orderFor([1]), await till.orderFor([1])]
    await till.payByWallet(first, 1)
    till.gateways.wallet.verify = async () => ({ state: 'refused', reason: 'cancelled_by_customer' })
    await till.after(minute)
    assert.equal((await till.payByWallet(second, 2)).outcome, 'waiting')
  })

  it('leave each other alone after five minutes without an answer', async () => {
    const till = await open()
    const [first, second] = [await till.orderFor([1]), await till.orderFor([1])]
    await till.payByWallet(first, 1)
    till.clock.now += 5 * minute - 1
    assert.deepEqual(await till.payByWallet(second, 2), beingPaid)
    till.clock.now += 1
    assert.equal((await till.payByWallet(second, 2)).outcome, 'waiting')
  })

  it('are held apart until billing can know that the first has paid', async () => {
    const till = await open()
    const [first, second] = [await till.orderFor([1]), await till.orderFor([1])]
    await till.payByWallet(first, 1)
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await till.after(minute)
    assert.deepEqual(await till.payByWallet(second, 2), beingPaid)
  })

  it('do not keep the first from another way to pay', async () => {
    const till = await open()
    const first = await till.orderFor([1])
    await till.payments.pay(first, { method: 'card' })
    assert.equal((await till.payByWallet(first, 1)).outcome, 'waiting')
  })

  it('keep nobody from an invoice that neither was asked for', async () => {
    const till = await open()
    await till.payByWallet(await till.orderFor([1]), 1)
    assert.deepEqual(await till.payByWallet(await till.orderFor([1, 2]), 2), beingPaid)
    assert.equal((await till.payByWallet(await till.orderFor([2]), 3)).outcome, 'waiting')
    assert.equal((await till.payByWallet(await till.orderFor([1], 'P0000000002'), 4)).outcome, 'waiting')
  })
})
