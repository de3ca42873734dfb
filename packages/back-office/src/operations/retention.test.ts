import assert from 'node:assert/strict'
import { money } from '@nyanja/domain/money/money'
import { day, hour } from '@nyanja/domain/time'
import type { Queue } from '@nyanja/server/common/work-queue'
import { applied, openLeads } from '@nyanja/server/db/leads/test-leads'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import { createStores } from '@nyanja/server/db/stores'
import type { Attempt } from '@nyanja/server/payments/attempt'
import { creditIdOf } from '@nyanja/server/payments/credits'
import { describe, it } from 'vitest'
import { createActionLogStore } from '../db/operations/action-log-store.ts'
import { createRetentionStore } from '../db/operations/retention-store.ts'
import { createStaffRequestStore } from '../db/operations/staff-request-store.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { ActionLog } from './action-log.ts'
import { createRetentionQueue, type Kept, Retention } from './retention.ts'

const number = '999000001'

describe('the retention queue', () => {
  it('runs every hour, and again immediately when a run could not finish', async () => {
    const clock = { now: 0 }
    const runs: number[] = []
    const retention = {
      run: async (now: number) => {
        runs.push(now)
        return [{ kind: 'payments' as const, rows: 5000, isDone: runs.length > 1 }]
      },
    }
    const queue: Queue = createRetentionQueue({ retention, now: () => clock.now })
    const work = async () => {
      for (const job of await queue.claim(1)) await job()
    }
    for (let claims = 0; claims < 4; claims += 1) await work()
    assert.deepEqual(runs, [0, 0])
    clock.now = hour
    await work()
    assert.deepEqual(runs, [0, 0, hour])
  })
})

describeOnEachEngine('data past its retention period', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const { idempotency } = createStores(database, () => harness.clock.now)
    const log = new ActionLog({ store: createActionLogStore(database.db), now: () => harness.clock.now })
    const sealDays = () => log.sealDays()
    const retention = new Retention({ store: createRetentionStore(database), sealDays, batchSize: 2 })

    /** Lists what the nightly run deletes after another period of this length. */
    async function after(ms: number): Promise<Partial<Record<Kept, number>>> {
      harness.clock.now += ms
      const rows = await retention.run(harness.clock.now)
      return Object.fromEntries(rows.flatMap(({ kind, rows }) => (rows > 0 ? [[kind, rows]] : [])))
    }
    return { ...harness, database, db: database.db, idempotency, log, retention, after, work: harness.after }
  }
  type Fixture = Awaited<ReturnType<typeof open>>

  async function count({ db }: Fixture, table: 'orders' | 'attempts' | 'events' | 'messages' | 'prompted_wallets') {
    return (await db.selectFrom(table).selectAll().execute()).length
  }

  async function paid(fixture: Fixture): Promise<Attempt> {
    const { gateways, startAttempt, placedOrder, work } = fixture
    gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const attempt = await startAttempt(await placedOrder(), { method: 'nyanja_money', email: 'chisomo@example.com' })
    await work(5000)
    await fixture.db.updateTable('messages').set({ state: 'sent', next_check_at: null }).execute()
    return attempt
  }

  async function insertCase({ db, clock }: Fixture, subject: string): Promise<void> {
    await db
      .insertInto('reconciliation_cases')
      .values({
        ...{ counterpart: 'provider', source: 'paystack', key: `payment ${subject}`, kind: 'payment', subject },
        ...{ result: 'different', differences: 'amount', reason: 'other_amount', day: '2026-11-20', finding: 'x' },
        ...{ state: 'open', opened_at: clock.now },
      })
      .execute()
  }

  /** Writes everything in the database as text. */
  async function dump({ db }: Fixture): Promise<string> {
    const tables = [
      'orders',
      'order_numbers',
      'attempts',
      'deliveries',
      'refunds',
      'events',
      'reviews',
      'callbacks',
      'messages',
    ] as const
    const others = ['idempotency', 'prompted_wallets', 'operator_actions', 'one_time_codes', 'rate_counters'] as const
    const rows = await Promise.all([...tables, ...others].map((table) => db.selectFrom(table).selectAll().execute()))
    return JSON.stringify(rows)
  }

  it("includes visitors' messages a year after their arrival, and none that was not sent", async () => {
    const fixture = await open()
    const { submissions } = createStores(fixture.database, () => fixture.clock.now)
    const written = { form: 'contact', channel: 'web', language: 'en', answers: {}, msisdn: number, email: '' } as const
    for (const name of ['sent', 'due'])
      await submissions.keep({ ...written, id: name, reference: name, digest: name, at: fixture.clock.now }, 0)
    await fixture.db
      .updateTable('submissions')
      .set({ state: 'sent', next_check_at: null })
      .where('id', '=', 'sent')
      .execute()
    assert.deepEqual(await fixture.after(366 * day), {})
    assert.deepEqual(await fixture.after(1), { submissions: 1 })
    assert.deepEqual(
      (await fixture.db.selectFrom('submissions').select('id').execute()).map(({ id }) => id),
      ['due'],
    )
  })

  it('includes the actions of staff after two years, and their seals stay', async () => {
    const fixture = await open()
    const staff = { id: 'st-1', role: 'care_agent', reason: 'customer_asked' }
    await fixture.log.record({ who: 'Thoko', action: 'payment view', subject: 'NYA-7K4P-29XD', why: '', staff })
    assert.deepEqual(await fixture.after(731 * day), {})
    assert.deepEqual(await fixture.after(1), { staffActions: 1 })
    assert.equal((await fixture.db.selectFrom('action_days').selectAll().execute()).length, 1)
  })

  it('includes unpaid orders after two days', async () => {
    const fixture = await open()
    for (let orders = 0; orders < 5; orders += 1) await fixture.placedOrder()
    assert.deepEqual(await fixture.after(47 * hour), {})
    await fixture.placedOrder()
    assert.deepEqual(await fixture.after(hour + 1), { unpaidOrders: 5 })
    assert.equal(await count(fixture, 'orders'), 1)
  })

  it('includes attempts that were never sent to a provider, with their history', async () => {
    const fixture = await open()
    await fixture.payments.initiate(await fixture.placedOrder(), { method: 'card' })
    await fixture.work(hour)
    assert.equal(await count(fixture, 'events'), 2)
    assert.deepEqual(await fixture.after(2 * day), { unpaidOrders: 1 })
    assert.deepEqual(
      [await count(fixture, 'orders'), await count(fixture, 'attempts'), await count(fixture, 'events')],
      [0, 0, 0],
    )
  })

  it('excludes an order for which money may still arrive', async () => {
    const fixture = await open()
    const attempt = await fixture.startAttempt(await fixture.placedOrder(), { method: 'nyanja_money' })
    await fixture.work(hour)
    await fixture.after(3 * day)
    fixture.gateways.wallet.verify = async (one) => capturedResult(one)
    await fixture.progress.hinted('wallet', attempt.id, 'the bytes')
    await fixture.work(5000)
    assert.equal((await fixture.progress.payment(attempt.id)).delivery?.state, 'delivered')
  })

  it('includes the list of prompted wallets', async () => {
    const fixture = await open()
    await paid(fixture)
    assert.equal(await count(fixture, 'prompted_wallets'), 1)
    assert.deepEqual(await fixture.after(hour), { promptedWallets: 1 })
    assert.equal(await count(fixture, 'prompted_wallets'), 0)
  })

  it('includes answers of keyed calls after a day', async () => {
    const fixture = await open()
    const call = { client: 'whatsapp', key: 'k-1', bodyHash: 'h' }
    const at = fixture.clock.now
    const claim = () => fixture.idempotency.claim(call, { at, staleBefore: 0, isInProgress: () => true })
    await claim()
    await fixture.idempotency.keep(call, at, { status: 200, body: '{}' })
    await fixture.after(day)
    assert.equal((await claim()).outcome, 'answered')
    assert.deepEqual(await fixture.after(1), { idempotencyAnswers: 1 })
    assert.equal((await claim()).outcome, 'claimed')
  })

  it('includes the personal data of a payment half a year after its end, but not its accounting data', async () => {
    const fixture = await open()
    const { id, reference } = await paid(fixture)
    await fixture.after(182 * day)
    assert.ok((await dump(fixture)).includes(number))
    assert.deepEqual(await fixture.after(2 * day), { personalData: 1 })

    const text = await dump(fixture)
    assert.ok(!text.includes(number) && !text.includes('chisomo'))
    const { attempt, delivery } = await fixture.progress.payment(id)
    assert.deepEqual([attempt.reference, attempt.amount.minor, delivery?.state], [reference, 50_000, 'delivered'])
    assert.ok((await fixture.history(id)).length > 0)
    assert.deepEqual(await fixture.after(day), {})
  })

  it('includes each of several numbers that one payment was for, but not its sum', async () => {
    const fixture = await open()
    fixture.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const [one, other] = ['999000007', '999000008'].map((msisdn) => ({ msisdn, amount: money('MWK', 30_000) }))
    assert.ok(one && other)
    const order = await fixture.orders.open({
      ...{ channel: 'web', language: 'en', msisdn: '', lineType: 'PREPAID', redirectPage: '/prepaid-recharge/several' },
      choice: { kind: 'several', amount: money('MWK', 60_000), items: [one, other] },
    })
    const { id } = await fixture.startAttempt(order, { method: 'nyanja_money', payerMsisdn: number })
    await fixture.work(5000)
    await fixture.db.updateTable('messages').set({ state: 'sent', next_check_at: null }).execute()
    assert.equal((await dump(fixture)).split(other.msisdn).length, 4)
    assert.equal((await fixture.after(184 * day)).personalData, 1)
    assert.ok(!(await dump(fixture)).includes(other.msisdn))
    const { order: forgotten } = await fixture.progress.payment(id)
    assert.deepEqual(forgotten.choice, { kind: 'several', amount: money('MWK', 60_000), items: [] })
  })

  it('includes the words of a gift, with the payment and in its message', async () => {
    const fixture = await open()
    fixture.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const order = await fixture.orders.withGiftMessage(await fixture.placedOrder(), 'Tsiku lobadwa')
    await fixture.startAttempt(order, { method: 'nyanja_money', payerMsisdn: '999000002' })
    await fixture.work(5000)
    await fixture.db.updateTable('messages').set({ state: 'sent', next_check_at: null }).execute()
    assert.equal((await dump(fixture)).split('Tsiku lobadwa').length, 3)
    assert.equal((await fixture.after(184 * day)).personalData, 1)
    assert.ok(!(await dump(fixture)).includes('Tsiku lobadwa'))
  })

  it('is dated from the last event of a payment', async () => {
    const fixture = await open()
    const { id } = await paid(fixture)
    await fixture.db
      .updateTable('deliveries')
      .set({ decided_at: fixture.clock.now + 100 * day })
      .where('attempt_id', '=', id)
      .execute()
    assert.equal((await fixture.after(184 * day)).personalData, undefined)
    assert.equal((await fixture.after(100 * day)).personalData, 1)
  })

  it('excludes payments in review', async () => {
    const fixture = await open()
    const { id } = await paid(fixture)
    await fixture.stores.checks.review(id, 'mismatch')
    await fixture.after(800 * day)
    assert.ok((await dump(fixture)).includes(number))
    await fixture.db.deleteFrom('reviews').execute()
    assert.equal((await fixture.after(0)).payments, 1)
  })

  it.each([
    'a move that is asked for',
    'a request to a colleague',
    'an open difference',
    'a difference of its goodwill',
  ])('excludes a payment that waits for a person: %s', async (what) => {
    const fixture = await open()
    const { id, reference } = await paid(fixture)
    const { db, clock, database } = fixture
    const at = clock.now
    const by = { who: 'Chisomo', why: '', staff: { id: 's1', role: 'care_lead', reason: 'complaint' } } as const
    const move = { attempt_id: id, wanted_msisdn: '999000009', state: 'asked', asked_at: at } as const
    if (what.startsWith('a move')) await db.insertInto('corrections').values(move).execute()
    else if (what.startsWith('a request'))
      await createStaffRequestStore(db, () => at).add(
        { id: 'r1', act: 'refund', subject: reference, reason: 'complaint' },
        by,
      )
    else await insertCase(fixture, what.endsWith('goodwill') ? creditIdOf(id) : id)
    await fixture.after(800 * day)
    assert.ok((await dump(fixture)).includes(number))

    await db.updateTable('corrections').set({ state: 'moved', decided_at: at }).execute()
    await db.updateTable('staff_requests').set({ state: 'declined' }).execute()
    await db.updateTable('reconciliation_cases').set({ state: 'closed', closed_at: clock.now }).execute()
    const days = database.engine === 'sqlite' ? 0 : 32
    assert.equal((await fixture.after(days * day)).payments, 1)
  })

  it('excludes money that was neither delivered nor refunded', async () => {
    const fixture = await open()
    fixture.gateways.wallet.verify = async (one) => capturedResult(one)
    fixture.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    fixture.gateways.wallet.refund = async () => 'unknown'
    await fixture.startAttempt(await fixture.placedOrder(), { method: 'nyanja_money' })
    await fixture.work(5000)
    await fixture.after(800 * day)
    assert.ok((await dump(fixture)).includes(number))
  })

  it('includes a payment with its whole history after two years', async () => {
    const fixture = await open()
    const { id } = await paid(fixture)
    await fixture.progress.hinted('wallet', id, 'the bytes')
    for (let more = 0; more < 4; more += 1) await paid(fixture)
    assert.equal((await fixture.after(730 * day)).payments, undefined)
    // PostgreSQL forgets whole months.
    const days = fixture.database.engine === 'sqlite' ? 2 : 32
    assert.equal((await fixture.after(days * day)).payments, 5)
    assert.equal(await dump(fixture), JSON.stringify(Array.from({ length: 14 }, () => [])))
  })

  it('includes home internet orders, dated from their end, with their history', async () => {
    const fixture = await open()
    const { leads, bss, clock, after } = openLeads(fixture.database)
    clock.now = fixture.clock.now
    await leads.submit(applied())
    const { id } = applied()
    await leads.submit(applied({ id }))
    bss.statusUpdate.set('SL-1', { stage: 'installed', at: clock.now })
    await after(hour)
    fixture.clock.now = clock.now
    await fixture.after(365 * day)
    assert.equal((await fixture.after(2 * day)).closedLeads, 1)
    assert.ok(JSON.stringify(await fixture.database.db.selectFrom('leads').select('id').execute()).includes(id))
    assert.equal((await fixture.after(365 * day)).openLeads, 1)
    assert.deepEqual(await fixture.database.db.selectFrom('lead_events').selectAll().execute(), [])
  })

  it('includes unsent messages about an order after a week', async () => {
    const fixture = await open()
    const { leads, clock } = openLeads(fixture.database)
    clock.now = fixture.clock.now
    await leads.submit(applied())
    await leads.submit(applied())
    const { db } = fixture.database
    const due = await db.selectFrom('messages').select('id').execute()
    const [sent, code] = due
    assert.ok(sent && code)
    await db.updateTable('messages').set({ state: 'sent', next_check_at: null }).where('id', '=', sent.id).execute()
    await leads.submit(applied())
    await db.updateTable('messages').set({ expires_at: clock.now }).where('id', '=', code.id).execute()
    assert.equal((await fixture.after(25 * hour)).messagesAlone, 2)
    assert.equal(await count(fixture, 'messages'), 1)
    assert.equal((await fixture.after(5 * day)).messagesUnsent, undefined)
    assert.equal((await fixture.after(day)).messagesUnsent, 1)
  })

  it('includes an interest a month after the message that its place is covered', async () => {
    const fixture = await open()
    const { leads, reached, clock, after } = openLeads(fixture.database)
    clock.now = fixture.clock.now
    reached.answer = 'not_feasible'
    await leads.submit(applied())
    reached.answer = 'feasible'
    await after(hour)
    await after(2 * day)
    fixture.clock.now = clock.now
    assert.equal((await fixture.after(29 * day)).reportedLeads, undefined)
    assert.equal((await fixture.after(2 * day)).reportedLeads, 1)
  })

  it('is deleted in part when one run cannot finish, and the next run continues', async () => {
    const fixture = await open()
    for (let orders = 0; orders < 101; orders += 1) {
      await fixture.placedOrder()
      fixture.clock.now += 1
    }
    fixture.clock.now += 2 * day
    const run = async () => (await fixture.retention.run(fixture.clock.now)).find(({ kind }) => kind === 'unpaidOrders')
    assert.equal((await run())?.isDone, false)
    assert.equal((await run())?.isDone, true)
    assert.equal(await count(fixture, 'orders'), 0)
  })

  it('is deleted once by two concurrent workers', async () => {
    const fixture = await open()
    for (let payments = 0; payments < 5; payments += 1) await paid(fixture)
    const runs = () => Promise.all([1, 2, 3].map(() => fixture.retention.run(fixture.clock.now)))
    const rowsOf = (kind: Kept, done: Awaited<ReturnType<typeof runs>>) =>
      done.flat().reduce((sum, one) => sum + (one.kind === kind ? one.rows : 0), 0)

    for (let orders = 0; orders < 5; orders += 1) await fixture.placedOrder()
    fixture.clock.now += 184 * day
    const first = await runs()
    assert.deepEqual([rowsOf('unpaidOrders', first), rowsOf('personalData', first)], [5, 5])
    fixture.clock.now += 600 * day
    assert.equal(rowsOf('payments', await runs()), 5)
    assert.equal(await count(fixture, 'attempts'), 0)
  })

  it('leaves the history of other payments append-only', async () => {
    const fixture = await open()
    const { id } = await paid(fixture)
    const change = fixture.db.deleteFrom('events').where('attempt_id', '=', id).execute()
    await assert.rejects(change, /append-only/)
    await assert.rejects(fixture.db.updateTable('events').set({ at: 0 }).execute(), /append-only/)
  })
})
