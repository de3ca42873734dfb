import assert from 'node:assert/strict'
import { money } from '@nyanja/domain/money/money'
import type { OrderItem } from '@nyanja/domain/payments/order-items'
import { serviceLevels } from '@nyanja/domain/payments/payment-deadlines'
import { day, hour, minute, second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { DeliveryResult, Purchase, SendResult } from './delivery-provider.ts'

const kwacha = (whole: number) => money('MWK', whole * 100)
const airtime = (msisdn: string, whole: number): OrderItem => ({ msisdn, amount: kwacha(whole) })
const family: readonly OrderItem[] = [airtime('999000001', 500), airtime('999000002', 1000), airtime('999000003', 2500)]

const delivered = ({ id }: Purchase): DeliveryResult => ({ outcome: 'delivered', bssReference: `B-${id}` })
const refused: DeliveryResult = { outcome: 'impossible', reason: 'no such line' }
const notSent: SendResult = { outcome: 'not_sent', reason: 'ECONNREFUSED' }
const lost = () => Promise.reject(new Error('HTTP 503'))

interface Answers {
  readonly prepare?: (msisdn: string) => Promise<void>
  readonly send?: (purchase: Purchase) => Promise<SendResult>
  readonly find?: (purchase: Purchase) => Promise<DeliveryResult | undefined>
}

describeOnEachEngine('one payment for several numbers', (openDatabase) => {
  /** Makes a captured payment for the family; `sent` lists the calls that reached the BSS, by number. */
  async function captured(items = family) {
    const harness = openPayments(await openDatabase())
    const { db, clock, orders, progress } = harness
    const amount = money(
      'MWK',
      items.reduce((sum, item) => sum + item.amount.minor, 0),
    )
    const order = await orders.open({
      ...{ channel: 'web', language: 'en', msisdn: '', lineType: 'PREPAID', redirectPage: '/prepaid-recharge/several' },
      choice: { kind: 'several', amount, items },
    })
    const { id } = await harness.startAttempt(order, { method: 'nyanja_money', payerMsisdn: '999000009' })
    Object.assign(harness.gateways.wallet, { refundsParts: true })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    clock.now += 5 * second
    for (const attempt of await harness.due.attempts('wallet', { limit: 1, leaseMs: minute }))
      await harness.statusChecks.checkPayment(attempt)
    const capturedAt = clock.now

    const sent: Purchase[] = []
    function answer({ prepare, send = async (one) => delivered(one), find = async () => undefined }: Answers) {
      harness.deliveryProvider.prepare = async (purchase) => {
        await prepare?.(purchase.msisdn)
        return async () => {
          sent.push(purchase)
          return send(purchase)
        }
      }
      harness.deliveryProvider.findByReference = find
    }
    async function passUntil(ms: number): Promise<void> {
      const end = capturedAt + ms
      for (;;) {
        const times = (['deliveries', 'refunds'] as const).map((table) =>
          db.selectFrom(table).select('next_check_at').where('next_check_at', 'is not', null).execute(),
        )
        const due = (await Promise.all(times)).flat().map(({ next_check_at }) => next_check_at ?? end)
        const next = Math.min(...due, end + 1)
        if (next > end) break
        await harness.after(Math.max(0, next - clock.now))
      }
      clock.now = end
    }
    const payment = () => progress.payment(id)
    async function outcome() {
      const { delivery, refund } = await payment()
      return {
        delivery: delivery?.state,
        items: delivery?.items?.map(({ state }) => state).join(' '),
        refund: refund && `${refund.state} ${refund.part === undefined ? 'all' : refund.part.minor / 100}`,
      }
    }
    const messages = async () =>
      (await db.selectFrom('messages').select(['kind', 'msisdn', 'params_json']).orderBy('id').execute()).map(
        ({ kind, msisdn }) => `${kind} ${msisdn}`,
      )
    const numbersSent = () => sent.map(({ msisdn }) => msisdn.at(-1)).join('')
    return { ...harness, id, order, sent, answer, passUntil, payment, outcome, messages, numbersSent }
  }

  it('gives each number its own amount, once, under a name of its own', async () => {
    const harness = await captured()
    harness.answer({})
    await harness.passUntil(minute)
    assert.deepEqual(await harness.outcome(), {
      delivery: 'delivered',
      items: 'delivered delivered delivered',
      refund: undefined,
    })
    assert.deepEqual(
      harness.sent.map(({ id, msisdn, amount, kind }) => [id, msisdn, amount.minor, kind]),
      family.map(({ msisdn, amount }, index) => [`${harness.id}-${index + 1}`, msisdn, amount.minor, 'airtime']),
    )
    assert.deepEqual(await harness.messages(), ['deliveredSeveral 999000009'])
  })

  it('orders a bundle for the one and airtime for the other', async () => {
    const bundle = { productCode: 'D-100', name: '100 MB', price: kwacha(300) } as unknown as NonNullable<
      OrderItem['bundle']
    >
    const harness = await captured([{ msisdn: '999000001', amount: kwacha(300), bundle }, airtime('999000001', 200)])
    harness.answer({})
    await harness.passUntil(minute)
    assert.deepEqual(
      harness.sent.map(({ kind, productCode }) => [kind, productCode]),
      [
        ['bundle', 'D-100'],
        ['airtime', undefined],
      ],
    )
  })

  it('refunds the part of a number that the BSS refuses, and keeps what the others have', async () => {
    const harness = await captured()
    harness.answer({ send: async (one) => (one.msisdn === '999000002' ? refused : delivered(one)) })
    await harness.passUntil(minute)
    assert.deepEqual(await harness.outcome(), {
      delivery: 'delivered',
      items: 'delivered impossible delivered',
      refund: 'refunded 1000',
    })
    const { delivery } = await harness.payment()
    assert.deepEqual([delivery?.amount, delivery?.excess], [kwacha(3000), { minor: 100_000, way: 'refund' }])
    assert.deepEqual(await harness.messages(), [
      'deliveredSome 999000009',
      'partRefundBegun 999000009',
      'partRefunded 999000009',
    ])
  })

  it('refunds all of it when no number can get anything', async () => {
    const harness = await captured()
    harness.answer({ send: async () => refused })
    await harness.passUntil(minute)
    const { delivery, refund } = await harness.outcome()
    assert.deepEqual([delivery, refund], ['impossible', 'refunded all'])
  })

  it('looks up the number whose answer was lost, and does not send it again', async () => {
    const harness = await captured()
    harness.answer({
      send: async (one) => (one.msisdn === '999000002' ? lost() : delivered(one)),
      find: async (one) => delivered(one),
    })
    await harness.passUntil(minute)
    assert.equal((await harness.outcome()).items, 'delivered delivered delivered')
    assert.equal(harness.numbersSent(), '123')
  })

  it('sends again only to the number of which the BSS has no record, and only once it cannot be on its way', async () => {
    const harness = await captured()
    const times: number[] = []
    harness.answer({
      send: async (one) => {
        if (one.msisdn !== '999000002') return delivered(one)
        times.push(harness.clock.now)
        return times.length === 1 ? lost() : delivered(one)
      },
    })
    await harness.passUntil(5 * minute)
    assert.equal((await harness.outcome()).items, 'delivered delivered delivered')
    assert.equal(harness.numbersSent(), '1232')
    assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= minute)
  })

  it('is not held up by a number whose call cannot be prepared or sent', async () => {
    const harness = await captured()
    let isDown = true
    harness.answer({
      prepare: async (msisdn) => (isDown && msisdn === '999000001' ? lost() : undefined),
      send: async (one) => (isDown && one.msisdn === '999000003' ? notSent : delivered(one)),
    })
    await harness.passUntil(20 * second)
    assert.equal((await harness.outcome()).items, 'open delivered open')
    isDown = false
    await harness.passUntil(5 * minute)
    assert.equal((await harness.outcome()).items, 'delivered delivered delivered')
    assert.equal(harness.numbersSent(), '2313')
  })

  it('finds what a process had sent that died before it stored any answer', async () => {
    const harness = await captured()
    const arrived = new Set(['999000001', '999000002'])
    harness.answer({ find: async (one) => (arrived.has(one.msisdn) ? delivered(one) : undefined) })
    await harness.db.updateTable('deliveries').set({ state: 'sending', sends: 1, sent_at: harness.clock.now }).execute()
    await harness.passUntil(5 * minute)
    assert.equal((await harness.outcome()).items, 'delivered delivered delivered')
    assert.equal(harness.numbersSent(), '3')
  })

  it('refunds by the promised time what the BSS never had, and tells staff if it arrives after all', async () => {
    const harness = await captured()
    let isLate = false
    harness.answer({
      send: async (one) => (one.msisdn === '999000003' ? lost() : delivered(one)),
      find: async (one) => (isLate ? delivered(one) : undefined),
    })
    await harness.passUntil(serviceLevels.refundBeginsMs + minute)
    assert.deepEqual(await harness.outcome(), {
      delivery: 'delivered',
      items: 'delivered delivered impossible',
      refund: 'refunded 2500',
    })
    assert.deepEqual(
      harness.reports.map(({ event }) => event),
      ['undelivered_in_time'],
    )
    isLate = true
    await harness.passUntil(hour)
    assert.deepEqual(await harness.reviews(), ['delivered_although_refunded'])
    assert.deepEqual(harness.alerts, ['delivered_although_refunded'])
  })

  it('leaves a number to staff whose fate nobody knows, after a day', async () => {
    const harness = await captured()
    harness.answer({
      send: async (one) => (one.msisdn === '999000003' ? lost() : delivered(one)),
      find: lost,
    })
    await harness.passUntil(day + hour)
    assert.deepEqual(await harness.outcome(), {
      delivery: 'sending',
      items: 'delivered delivered open',
      refund: undefined,
    })
    assert.deepEqual(await harness.reviews(), ['undelivered_for_a_day'])
  })

  it('leaves a number to staff whose order the BSS has accepted and then denies', async () => {
    const harness = await captured()
    harness.answer({
      send: async (one) => (one.msisdn === '999000003' ? { outcome: 'pending', bssReference: 'B-3' } : delivered(one)),
    })
    await harness.passUntil(hour)
    assert.equal((await harness.outcome()).items, 'delivered delivered open')
    assert.deepEqual(await harness.reviews(), ['lost_by_the_bss'])
    assert.equal(harness.numbersSent(), '123')
  })

  it('refunds the part of what the BSS denies once staff have decided so', async () => {
    const harness = await captured()
    harness.answer({
      send: async (one) => (one.msisdn === '999000003' ? { outcome: 'pending', bssReference: 'B-3' } : delivered(one)),
    })
    await harness.passUntil(hour)
    const wanted = { refund_wanted_at: harness.clock.now, next_check_at: harness.clock.now, reads: 0 }
    await harness.db.updateTable('deliveries').set(wanted).execute()
    await harness.passUntil(2 * hour)
    assert.deepEqual(await harness.outcome(), {
      delivery: 'delivered',
      items: 'delivered delivered impossible',
      refund: 'refunded 2500',
    })
    assert.deepEqual(await harness.reviews(), [])
  })

  it('believes no refusal that may be of an earlier send', async () => {
    const harness = await captured()
    const times: number[] = []
    const isRecent = () => harness.clock.now - (times[1] ?? 0) < minute / 2
    harness.answer({
      send: async (one) => {
        if (one.msisdn !== '999000003') return delivered(one)
        times.push(harness.clock.now)
        return lost()
      },
      find: async (one) => {
        if (times.length < 2) return undefined
        return isRecent() ? refused : delivered(one)
      },
    })
    await harness.passUntil(10 * minute)
    assert.equal((await harness.outcome()).items, 'delivered delivered delivered')
  })

  it('keeps numbers that were forgotten out of the order, and its sum in it', async () => {
    const harness = await captured()
    await harness.db.updateTable('orders').set({ items_json: null }).execute()
    const { order } = await harness.payment()
    assert.deepEqual(order.choice, { kind: 'several', amount: kwacha(4000), items: [] })
  })

  it('sends back a sum that differs from the price in airtime to nobody', async () => {
    const harness = await captured()
    await harness.db.updateTable('deliveries').set({ excess_minor: 700, excess_way: 'refund' }).execute()
    await harness.db.updateTable('attempts').set({ amount_minor: 400_700 }).execute()
    harness.answer({ send: async (one) => (one.msisdn === '999000001' ? refused : delivered(one)) })
    await harness.passUntil(minute)
    assert.equal((await harness.outcome()).refund, 'refunded 507')
  })
})
