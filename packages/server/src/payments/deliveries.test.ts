import assert from 'node:assert/strict'
import { dailyBundle } from '@nyanja/domain/bundles/test-bundles'
import { money } from '@nyanja/domain/money/money'
import { hour, minute, second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

describeOnEachEngine('a paid purchase', (openDatabase) => {
  async function paid() {
    const harness = openPayments(await openDatabase())
    const result = await harness.payments.pay(await harness.placedOrder(), { method: 'nyanja_money' })
    assert.ok('attempt' in result)
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const sends = { count: 0 }
    return { harness, id: result.attempt.id, sends }
  }

  /** Makes a captured payment of which nothing was sent yet. */
  async function due() {
    const { harness, id, sends } = await paid()
    harness.clock.now += 5 * second
    for (const attempt of await harness.due.attempts('wallet', { limit: 1, leaseMs: minute }))
      await harness.statusChecks.checkPayment(attempt)
    harness.deliveryProvider.prepare = async () => async () => {
      sends.count += 1
      return { outcome: 'delivered', bssReference: 'B-1' }
    }
    return { harness, id, sends }
  }

  it('is described to its payer in the language of the order', async () => {
    const harness = openPayments(await openDatabase())
    const order = await harness.orders.open({
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
    await harness.startAttempt(order, { method: 'nyanja_money', email: 'jane@example.com' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(minute)
    const read = (table: 'messages' | 'mails') => harness.db.selectFrom(table).select('params_json').execute()
    const sent = [...(await read('messages')), ...(await read('mails'))]
    assert.deepEqual(
      sent.map(({ params_json }) => JSON.parse(params_json).bundle),
      ['Siku MB 100', 'Siku MB 100'],
    )
  })

  it('is not sent again when the answer was lost but the BSS has it', async () => {
    const { harness, id, sends } = await paid()
    harness.deliveryProvider.prepare = async () => async () => {
      sends.count += 1
      throw new Error('the answer is lost')
    }
    harness.deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    await harness.after(5000)
    await harness.after(120_000)
    assert.equal(sends.count, 1)
    assert.equal((await harness.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is sent again only after the time for finding it, when the BSS does not know it', async () => {
    const { harness, id, sends } = await paid()
    harness.deliveryProvider.prepare = async () => async () => {
      sends.count += 1
      if (sends.count === 1) throw new Error('the request is lost')
      return { outcome: 'delivered', bssReference: 'B-2' }
    }
    await harness.after(5000)
    await harness.after(30_000)
    assert.equal(sends.count, 1)
    await harness.after(minute)
    await harness.after(1000)
    assert.equal(sends.count, 2)
    assert.equal((await harness.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('has no recorded intention while its preparation gets no answer', async () => {
    const { harness, id } = await paid()
    const { prepare } = harness.deliveryProvider
    harness.deliveryProvider.prepare = () => Promise.reject(new Error('silent'))
    await harness.after(5000)
    await harness.after(120_000)
    assert.equal((await harness.progress.payment(id)).delivery?.state, 'due')
    harness.deliveryProvider.prepare = prepare
    await harness.after(10_000)
    assert.equal((await harness.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is awaited while the BSS is processing it', async () => {
    const { harness, id } = await paid()
    harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'pending', bssReference: 'B-3' })
    harness.deliveryProvider.findByReference = async () => ({ outcome: 'pending', bssReference: 'B-3' })
    await harness.after(5000)
    await harness.after(120_000)
    assert.equal((await harness.progress.payment(id)).delivery?.state, 'sending')
    harness.deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'B-3' })
    await harness.after(20_000)
    assert.equal((await harness.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is a bundle when a bundle was bought', async () => {
    const harness = openPayments(await openDatabase())
    const price = money('MWK', 20_000)
    const order = await harness.orders.open({
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
    const { id } = await harness.startAttempt(order, { method: 'nyanja_money' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const purchases: unknown[] = []
    harness.deliveryProvider.prepare = async (purchase) => {
      purchases.push(purchase)
      return async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    }
    await harness.after(5000)
    assert.deepEqual(purchases, [{ id, kind: 'bundle', msisdn: '999000001', amount: price, productCode: 'MW-D-100' }])
  })

  it('is a payment to the account when invoices were paid, with the unpaid rest stored', async () => {
    const harness = openPayments(await openDatabase())
    const amount = money('MWK', 6_500_000)
    const invoice = { billId: 'cb-1', invoiceNo: 'INV-1', startsAt: 0, endsAt: 1, dueAt: 2, outstanding: amount }
    const bill = { account: 'P1234567890', invoices: [invoice] }
    const order = await harness.orders.open({
      channel: 'web',
      language: 'en',
      msisdn: '999000001',
      lineType: 'POSTPAID',
      redirectPage: '/orp/fixed-internet',
      choice: { kind: 'invoice', amount, bill },
    })
    const { id } = await harness.startAttempt(order, { method: 'nyanja_money' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const purchases: unknown[] = []
    harness.deliveryProvider.prepare = async (purchase) => {
      purchases.push(purchase)
      return async () => ({ outcome: 'delivered', bssReference: 'pm-1', remaining: money('MWK', 0) })
    }
    await harness.after(5000)
    assert.deepEqual(purchases, [{ id, kind: 'invoice', msisdn: '999000001', amount, bill }])
    assert.deepEqual((await harness.progress.payment(id)).delivery?.remaining, money('MWK', 0))
    const messages = await harness.db.selectFrom('messages').select('kind').execute()
    assert.deepEqual(
      messages.map(({ kind }) => kind),
      ['billPaid'],
    )
  })

  it('is sent once by two concurrent workers', async () => {
    const { harness, id, sends } = await due()
    const { delivery } = await harness.progress.payment(id)
    assert.ok(delivery !== undefined)
    await Promise.all([harness.deliveries.deliver(delivery), harness.deliveries.deliver(delivery)])
    assert.equal(sends.count, 1)
  })

  it('is left unchanged once it is delivered', async () => {
    const { harness, id, sends } = await due()
    await harness.work()
    const { delivery } = await harness.progress.payment(id)
    assert.equal(delivery?.state, 'delivered')
    let reads = 0
    harness.deliveryProvider.findByReference = async () => {
      reads += 1
      return undefined
    }
    await harness.deliveries.deliver(delivery)
    assert.deepEqual([sends.count, reads], [1, 0])
  })

  it('is looked up at the BSS after 1, 2, 4 and 8 s, and then every 10 s', async () => {
    const { harness, sends } = await due()
    harness.deliveryProvider.prepare = async () => async () => {
      sends.count += 1
      throw new Error('the answer is lost')
    }
    let reads = 0
    harness.deliveryProvider.findByReference = async () => {
      reads += 1
      return undefined
    }
    await harness.work()
    for (const [readBefore, pause] of [1, 2, 4, 8, 10, 10].entries()) {
      await harness.after(pause * second - 1)
      assert.equal(reads, readBefore)
      await harness.after(1)
      assert.equal(reads, readBefore + 1)
    }
    assert.equal(sends.count, 1)
  })

  it('is sent again after a minute without a record at the BSS', async () => {
    const { harness, sends } = await due()
    harness.deliveryProvider.prepare = async () => async () => {
      sends.count += 1
      throw new Error('the request is lost')
    }
    await harness.work()
    await harness.after(minute)
    await harness.after(0)
    assert.equal(sends.count, 2)
  })

  it('is not sent again while the BSS cannot look it up', async () => {
    const { harness, id, sends } = await due()
    harness.deliveryProvider.prepare = async () => async () => {
      sends.count += 1
      throw new Error('the answer is lost')
    }
    harness.deliveryProvider.findByReference = () => Promise.reject(new Error('silent'))
    await harness.work()
    for (let minutes = 0; minutes < 10; minutes += 1) await harness.after(minute)
    assert.equal(sends.count, 1)
    assert.equal((await harness.progress.payment(id)).delivery?.state, 'sending')
  })

  it('notifies the worker of the message to the customer', async () => {
    const { harness } = await due()
    harness.notifications.length = 0
    await harness.work()
    assert.deepEqual(harness.notifications, ['send messages'])
  })

  it('notifies the worker of the next sending', async () => {
    const { harness } = await due()
    harness.deliveryProvider.prepare = async () => async () => Promise.reject(new Error('the request is lost'))
    await harness.work()
    harness.notifications.length = 0
    await harness.after(minute)
    assert.deepEqual(harness.notifications, ['deliver'])
  })

  it("notifies the worker of its refund, and of the refund's end", async () => {
    const { harness, id } = await due()
    harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    harness.notifications.length = 0
    await harness.work()
    assert.equal((await harness.progress.payment(id)).refund?.state, 'refunded')
    assert.deepEqual(harness.notifications, ['send messages', 'refund wallet', 'send messages'])
  })

  it('notifies the worker once when two have read its end', async () => {
    const { harness, id } = await due()
    harness.deliveryProvider.prepare = async () => async () => Promise.reject(new Error('the answer is lost'))
    await harness.work()
    harness.deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    const { delivery } = await harness.progress.payment(id)
    assert.ok(delivery !== undefined)
    harness.notifications.length = 0
    await Promise.all([harness.deliveries.deliver(delivery), harness.deliveries.deliver(delivery)])
    assert.deepEqual(harness.notifications, ['send messages'])
  })

  it('is refunded when the BSS refuses it', async () => {
    const { harness, id } = await paid()
    harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    await harness.after(5000)
    const { delivery, refund } = await harness.progress.payment(id)
    assert.equal(delivery?.state, 'impossible')
    assert.equal(refund?.state, 'refunded')
    const messages = await harness.db.selectFrom('messages').select('kind').orderBy('kind').execute()
    assert.deepEqual(
      messages.map(({ kind }) => kind),
      ['refundBegun', 'refunded'],
    )
  })

  it('is refunded once although the answer of the refund is lost', async () => {
    const { harness, id } = await paid()
    let refunds = 0
    harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    harness.gateways.wallet.refund = async () => {
      refunds += 1
      throw new Error('the answer is lost')
    }
    await harness.after(5000)
    await harness.after(minute)
    harness.gateways.wallet.verifyRefund = async () => 'refunded'
    await harness.after(minute)
    assert.equal(refunds, 1)
    assert.equal((await harness.progress.payment(id)).refund?.state, 'refunded')
  })

  it.each(['unknown', 'pending', 'refused'] as const)(
    'is sent to review when the refund is %s for a day',
    async (result) => {
      const { harness, id } = await paid()
      harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
      harness.gateways.wallet.refund = async () => result
      harness.gateways.wallet.verifyRefund = async () => result
      await harness.after(5000)
      await harness.after(25 * hour)
      assert.equal((await harness.progress.payment(id)).refund?.state, 'review')
      assert.deepEqual(harness.alerts, ['refund_needs_review'])
    },
  )
})
