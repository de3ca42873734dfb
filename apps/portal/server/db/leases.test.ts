import { hour, minute } from '@nyanja/domain/time'
import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import type { OpenDatabase } from './open.ts'
import { capturedResult, openTill } from './payments/test-payments.ts'
import { keepPresence } from './presence.ts'
import { createStores } from './stores.ts'
import { describeOnEachEngine } from './test-database.ts'

const claim = { limit: 10, leaseMs: 120_000 }

/** The server does what it is told, and the connection is gone before it can say so. */
function losingAnswers(database: OpenDatabase) {
  const line = { isCut: false }
  const cut: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (line.isCut) throw new Error('the database is gone')
      return result
    },
  }
  return { line, database: { ...database, db: database.db.withPlugin(cut) } }
}

describeOnEachEngine('due work whose claim was heard and never answered', (open) => {
  async function setUp() {
    const real = await open()
    const { line, database } = losingAnswers(real)
    const till = openTill(real)
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const order = await till.placedOrder()
    await till.payments.pay(order, { method: 'nyanja_money', email: 'grace@example.com' })
    const now = () => till.clock.now
    const another = createStores({ ...real, self: real.self + 1 }, now)
    return { till, line, stores: createStores(database, now), another }
  }
  type Bench = Awaited<ReturnType<typeof setUp>>
  type Stores = Bench['stores']

  async function lose({ line }: Bench, work: () => Promise<unknown>): Promise<void> {
    line.isCut = true
    await expect(work()).rejects.toThrow('the database is gone')
    line.isCut = false
  }

  async function delivered({ till }: Bench): Promise<void> {
    await till.after(10_000)
  }

  const kinds: Readonly<
    Record<string, { until(bench: Bench): Promise<void>; claimed(stores: Stores): Promise<readonly unknown[]> }>
  > = {
    'an attempt': {
      async until({ till }) {
        till.clock.now += 10_000
      },
      claimed: ({ due }) => due.attempts('wallet', claim),
    },
    'a delivery': {
      async until({ till }) {
        till.clock.now += 10_000
        for (const attempt of await till.due.attempts('wallet', claim)) await till.settlement.settle(attempt)
      },
      claimed: ({ due }) => due.deliveries(claim),
    },
    'a refund': {
      async until(bench) {
        bench.till.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
        bench.till.gateways.wallet.refund = async () => 'unknown'
        await delivered(bench)
        bench.till.clock.now += hour
      },
      claimed: ({ due }) => due.refunds('wallet', claim),
    },
    'a message': { until: delivered, claimed: ({ outbox }) => outbox.claim(claim) },
    'a mail': { until: delivered, claimed: ({ mails }) => mails.claim(claim) },
  }

  it.each(Object.entries(kinds))('is gone on with at once: %s', async (_, { until, claimed }) => {
    const bench = await setUp()
    await until(bench)
    await lose(bench, () => claimed(bench.stores))
    expect(await claimed(bench.another)).toHaveLength(0)
    expect(await claimed(bench.stores)).toHaveLength(1)
    expect(await claimed(bench.stores)).toHaveLength(0)
  })

  it('waits for the database to come back first', async () => {
    const bench = await setUp()
    bench.till.clock.now += 10_000
    const attempts = () => bench.stores.due.attempts('wallet', claim)
    await lose(bench, attempts)
    await lose(bench, attempts)
    expect(await attempts()).toHaveLength(1)
  })

  it('leaves what was claimed in the same millisecond to whoever works on it', async () => {
    const bench = await setUp()
    bench.till.clock.now += 10_000
    const attempts = () => bench.stores.due.attempts('wallet', claim)
    expect(await attempts()).toHaveLength(1)
    await lose(bench, attempts)
    expect(await attempts()).toHaveLength(0)
  })
})

describeOnEachEngine('a lease that has ended', (open, engine) => {
  const leaseMs = 120_000

  async function withAttemptClaimed() {
    const database = await open()
    const till = openTill(database)
    await till.payments.pay(await till.placedOrder(), { method: 'nyanja_money' })
    till.clock.now += 10_000
    expect(await till.due.attempts('wallet', { limit: 10, leaseMs })).toHaveLength(1)
    const other = createStores({ ...database, self: (database.self % 1000) + 1 }, () => till.clock.now)
    return { till, database, claimByOther: () => other.due.attempts('wallet', { limit: 10, leaseMs }) }
  }

  it('lets another process take the work of one that is gone', async () => {
    const { till, claimByOther } = await withAttemptClaimed()
    till.clock.now += leaseMs - 1
    expect(await claimByOther()).toHaveLength(0)
    till.clock.now += 1
    expect(await claimByOther()).toHaveLength(1)
  })

  it.runIf(engine === 'postgres')('leaves the work to a process that lives, for five minutes', async () => {
    const { till, database, claimByOther } = await withAttemptClaimed()
    const presence = await keepPresence(import.meta.env.TEST_DATABASE_URL ?? '', database.self)
    till.clock.now += 5 * minute - 1
    expect(await claimByOther()).toHaveLength(0)
    till.clock.now += 1
    expect(await claimByOther()).toHaveLength(1)
    await presence.end()
  })
})
