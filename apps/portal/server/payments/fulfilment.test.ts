import assert from 'node:assert/strict'
import { money } from '@nyanja/domain/money/money'
import { hour, minute, second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openTill } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { dailyBundle } from '../test-bundles.ts'

describeOnEachEngine('what was paid for', (openDatabase) => {
  async function paid() {
    const till = openTill(await openDatabase())
    const result = await till.payments.pay(await till.placedOrder(), { method: 'nyanja_money' })
    assert.ok('attempt' in result)
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const sends = { count: 0 }
    return { till, id: result.attempt.id, sends }
  }

  /** Captured, and nothing sent yet. */
  async function due() {
    const { till, id, sends } = await paid()
    till.clock.now += 5 * second
    for (const attempt of await till.due.attempts('wallet', { limit: 1, leaseMs: minute }))
      await till.settlement.settle(attempt)
    till.deliverer.prepare = async () => async () => {
      sends.count += 1
      return { outcome: 'delivered', bssReference: 'B-1' }
    }
    return { till, id, sends }
  }

  it('is named to its payer in the language of the order', async () => {
    const till = openTill(await openDatabase())
    const order = await till.orders.open({
      channel: 'web',
      language: 'sw',
      msisdn: '999000001',
      email: 'jane@example.com',
      lineType: 'PREPAID',
      redirectPage: '/prepaid-recharge',
      choice: {
        kind: 'bundle',
        amount: dailyBundle.price,
        bundle: { ...dailyBundle, translations: { sw: { name: 'Siku MB 100' } } },
      },
    })
    await till.begunBy(order, { method: 'nyanja_money', email: 'jane@example.com' })
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await till.after(minute)
    const read = (table: 'messages' | 'mails') => till.db.selectFrom(table).select('params_json').execute()
    const sent = [...(await read('messages')), ...(await read('mails'))]
    assert.deepEqual(
      sent.map(({ params_json }) => JSON.parse(params_json).bundle),
      ['Siku MB 100', 'Siku MB 100'],
    )
  })

  it('is not sent again when the answer was lost but the BSS has it', async () => {
    const { till, id, sends } = await paid()
    till.deliverer.prepare = async () => async () => {
      sends.count += 1
      throw new Error('the answer is lost')
    }
    till.deliverer.readBack = async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    await till.after(5000)
    await till.after(120_000)
    assert.equal(sends.count, 1)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is sent again only when the BSS has had time and has never heard of it', async () => {
    const { till, id, sends } = await paid()
    till.deliverer.prepare = async () => async () => {
      sends.count += 1
      if (sends.count === 1) throw new Error('the request is lost')
      return { outcome: 'delivered', bssReference: 'B-2' }
    }
    await till.after(5000)
    await till.after(30_000)
    assert.equal(sends.count, 1)
    await till.after(minute)
    await till.after(1000)
    assert.equal(sends.count, 2)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is not even intended while the BSS does not say what sending it takes', async () => {
    const { till, id } = await paid()
    const { prepare } = till.deliverer
    till.deliverer.prepare = () => Promise.reject(new Error('silent'))
    await till.after(5000)
    await till.after(120_000)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'due')
    till.deliverer.prepare = prepare
    await till.after(10_000)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is waited for while the BSS is working on it', async () => {
    const { till, id } = await paid()
    till.deliverer.prepare = async () => async () => ({ outcome: 'pending', bssReference: 'B-3' })
    till.deliverer.readBack = async () => ({ outcome: 'pending', bssReference: 'B-3' })
    await till.after(5000)
    await till.after(120_000)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'sending')
    till.deliverer.readBack = async () => ({ outcome: 'delivered', bssReference: 'B-3' })
    await till.after(20_000)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is a bundle when a bundle was bought', async () => {
    const till = openTill(await openDatabase())
    const price = money('MWK', 20_000)
    const order = await till.orders.open({
      channel: 'web',
      language: 'en',
      msisdn: '999000001',
      lineType: 'PREPAID',
      redirectPage: '/bundles',
      choice: {
        kind: 'bundle',
        amount: price,
        bundle: {
          productCode: 'MW-D-100',
          name: 'Daily 100 MB',
          description: '',
          category: 'data',
          lineType: 'PREPAID',
          validity: 'unlimited',
          price,
        },
      },
    })
    const { id } = await till.begunBy(order, { method: 'nyanja_money' })
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const purchases: unknown[] = []
    till.deliverer.prepare = async (purchase) => {
      purchases.push(purchase)
      return async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    }
    await till.after(5000)
    assert.deepEqual(purchases, [{ id, kind: 'bundle', msisdn: '999000001', amount: price, productCode: 'MW-D-100' }])
  })

  it('is money on the account when invoices were paid, and what is left of them is kept', async () => {
    const till = openTill(await openDatabase())
    const amount = money('MWK', 6_500_000)
    const invoice = { billId: 'cb-1', invoiceNo: 'INV-1', startsAt: 0, endsAt: 1, dueAt: 2, outstanding: amount }
    const bill = { account: 'P1234567890', invoices: [invoice] }
    const order = await till.orders.open({
      channel: 'web',
      language: 'en',
      msisdn: '999000001',
      lineType: 'POSTPAID',
      redirectPage: '/orp/fixed-internet',
      choice: { kind: 'invoice', amount, bill },
    })
    const { id } = await till.begunBy(order, { method: 'nyanja_money' })
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const purchases: unknown[] = []
    till.deliverer.prepare = async (purchase) => {
      purchases.push(purchase)
      return async () => ({ outcome: 'delivered', bssReference: 'pm-1', remaining: money('MWK', 0) })
    }
    await till.after(5000)
    assert.deepEqual(purchases, [{ id, kind: 'invoice', msisdn: '999000001', amount, bill }])
    assert.deepEqual((await till.progress.payment(id)).delivery?.remaining, money('MWK', 0))
    const messages = await till.db.selectFrom('messages').select('kind').execute()
    assert.deepEqual(
      messages.map(({ kind }) => kind),
      ['billPaid'],
    )
  })

  it('is sent once though two workers have it', async () => {
    const { till, id, sends } = await due()
    const { delivery } = await till.progress.payment(id)
    assert.ok(delivery !== undefined)
    await Promise.all([till.fulfilment.deliver(delivery), till.fulfilment.deliver(delivery)])
    assert.equal(sends.count, 1)
  })

  it('is left alone once it is delivered', async () => {
    const { till, id, sends } = await due()
    await till.work()
    const { delivery } = await till.progress.payment(id)
    assert.equal(delivery?.state, 'delivered')
    let reads = 0
    till.deliverer.readBack = async () => {
      reads += 1
      return undefined
    }
    await till.fulfilment.deliver(delivery)
    assert.deepEqual([sends.count, reads], [1, 0])
  })

  it('is looked for at the BSS after 1, 2, 4 and 8 s, and then every 10 s', async () => {
    const { till, sends } = await due()
    till.deliverer.prepare = async () => async () => {
      sends.count += 1
      throw new Error('the answer is lost')
    }
    let reads = 0
    till.deliverer.readBack = async () => {
      reads += 1
      return undefined
    }
    await till.work()
    for (const [readBefore, pause] of [1, 2, 4, 8, 10, 10].entries()) {
      await till.after(pause * second - 1)
      assert.equal(reads, readBefore)
      await till.after(1)
      assert.equal(reads, readBefore + 1)
    }
    assert.equal(sends.count, 1)
  })

  it('is sent again when the BSS has had a minute', async () => {
    const { till, sends } = await due()
    till.deliverer.prepare = async () => async () => {
      sends.count += 1
      throw new Error('the request is lost')
    }
    await till.work()
    await till.after(minute)
    await till.after(0)
    assert.equal(sends.count, 2)
  })

  it('is not sent again while the BSS cannot say whether it has it', async () => {
    const { till, id, sends } = await due()
    till.deliverer.prepare = async () => async () => {
      sends.count += 1
      throw new Error('the answer is lost')
    }
    till.deliverer.readBack = () => Promise.reject(new Error('silent'))
    await till.work()
    for (let minutes = 0; minutes < 10; minutes += 1) await till.after(minute)
    assert.equal(sends.count, 1)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'sending')
  })

  it('wakes the worker to tell the customer', async () => {
    const { till } = await due()
    till.wakes.length = 0
    await till.work()
    assert.deepEqual(till.wakes, ['send messages'])
  })

  it('wakes the worker to send it again', async () => {
    const { till } = await due()
    till.deliverer.prepare = async () => async () => Promise.reject(new Error('the request is lost'))
    await till.work()
    till.wakes.length = 0
    await till.after(minute)
    assert.deepEqual(till.wakes, ['deliver'])
  })

  it('wakes the worker to pay it back, and once it is paid back', async () => {
    const { till, id } = await due()
    till.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    till.wakes.length = 0
    await till.work()
    assert.equal((await till.progress.payment(id)).refund?.state, 'refunded')
    assert.deepEqual(till.wakes, ['send messages', 'refund wallet', 'send messages'])
  })

  it('wakes the worker once when two have read that it is there', async () => {
    const { till, id } = await due()
    till.deliverer.prepare = async () => async () => Promise.reject(new Error('the answer is lost'))
    await till.work()
    till.deliverer.readBack = async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    const { delivery } = await till.progress.payment(id)
    assert.ok(delivery !== undefined)
    till.wakes.length = 0
    await Promise.all([till.fulfilment.deliver(delivery), till.fulfilment.deliver(delivery)])
    assert.deepEqual(till.wakes, ['send messages'])
  })

  it('is paid back when the BSS refuses it', async () => {
    const { till, id } = await paid()
    till.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    await till.after(5000)
    const { delivery, refund } = await till.progress.payment(id)
    assert.equal(delivery?.state, 'impossible')
    assert.equal(refund?.state, 'refunded')
    const messages = await till.db.selectFrom('messages').select('kind').orderBy('kind').execute()
    assert.deepEqual(
      messages.map(({ kind }) => kind),
      ['refundBegun', 'refunded'],
    )
  })

  it('is paid back once though the answer of the refund is lost', async () => {
    const { till, id } = await paid()
    let refunds = 0
    till.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    till.gateways.wallet.refund = async () => {
      refunds += 1
      throw new Error('the answer is lost')
    }
    await till.after(5000)
    await till.after(minute)
    till.gateways.wallet.verifyRefund = async () => 'refunded'
    await till.after(minute)
    assert.equal(refunds, 1)
    assert.equal((await till.progress.payment(id)).refund?.state, 'refunded')
  })

  it.each(['unknown', 'pending', 'refused'] as const)(
    'comes to a person when the refund is %s for a day',
    async (result) => {
      const { till, id } = await paid()
      till.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
      till.gateways.wallet.refund = async () => result
      till.gateways.wallet.verifyRefund = async () => result
      await till.after(5000)
      await till.after(25 * hour)
      assert.equal((await till.progress.payment(id)).refund?.state, 'review')
      assert.deepEqual(till.alerts, ['refund_needs_review'])
    },
  )
})
