import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { day, hour, minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import type { OutboxMessage } from '../common/outbox-message.ts'
import { createGiftMessageStore } from '../db/payments/gift-messages.ts'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { findGiftStanding } from './gift-messages.ts'

const receiver = '999000001'
const giver = { method: 'nyanja_money', payerMsisdn: '999000002' } as const
const words = 'Happy birthday, mum!'
const { targetDay } = ratePolicies.gift_message

describeOnEachEngine('the message of a gift', (openDatabase) => {
  async function open(more: Parameters<typeof openPayments>[1] = {}) {
    const harness = openPayments(await openDatabase(), more)
    const { db, clock, gateways, orders, placedOrder, startAttempt, after, progress } = harness
    for (const gateway of [gateways.wallet, gateways.card]) gateway.verify = async (attempt) => capturedResult(attempt)
    const store = createGiftMessageStore(db, () => clock.now)

    const gift = async (giftMessage: string | undefined = words) =>
      orders.withGiftMessage(await placedOrder(), giftMessage)
    const begin = async (payer: Parameters<typeof startAttempt>[1] = giver) =>
      (await startAttempt(await gift(), payer)).id
    /** Delivers one more gift. */
    async function give(payer?: Parameters<typeof begin>[0]): Promise<string> {
      const id = await begin(payer)
      await after(10_000)
      return id
    }
    const messages = async (id: string) => {
      const rows = await db.selectFrom('messages').selectAll().where('attempt_id', '=', id).orderBy('kind').execute()
      return rows.map(({ kind, msisdn }) => `${kind} ${msisdn}`)
    }
    const standing = async (id: string) => findGiftStanding(store, await progress.payment(id))
    return { ...harness, gift, begin, give, messages, standing }
  }

  it('goes to the receiver once the gift is delivered, beside the receipt of the giver', async () => {
    const { begin, after, messages, standing, db } = await open()
    const id = await begin()
    expect([await messages(id), await standing(id)]).toEqual([[], 'waits'])
    await after(10_000)
    expect(await messages(id)).toEqual(['deliveredAirtime 999000002', `giftMessage ${receiver}`])
    expect(await standing(id)).toBe('sent')
    const row = await db.selectFrom('messages').selectAll().where('kind', '=', 'giftMessage').executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'due', language: 'en' })
    // Nothing in it leads to the giver's payment.
    expect(JSON.parse(row.params_json)).toEqual({ amount: 'MWK 500', message: words })
    await after(day)
    expect(await messages(id)).toHaveLength(2)
  })

  it('is the one SMS to the receiver where a card pays, and the receipt is the mail', async () => {
    const { give, messages, db } = await open()
    const id = await give({ method: 'card', email: 'thoko@example.com' })
    expect(await messages(id)).toEqual([`giftMessage ${receiver}`])
    expect(await db.selectFrom('mails').select('kind').execute()).toEqual([{ kind: 'deliveredAirtime' }])
  })

  it('is not sent to a number that pays for itself', async () => {
    const { give, messages, standing } = await open()
    const id = await give({ method: 'nyanja_money' })
    expect([await messages(id), await standing(id)]).toEqual([[`deliveredAirtime ${receiver}`], undefined])
  })

  it('is never sent when the gift is not delivered', async () => {
    const { give, messages, standing, deliveryProvider } = await open()
    deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    const id = await give()
    expect((await messages(id)).filter((message) => message.startsWith('giftMessage'))).toEqual([])
    expect(await standing(id)).toBeUndefined()
  })

  it('is never sent when the payment is refused', async () => {
    const { give, messages, standing, gateways } = await open()
    gateways.wallet.start = async () => ({ outcome: 'refused', reason: 'declined' })
    const id = await give()
    expect([await messages(id), await standing(id)]).toEqual([[], undefined])
  })

  it('is withdrawn by an empty field of a later try', async () => {
    const { gift, orders, startAttempt, after, messages } = await open()
    const withdrawn = await orders.withGiftMessage(await gift(), undefined)
    expect(await orders.order(withdrawn.id)).not.toHaveProperty('giftMessage')
    const { id } = await startAttempt(withdrawn, giver)
    await after(10_000)
    expect(await messages(id)).toEqual(['deliveredAirtime 999000002'])
  })

  it('is sent a few times a day to one number, and after that the gift comes without it', async () => {
    const { give, begin, after, messages, standing, clock, db } = await open()
    for (let count = 0; count < targetDay.hardLimit; count += 1) expect(await standing(await give())).toBe('sent')
    const late = await begin()
    expect(await standing(late)).toBe('over_limit')
    await after(10_000)
    expect([await messages(late), await standing(late)]).toEqual([['deliveredAirtime 999000002'], 'over_limit'])
    expect(await db.selectFrom('deliveries').select('state').where('state', '<>', 'delivered').execute()).toEqual([])
    clock.now += targetDay.windowMs
    expect(await standing(await give())).toBe('sent')
  })

  it('does not count for other numbers, nor while it is unpaid', async () => {
    const { begin, gift, give, startAttempt, standing, db, after, gateways } = await open()
    const unpaid = new Set<string>()
    for (let count = 0; count <= targetDay.hardLimit; count += 1)
      unpaid.add(await begin({ ...giver, payerMsisdn: `99900001${count}` }))
    gateways.wallet.verify = async (attempt) =>
      unpaid.has(attempt.id) ? { state: 'pending' } : capturedResult(attempt)
    for (let count = 0; count < targetDay.hardLimit; count += 1) expect(await standing(await give())).toBe('sent')
    const order = await gift()
    await db.updateTable('orders').set({ msisdn: '999000003' }).where('id', '=', order.id).execute()
    const { id } = await startAttempt({ ...order, msisdn: '999000003' }, giver)
    await after(10_000)
    expect(await standing(id)).toBe('sent')
  })

  it('is sent no more to anybody for an hour when all numbers together got too many', async () => {
    const { give, standing, db, clock } = await open()
    const rows = Array.from({ length: ratePolicies.gift_message.all.hardLimit }, (_, at) => ({
      ...{ id: `m-${at}`, attempt_id: null, kind: 'giftMessage', msisdn: `${at}`, language: 'en', params_json: '{}' },
      ...{ state: 'sent' as const, created_at: clock.now, next_check_at: null },
    }))
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto('messages')
        .values(rows.slice(at, at + 500))
        .execute()
    expect(await standing(await give())).toBe('over_limit')
    clock.now += hour
    expect(await standing(await give())).toBe('sent')
  })

  it('is due for the queue where the receipt is leased to the process that delivered', async () => {
    const begun: (() => Promise<void>)[] = []
    const receipts: OutboxMessage[] = []
    const slot = { leaseMs: minute, run: (work: () => Promise<void>) => void begun.push(work), free: () => {} }
    const { give, stores, notifications } = await open({
      reserve: async (queue) => (queue === 'send messages' ? slot : undefined),
      sendReceipt: async (receipt) => void receipts.push(receipt),
    })
    await give()
    await Promise.all(begun.map((send) => send()))
    expect(receipts.map(({ kind }) => kind)).toEqual(['deliveredAirtime'])
    expect(notifications).toContain('send messages')
    expect((await stores.outbox.claim({ limit: 10, leaseMs: minute })).map(({ kind }) => kind)).toEqual(['giftMessage'])
  })

  it('is leased itself where it is the only SMS', async () => {
    const begun: (() => Promise<void>)[] = []
    const receipts: OutboxMessage[] = []
    const slot = { leaseMs: minute, run: (work: () => Promise<void>) => void begun.push(work), free: () => {} }
    const { give, stores } = await open({
      reserve: async (queue) => (queue === 'send messages' ? slot : undefined),
      sendReceipt: async (receipt) => void receipts.push(receipt),
    })
    await give({ method: 'card', email: 'thoko@example.com' })
    await Promise.all(begun.map((send) => send()))
    expect(receipts.map(({ kind, msisdn, params }) => [kind, msisdn, params.message])).toEqual([
      ['giftMessage', receiver, words],
    ])
    expect(await stores.outbox.claim({ limit: 10, leaseMs: minute })).toEqual([])
  })
})
