import assert from 'node:assert/strict'
import { customersOwnRefusals } from '@nyanja/domain/payments/method-health'
import { minute, second } from '@nyanja/domain/time'
import { sql } from 'kysely'
import { it } from 'vitest'
import { createRecentTries } from '../db/payments/method-stores.ts'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { MethodRecords } from './methods.ts'
import { type Refusal, refusals } from './payment-gateway.ts'

const methods = ['card', 'nyanja_money']

describeOnEachEngine('the health of a method', (openDatabase, engine) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const records = () =>
      new MethodRecords({ tries: createRecentTries(database.db), methods, now: () => harness.clock.now })
    return { ...harness, records }
  }
  type Fixture = Awaited<ReturnType<typeof open>>

  async function pay({ placedOrder, payments, after }: Fixture, wallet: number): Promise<void> {
    await payments.pay(await placedOrder(), { method: 'nyanja_money', payerMsisdn: `99900010${wallet}` })
    await after(10 * second)
  }

  async function refuse(fixture: Fixture, { times, reason }: { times: number; reason: Refusal }): Promise<void> {
    fixture.gateways.wallet.start = async () => ({ outcome: 'refused', reason })
    for (let one = 0; one < times; one += 1) await pay(fixture, one)
  }

  it('is computed from the payments of the last quarter of an hour', async () => {
    const fixture = await open()
    fixture.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    for (let one = 0; one < 5; one += 1) await pay(fixture, one)
    const { health, record } = await fixture.records().of('nyanja_money')
    assert.equal(health, 'well')
    assert.deepEqual(
      { ...record, lastTryAt: undefined },
      { tries: 5, taken: 5, refunds: 0, medianToCreditMs: 10 * second, lastTryAt: undefined },
    )

    fixture.clock.now += 15 * minute
    assert.equal((await fixture.records().of('nyanja_money')).record.tries, 0)
  })

  it('is computed separately for each method', async () => {
    const fixture = await open()
    await refuse(fixture, { times: 6, reason: 'declined' })
    const [card, money] = await fixture.records().all()
    assert.deepEqual(
      [card?.method, card?.health, money?.method, money?.health],
      ['card', 'well', 'nyanja_money', 'failing'],
    )
  })

  it('counts refunds', async () => {
    const fixture = await open()
    fixture.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    fixture.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    for (let one = 0; one < 5; one += 1) await pay(fixture, one)
    const { health, record } = await fixture.records().of('nyanja_money')
    assert.deepEqual([record.refunds, record.medianToCreditMs, health], [5, undefined, 'failing'])
  })

  it('ignores customers without funds', async () => {
    const fixture = await open()
    await refuse(fixture, { times: 9, reason: 'insufficient_funds' })
    const { health, record } = await fixture.records().of('nyanja_money')
    assert.deepEqual([record.tries, health], [0, 'well'])
    for (const own of customersOwnRefusals) assert.ok((refusals satisfies readonly string[]).includes(own))
  })

  it('admits few visitors to a provider with which no payment succeeds', async () => {
    const fixture = await open()
    await refuse(fixture, { times: 10, reason: 'refused' })
    assert.equal((await fixture.records().of('nyanja_money')).isAvailable, false)
    fixture.clock.now += 20 * second
    assert.equal((await fixture.records().of('nyanja_money')).isAvailable, true)
  })

  it('is read once in a few seconds, however many visitors request it', async () => {
    const fixture = await open()
    let reads = 0
    const source = createRecentTries(fixture.db)
    const records = new MethodRecords({
      methods,
      now: () => fixture.clock.now,
      tries: {
        of: (...requested) => {
          reads += 1
          return source.of(...requested)
        },
      },
    })
    for (let views = 0; views < 10; views += 1) await records.of('card')
    assert.equal(reads, 1)
    fixture.clock.now += 5 * second
    await records.of('card')
    assert.equal(reads, 2)
  })

  it('is unknown for a method that the market does not offer', async () => {
    const { health, isAvailable } = await (await open()).records().of('cowries')
    assert.deepEqual([health, isAvailable], ['well', true])
  })

  it('is computed through an index, without reading all payments', async () => {
    const { db } = await open()
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain'
    const { rows } = await db.connection().execute(async (one) => {
      if (engine === 'postgres') await sql`set enable_seqscan = off`.execute(one)
      return sql`${sql.raw(explain)} select id from attempts
        where method = 'card' and handed_over_at > 5 order by handed_over_at desc limit 200`.execute(one)
    })
    assert.match(JSON.stringify(rows), /attempts_recent/)
  })
})
