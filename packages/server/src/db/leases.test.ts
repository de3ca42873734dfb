import { holdProcessLock } from '@nyanja/database/process-lock'
import { hour, minute } from '@nyanja/domain/time'
import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { capturedResult, openPayments } from './payments/test-payments.ts'
import type { OpenDatabase } from './schema.ts'
import { createStores } from './stores.ts'
import { describeOnEachEngine } from './test-database.ts'

const claim = { limit: 10, leaseMs: 120_000 }

/** The server executes the statement, and the connection breaks before the answer. */
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

describeOnEachEngine('due work whose claim succeeded without an answer', (open) => {
  async function setUp() {
    const real = await open()
    const { line, database } = losingAnswers(real)
    const harness = openPayments(real)
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const order = await harness.placedOrder()
    await harness.payments.pay(order, { method: 'nyanja_money', email: 'grace@example.com' })
    const now = () => harness.clock.now
    const another = createStores({ ...real, processId: real.processId + 1 }, now)
    return { harness, line, stores: createStores(database, now), another }
  }
  type Fixture = Awaited<ReturnType<typeof setUp>>
  type Stores = Fixture['stores']

  async function lose({ line }: Fixture, work: () => Promise<unknown>): Promise<void> {
    line.isCut = true
    await expect(work()).rejects.toThrow('the database is gone')
    line.isCut = false
  }

  async function delivered({ harness }: Fixture): Promise<void> {
    await harness.after(10_000)
  }

  const kinds: Readonly<
    Record<string, { until(fixture: Fixture): Promise<void>; claimed(stores: Stores): Promise<readonly unknown[]> }>
  > = {
    'an attempt': {
      async until({ harness }) {
        harness.clock.now += 10_000
      },
      claimed: ({ due }) => due.attempts('wallet', claim),
    },
    'a delivery': {
      async until({ harness }) {
        harness.clock.now += 10_000
        for (const attempt of await harness.due.attempts('wallet', claim))
          await harness.statusChecks.checkPayment(attempt)
      },
      claimed: ({ due }) => due.deliveries(claim),
    },
    'a refund': {
      async until(fixture) {
        fixture.harness.deliveryProvider.prepare = async () => async () => ({
          outcome: 'impossible',
          reason: 'no such line',
        })
        fixture.harness.gateways.wallet.refund = async () => 'unknown'
        await delivered(fixture)
        fixture.harness.clock.now += hour
      },
      claimed: ({ due }) => due.refunds('wallet', claim),
    },
    'a message': { until: delivered, claimed: ({ outbox }) => outbox.claim(claim) },
    'a mail': { until: delivered, claimed: ({ mails }) => mails.claim(claim) },
  }

  it.each(Object.entries(kinds))('is continued immediately: %s', async (_, { until, claimed }) => {
    const fixture = await setUp()
    await until(fixture)
    await lose(fixture, () => claimed(fixture.stores))
    expect(await claimed(fixture.another)).toHaveLength(0)
    expect(await claimed(fixture.stores)).toHaveLength(1)
    expect(await claimed(fixture.stores)).toHaveLength(0)
  })

  it('waits until the database is back', async () => {
    const fixture = await setUp()
    fixture.harness.clock.now += 10_000
    const attempts = () => fixture.stores.due.attempts('wallet', claim)
    await lose(fixture, attempts)
    await lose(fixture, attempts)
    expect(await attempts()).toHaveLength(1)
  })

  it('leaves rows claimed in the same millisecond to their worker', async () => {
    const fixture = await setUp()
    fixture.harness.clock.now += 10_000
    const attempts = () => fixture.stores.due.attempts('wallet', claim)
    expect(await attempts()).toHaveLength(1)
    await lose(fixture, attempts)
    expect(await attempts()).toHaveLength(0)
  })
})

describeOnEachEngine('an expired lease', (open, engine) => {
  const leaseMs = 120_000

  async function withAttemptClaimed() {
    const database = await open()
    const harness = openPayments(database)
    await harness.payments.pay(await harness.placedOrder(), { method: 'nyanja_money' })
    harness.clock.now += 10_000
    expect(await harness.due.attempts('wallet', { limit: 10, leaseMs })).toHaveLength(1)
    const other = createStores({ ...database, processId: (database.processId % 1000) + 1 }, () => harness.clock.now)
    return { harness, database, claimByOther: () => other.due.attempts('wallet', { limit: 10, leaseMs }) }
  }

  it('lets another process take the work of a dead one', async () => {
    const { harness, claimByOther } = await withAttemptClaimed()
    harness.clock.now += leaseMs - 1
    expect(await claimByOther()).toHaveLength(0)
    harness.clock.now += 1
    expect(await claimByOther()).toHaveLength(1)
  })

  it.runIf(engine === 'postgres')('leaves the work to a living process for five minutes', async () => {
    const { harness, database, claimByOther } = await withAttemptClaimed()
    const processLock = await holdProcessLock(database.url, database.processId)
    harness.clock.now += 5 * minute - 1
    expect(await claimByOther()).toHaveLength(0)
    harness.clock.now += 1
    expect(await claimByOther()).toHaveLength(1)
    await processLock.end()
  })
})
