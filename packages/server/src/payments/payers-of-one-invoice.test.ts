import assert from 'node:assert/strict'
import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { isPlaced, type PlacedOrder } from './orders.ts'

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
    const harness = openPayments(await openDatabase())
    let starts = 0
    harness.gateways.wallet.start = async () => {
      starts += 1
      return { outcome: 'waiting' }
    }
    async function orderFor(numbers: readonly number[], account = 'P1234567890'): Promise<PlacedOrder> {
      const order = await harness.orders.open({
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
      harness.payments.pay(order, { ...byPush, payerMsisdn: `99900000${wallet}` })
    return { ...harness, orderFor, payByWallet, starts: () => starts }
  }

  it('are separated while the first is prompted', async () => {
    const harness = await open()
    const [first, second] = [await harness.orderFor([1]), await harness.orderFor([1])]
    await harness.payByWallet(first, 1)
    assert.deepEqual(await harness.payByWallet(second, 2), beingPaid)
    assert.equal(harness.starts(), 1)
    assert.equal((await harness.progress.pageOf(second, 'choose')).page, 'choose')
    assert.deepEqual(
      [await harness.payments.isBeingPaid(first), await harness.payments.isBeingPaid(second)],
      [false, true],
    )
  })

  it('are separated when they press Pay at the same moment', async () => {
    const harness = await open()
    const requests = [[1, 2], [2, 1], [1], [2], [1, 2]]
    const orders = await Promise.all(requests.map((numbers) => harness.orderFor(numbers)))
    const results = await Promise.all(orders.map((order, index) => harness.payByWallet(order, index + 1)))
    const granted = requests.filter((_, index) => results[index]?.outcome === 'waiting')
    assert.equal(harness.starts(), granted.length)
    assert.deepEqual(granted.flat().toSorted(), [...new Set(granted.flat())].toSorted())
    assert.ok(granted.length > 0)
  })

  it('are independent as soon as the first has declined', async () => {
    const harness = await open()
    const [first, second] = [await harness.orderFor([1]), await harness.orderFor([1])]
    await harness.payByWallet(first, 1)
    harness.gateways.wallet.verify = async () => ({ state: 'refused', reason: 'cancelled_by_customer' })
    await harness.after(minute)
    assert.equal((await harness.payByWallet(second, 2)).outcome, 'waiting')
  })

  it('are independent after five minutes without an answer', async () => {
    const harness = await open()
    const [first, second] = [await harness.orderFor([1]), await harness.orderFor([1])]
    await harness.payByWallet(first, 1)
    harness.clock.now += 5 * minute - 1
    assert.deepEqual(await harness.payByWallet(second, 2), beingPaid)
    harness.clock.now += 1
    assert.equal((await harness.payByWallet(second, 2)).outcome, 'waiting')
  })

  it('are separated until billing can know of the first payment', async () => {
    const harness = await open()
    const [first, second] = [await harness.orderFor([1]), await harness.orderFor([1])]
    await harness.payByWallet(first, 1)
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(minute)
    assert.deepEqual(await harness.payByWallet(second, 2), beingPaid)
  })

  it('do not prevent the first from choosing another payment method', async () => {
    const harness = await open()
    const first = await harness.orderFor([1])
    await harness.payments.pay(first, { method: 'card' })
    assert.equal((await harness.payByWallet(first, 1)).outcome, 'waiting')
  })

  it('do not block other invoices', async () => {
    const harness = await open()
    await harness.payByWallet(await harness.orderFor([1]), 1)
    assert.deepEqual(await harness.payByWallet(await harness.orderFor([1, 2]), 2), beingPaid)
    assert.equal((await harness.payByWallet(await harness.orderFor([2]), 3)).outcome, 'waiting')
    assert.equal((await harness.payByWallet(await harness.orderFor([1], 'P0000000002'), 4)).outcome, 'waiting')
  })
})
