import assert from 'node:assert/strict'
import { day, hour } from '@nyanja/domain/time'
import { describe, it } from 'vitest'
import { applied, openLeads } from '../db/leads/test-leads.ts'
import { createRetentionStore } from '../db/operations/retention-store.ts'
import { capturedResult, openTill } from '../db/payments/test-payments.ts'
import { createStores } from '../db/stores.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { Attempt } from '../payments/attempt.ts'
import type { Lane } from '../payments/worker.ts'
import { type Kept, Retention } from './retention.ts'
import { createRetentionLane } from './retention-lane.ts'

const number = '999000001'

describe('the lane that forgets', () => {
  it('does so every hour, and goes on at once when there is more than one run can do', async () => {
    const clock = { now: 0 }
    const runs: number[] = []
    const retention = {
      run: async (now: number) => {
        runs.push(now)
        return [{ kind: 'payments' as const, rows: 5000, isDone: runs.length > 1 }]
      },
    }
    const lane: Lane = createRetentionLane({ retention, now: () => clock.now })
    const work = async () => {
      for (const job of await lane.claim(1)) await job()
    }
    for (let claims = 0; claims < 4; claims += 1) await work()
    assert.deepEqual(runs, [0, 0])
    clock.now = hour
    await work()
    assert.deepEqual(runs, [0, 0, hour])
  })
})

describeOnEachEngine('what has been kept long enough', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const till = openTill(database)
    const { idempotency } = createStores(database, () => till.clock.now)
    const retention = new Retention({ store: createRetentionStore(database), batchSize: 2 })

    /** What the nightly run forgets when so much more time has passed. */
    async function after(ms: number): Promise<Partial<Record<Kept, number>>> {
      till.clock.now += ms
      const rows = await retention.run(till.clock.now)
      return Object.fromEntries(rows.flatMap(({ kind, rows }) => (rows > 0 ? [[kind, rows]] : [])))
    }
    return { ...till, database, idempotency, retention, after, work: till.after }
  }
  type Bench = Awaited<ReturnType<typeof open>>

  async function count({ db }: Bench, table: 'orders' | 'attempts' | 'events' | 'messages' | 'prompted_wallets') {
    return (await db.selectFrom(table).selectAll().execute()).length
  }

  async function paid(bench: Bench): Promise<Attempt> {
    const { gateways, begunBy, placedOrder, work } = bench
    gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const attempt = await begunBy(await placedOrder(), { method: 'nyanja_money', email: 'chisomo@example.com' })
    await work(5000)
    await bench.db.updateTable('messages').set({ state: 'sent', next_check_at: null }).execute()
    return attempt
  }

  /** Everything in the database as text. */
  async function dump({ db }: Bench): Promise<string> {
    const tables = [
      'orders',
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

  it('is what visitors wrote, a year after it came and never before it was sent', async () => {
    const bench = await open()
    const { submissions } = createStores(bench.database, () => bench.clock.now)
    const written = { form: 'contact', channel: 'web', language: 'en', answers: {}, msisdn: number, email: '' } as const
    for (const name of ['sent', 'due'])
      await submissions.keep({ ...written, id: name, reference: name, digest: name, at: bench.clock.now }, 0)
    await bench.db
      .updateTable('submissions')
      .set({ state: 'sent', next_check_at: null })
      .where('id', '=', 'sent')
      .execute()
    assert.deepEqual(await bench.after(366 * day), {})
    assert.deepEqual(await bench.after(1), { submissions: 1 })
    assert.deepEqual(
      (await bench.db.selectFrom('submissions').select('id').execute()).map(({ id }) => id),
      ['due'],
    )
  })

  it('begins with orders that nobody tried to pay, after a day', async () => {
    const bench = await open()
    for (let orders = 0; orders < 5; orders += 1) await bench.placedOrder()
    assert.deepEqual(await bench.after(23 * hour), {})
    await bench.placedOrder()
    assert.deepEqual(await bench.after(hour + 1), { unpaidOrders: 5 })
    assert.equal(await count(bench, 'orders'), 1)
  })

  it('takes along attempts that no provider heard of, with their history', async () => {
    const bench = await open()
    await bench.payments.initiate(await bench.placedOrder(), { method: 'card' })
    await bench.work(hour)
    assert.equal(await count(bench, 'events'), 2)
    assert.deepEqual(await bench.after(day), { unpaidOrders: 1 })
    assert.deepEqual(
      [await count(bench, 'orders'), await count(bench, 'attempts'), await count(bench, 'events')],
      [0, 0, 0],
    )
  })

  it('leaves an order for which money may still come', async () => {
    const bench = await open()
    const attempt = await bench.begunBy(await bench.placedOrder(), { method: 'nyanja_money' })
    await bench.work(hour)
    await bench.after(3 * day)
    bench.gateways.wallet.verify = async (one) => capturedResult(one)
    await bench.progress.hinted('wallet', attempt.id, 'the bytes')
    await bench.work(5000)
    assert.equal((await bench.progress.payment(attempt.id)).delivery?.state, 'delivered')
  })

  it('keeps no list of wallets that were asked', async () => {
    const bench = await open()
    await paid(bench)
    assert.equal(await count(bench, 'prompted_wallets'), 1)
    assert.deepEqual(await bench.after(hour), { promptedWallets: 1 })
    assert.equal(await count(bench, 'prompted_wallets'), 0)
  })

  it('keeps the answers of repeated calls for a day', async () => {
    const bench = await open()
    const call = { client: 'whatsapp', key: 'k-1', bodyHash: 'h' }
    const at = bench.clock.now
    const claim = () => bench.idempotency.claim(call, { at, staleBefore: 0, isUnderWay: () => true })
    await claim()
    await bench.idempotency.keep(call, at, { status: 200, body: '{}' })
    await bench.after(day)
    assert.equal((await claim()).outcome, 'answered')
    assert.deepEqual(await bench.after(1), { idempotencyAnswers: 1 })
    assert.equal((await claim()).outcome, 'claimed')
  })

  it('forgets whose a payment was half a year after its end, and keeps the books', async () => {
    const bench = await open()
    const { id, reference } = await paid(bench)
    await bench.after(182 * day)
    assert.ok((await dump(bench)).includes(number))
    assert.deepEqual(await bench.after(2 * day), { personalData: 1 })

    const text = await dump(bench)
    assert.ok(!text.includes(number) && !text.includes('chisomo'))
    const { attempt, delivery } = await bench.progress.payment(id)
    assert.deepEqual([attempt.reference, attempt.amount.minor, delivery?.state], [reference, 50_000, 'delivered'])
    assert.ok((await bench.history(id)).length > 0)
    assert.deepEqual(await bench.after(day), {})
  })

  it('counts from the last thing that happened to a payment', async () => {
    const bench = await open()
    const { id } = await paid(bench)
    await bench.db
      .updateTable('deliveries')
      .set({ decided_at: bench.clock.now + 100 * day })
      .where('attempt_id', '=', id)
      .execute()
    assert.equal((await bench.after(184 * day)).personalData, undefined)
    assert.equal((await bench.after(100 * day)).personalData, 1)
  })

  it('forgets nothing of a payment that a person must look at', async () => {
    const bench = await open()
    const { id } = await paid(bench)
    await bench.stores.checks.review(id, 'mismatch')
    await bench.after(800 * day)
    assert.ok((await dump(bench)).includes(number))
    await bench.db.deleteFrom('reviews').execute()
    assert.equal((await bench.after(0)).payments, 1)
  })

  it('forgets nothing of money that was neither delivered nor given back', async () => {
    const bench = await open()
    bench.gateways.wallet.verify = async (one) => capturedResult(one)
    bench.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    bench.gateways.wallet.refund = async () => 'unknown'
    await bench.begunBy(await bench.placedOrder(), { method: 'nyanja_money' })
    await bench.work(5000)
    await bench.after(800 * day)
    assert.ok((await dump(bench)).includes(number))
  })

  it('lets a payment go with its whole history after two years', async () => {
    const bench = await open()
    const { id } = await paid(bench)
    await bench.progress.hinted('wallet', id, 'the bytes')
    for (let more = 0; more < 4; more += 1) await paid(bench)
    assert.equal((await bench.after(730 * day)).payments, undefined)
    assert.equal((await bench.after(2 * day)).payments, 5)
    assert.equal(await dump(bench), JSON.stringify(Array.from({ length: 13 }, () => [])))
  })

  it('of orders for internet at home counts from their end, with their history', async () => {
    const bench = await open()
    const { leads, bss, clock, after } = openLeads(bench.database)
    clock.now = bench.clock.now
    await leads.submit(applied())
    const { id } = applied()
    await leads.submit(applied({ id }))
    bss.news.set('SL-1', { stage: 'installed', at: clock.now })
    await after(hour)
    bench.clock.now = clock.now
    await bench.after(365 * day)
    assert.equal((await bench.after(2 * day)).closedLeads, 1)
    assert.ok(JSON.stringify(await bench.database.db.selectFrom('leads').select('id').execute()).includes(id))
    assert.equal((await bench.after(365 * day)).openLeads, 1)
    assert.deepEqual(await bench.database.db.selectFrom('lead_events').selectAll().execute(), [])
  })

  it('leaves news of an order that no SMS centre has taken, for a week', async () => {
    const bench = await open()
    const { leads, clock } = openLeads(bench.database)
    clock.now = bench.clock.now
    await leads.submit(applied())
    await leads.submit(applied())
    const { db } = bench.database
    const due = await db.selectFrom('messages').select('id').execute()
    const [sent, code] = due
    assert.ok(sent && code)
    await db.updateTable('messages').set({ state: 'sent', next_check_at: null }).where('id', '=', sent.id).execute()
    await leads.submit(applied())
    await db.updateTable('messages').set({ expires_at: clock.now }).where('id', '=', code.id).execute()
    assert.equal((await bench.after(25 * hour)).messagesAlone, 2)
    assert.equal(await count(bench, 'messages'), 1)
    assert.equal((await bench.after(5 * day)).messagesUnsent, undefined)
    assert.equal((await bench.after(day)).messagesUnsent, 1)
  })

  it('lets an interest go a month after it was told that its place is reached', async () => {
    const bench = await open()
    const { leads, reached, clock, after } = openLeads(bench.database)
    clock.now = bench.clock.now
    reached.answer = 'not_feasible'
    await leads.submit(applied())
    reached.answer = 'feasible'
    await after(hour)
    await after(2 * day)
    bench.clock.now = clock.now
    assert.equal((await bench.after(29 * day)).toldLeads, undefined)
    assert.equal((await bench.after(2 * day)).toldLeads, 1)
  })

  it('goes in part when it is more than one run can do, and the next run goes on', async () => {
    const bench = await open()
    for (let orders = 0; orders < 101; orders += 1) {
      await bench.placedOrder()
      bench.clock.now += 1
    }
    bench.clock.now += day
    const run = async () => (await bench.retention.run(bench.clock.now)).find(({ kind }) => kind === 'unpaidOrders')
    assert.equal((await run())?.isDone, false)
    assert.equal((await run())?.isDone, true)
    assert.equal(await count(bench, 'orders'), 0)
  })

  it('goes once when two workers forget at the same time', async () => {
    const bench = await open()
    for (let payments = 0; payments < 5; payments += 1) await paid(bench)
    const runs = () => Promise.all([1, 2, 3].map(() => bench.retention.run(bench.clock.now)))
    const rowsOf = (kind: Kept, done: Awaited<ReturnType<typeof runs>>) =>
      done.flat().reduce((sum, one) => sum + (one.kind === kind ? one.rows : 0), 0)

    for (let orders = 0; orders < 5; orders += 1) await bench.placedOrder()
    bench.clock.now += 184 * day
    const first = await runs()
    assert.deepEqual([rowsOf('unpaidOrders', first), rowsOf('personalData', first)], [5, 5])
    bench.clock.now += 600 * day
    assert.equal(rowsOf('payments', await runs()), 5)
    assert.equal(await count(bench, 'attempts'), 0)
  })

  it('leaves the history of other payments append-only', async () => {
    const bench = await open()
    const { id } = await paid(bench)
    const change = bench.db.deleteFrom('events').where('attempt_id', '=', id).execute()
    await assert.rejects(change, /append-only/)
    await assert.rejects(bench.db.updateTable('events').set({ at: 0 }).execute(), /append-only/)
  })
})
