import { money } from '@nyanja/domain/money/money'
import { day, hour } from '@nyanja/domain/time'
import { matchesContact } from '@nyanja/server/db/contact-match'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { createPaymentFinderStore } from './payment-finder-store.ts'

describeOnEachEngine('the search for payments', (openDatabase, engine) => {
  async function openWithPayment() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const { startAttempt, placedOrder, gateways, after, clock } = harness
    const attempt = await startAttempt(await placedOrder(), { method: 'nyanja_money' })
    gateways.wallet.verify = async (one) => ({ ...capturedResult(one), providerReference: 'MP-77-A' })
    await after(5000)
    return { attempt, clock, db: database.db, finder: createPaymentFinderStore(database.db) }
  }

  it('finds a payment by its reference, by the provider id and by both numbers', async () => {
    const { attempt, finder, db } = await openWithPayment()
    const { msisdn } = await db.selectFrom('orders').select('msisdn').executeTakeFirstOrThrow()
    const terms = [
      { kind: 'reference', value: attempt.reference },
      { kind: 'provider', value: 'MP-77-A' },
      { kind: 'number', value: attempt.payerMsisdn },
      { kind: 'number', value: msisdn },
    ] as const
    for (const term of terms)
      expect(await finder.findByTerms([term], 10), term.kind).toMatchObject([{ reference: attempt.reference }])
    expect(await finder.findByTerms(terms, 10)).toHaveLength(1)
  })

  it('finds a payment for several numbers by each of them', async () => {
    const database = await openDatabase()
    const { startAttempt, orders } = openPayments(database)
    const items = ['999000007', '999000008', '999000007'].map((msisdn, index) => ({
      msisdn,
      amount: money('MWK', 10_000 * (index + 1)),
    }))
    const order = await orders.open({
      ...{ channel: 'web', language: 'en', msisdn: '', lineType: 'PREPAID', redirectPage: '/prepaid-recharge/several' },
      choice: { kind: 'several', amount: money('MWK', 60_000), items },
    })
    const { reference } = await startAttempt(order, { method: 'card' })
    const finder = createPaymentFinderStore(database.db)
    for (const value of ['999000007', '999000008'])
      expect(await finder.findByTerms([{ kind: 'number', value }], 10)).toMatchObject([
        { reference, product: '3 numbers' },
      ])
    expect(await finder.findByTerms([{ kind: 'number', value: '999000009' }], 10)).toEqual([])
  })

  it('finds a payment by the e-mail address in any capitals, by account and by the order for home internet', async () => {
    const { attempt, finder, db } = await openWithPayment()
    await db
      .updateTable('orders')
      .set({ email: 'Thoko@example.mw', account: 'P1234567890', lead_reference: 'HB-7K4P-29XD' })
      .execute()
    for (const [kind, value] of [
      ['email', 'thoko@example.mw'],
      ['account', 'P1234567890'],
      ['lead', 'HB-7K4P-29XD'],
    ] as const)
      expect(await finder.findByTerms([{ kind, value }], 10), kind).toMatchObject([{ reference: attempt.reference }])
  })

  it('finds a payment by its amount and time, and none of another day, currency or amount', async () => {
    const { attempt, finder, clock } = await openWithPayment()
    const { amount, reference } = attempt
    const today = { amount, from: clock.now - day, until: clock.now + 1 }
    expect(await finder.findByAmount(today, 10)).toMatchObject([{ reference, isInReview: false }])
    expect(await finder.findByAmount({ ...today, from: clock.now + 1, until: clock.now + day }, 10)).toEqual([])
    expect(await finder.findByAmount({ ...today, amount: money('USD', amount.minor) }, 10)).toEqual([])
    expect(await finder.findByAmount({ ...today, amount: money('MWK', amount.minor + 1) }, 10)).toEqual([])
  })

  it('finds no payment with forgotten contacts by an empty number or address', async () => {
    const { finder, db } = await openWithPayment()
    await db.updateTable('orders').set({ msisdn: '', email: null }).execute()
    await db.updateTable('attempts').set({ payer_msisdn: '', email: '' }).execute()
    for (const kind of ['number', 'email'] as const)
      expect(await finder.findByTerms([{ kind, value: '' }], 10)).toEqual([])
  })

  it('finds the newest payments of a wallet that paid often, started at the provider or not', async () => {
    const database = await openDatabase()
    const { startAttempt, placedOrder, clock } = openPayments(database)
    const references: string[] = []
    for (let times = 0; times < 4; times += 1) {
      clock.now += hour
      references.unshift((await startAttempt(await placedOrder(), { method: 'nyanja_money' })).reference)
    }
    const [newest = ''] = references
    const attempts = database.db.updateTable('attempts')
    await attempts.set({ handed_over_at: null }).where('reference', '=', newest).execute()
    const finder = createPaymentFinderStore(database.db)
    const { payer_msisdn } = await database.db.selectFrom('attempts').select('payer_msisdn').executeTakeFirstOrThrow()
    const found = await finder.findByTerms([{ kind: 'number', value: payer_msisdn }], 3)
    expect(found.map(({ reference }) => reference)).toEqual(references.slice(0, 3))
  })

  it('reads an index for a number or an e-mail address, never all payments', async () => {
    const { db } = await openWithPayment()
    const explain = sql.raw(engine === 'sqlite' ? 'explain query plan' : 'explain')
    await db.connection().execute(async (one) => {
      if (engine === 'postgres') await sql`set enable_seqscan = off`.execute(one)
      for (const [kind, column, index] of [
        ['number', 'orders.msisdn', 'orders_number'],
        ['email', 'orders.email', 'orders_mail'],
      ] as const) {
        const plan = await sql`${explain} select id from orders where ${matchesContact(kind, column, 'x')}`.execute(one)
        expect(JSON.stringify(plan.rows), column).toContain(index)
      }
    })
  })
})
