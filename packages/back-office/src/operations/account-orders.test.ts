import { money } from '@nyanja/domain/money/money'
import { day } from '@nyanja/domain/time'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import { expect, it } from 'vitest'
import { createRetentionStore } from '../db/operations/retention-store.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { Retention } from './retention.ts'

const account = 'PE1234567890'
const email = 'accounts@example.mw'
const amount = money('MWK', 6_500_000)
const invoice = { billId: 'cb-1', invoiceNo: 'INV-1', startsAt: 0, endsAt: 1, dueAt: 2, outstanding: amount }
const choice = { kind: 'invoice', amount, bill: { account, invoices: [invoice] } } as const
const draft = {
  channel: 'web',
  language: 'en',
  msisdn: '',
  account,
  flow: 'ENTERPRISE',
  email,
  lineType: 'POSTPAID',
  redirectPage: '/orp/fixed-internet/invoices',
} as const

describeOnEachEngine('the order of a fixed account', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    harness.gateways.card.verify = async (attempt) => capturedResult(attempt)
    const paid = async () => {
      const order = await harness.orders.place(await harness.orders.open(draft), choice)
      const attempt = await harness.startAttempt(order, { method: 'card' })
      await harness.after(5000)
      return { order, attempt }
    }
    const params = async (table: 'messages' | 'mails') =>
      (await harness.db.selectFrom(table).select('params_json').execute()).map(({ params_json }) =>
        JSON.parse(params_json),
      )
    return { ...harness, database, paid, params }
  }

  it('keeps the account, the flow and the address for the receipt', async () => {
    const { orders } = await open()
    const { id } = await orders.open(draft)
    expect(await orders.order(id)).toMatchObject({ account, flow: 'ENTERPRISE', email, msisdn: '' })
  })

  it('keeps them when its visitor returns and chooses again', async () => {
    const { orders } = await open()
    const first = await orders.place(await orders.open(draft), choice)
    const second = await orders.place(first, choice)
    expect(second.id).not.toBe(first.id)
    expect(await orders.order(second.id)).toMatchObject({ account, flow: 'ENTERPRISE', email })
  })

  it('sends the receipt to the given address, and no SMS without a number', async () => {
    const { paid, params } = await open()
    const { attempt } = await paid()
    expect(attempt.email).toBe(email)
    expect(await params('messages')).toEqual([])
    expect(await params('mails')).toMatchObject([{ account: 'PE••••••7890', invoices: 'INV-1', amount: 'MWK 65,000' }])
  })

  it('is reported by SMS to the account contact', async () => {
    const { orders, startAttempt, after, params } = await open()
    const order = await orders.place(await orders.open({ ...draft, msisdn: '999000001' }), choice)
    await startAttempt(order, { method: 'card' })
    await after(5000)
    expect(await params('messages')).toHaveLength(1)
  })

  it('is deleted half a year after its end, with the account', async () => {
    const { paid, orders, clock, database } = await open()
    const { order } = await paid()
    clock.now += 184 * day
    const rows = await new Retention({
      store: createRetentionStore(database),
      sealDays: async () => [],
      batchSize: 2,
    }).run(clock.now)
    expect(rows.filter(({ rows: count }) => count > 0)).toMatchObject([
      { kind: 'askedInvoices', rows: 1 },
      { kind: 'personalData', rows: 1 },
    ])
    const kept = await orders.order(order.id)
    expect(kept).toMatchObject({ msisdn: '', choice: { kind: 'invoice', amount, bill: { account: '', invoices: [] } } })
    expect([kept?.account, kept?.email]).toEqual([undefined, undefined])
    const repeated = await new Retention({
      store: createRetentionStore(database),
      sealDays: async () => [],
      batchSize: 2,
    }).run(clock.now + day)
    expect(repeated.filter(({ rows: count }) => count > 0)).toEqual([])
  })
})
