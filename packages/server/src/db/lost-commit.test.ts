import { createDatabaseForTest } from '@nyanja/database/test-engines'
import { openTestProxy } from '@nyanja/database/test-proxy'
import { transaction } from '@nyanja/database/transaction'
import { PortalError } from '@nyanja/domain/errors'
import { expect, it, onTestFinished } from 'vitest'
import { Idempotency } from '../payments/idempotency.ts'
import { isPlaced, type Order } from '../payments/orders.ts'
import { migrateTables } from './migrations/all.ts'
import { openDatabase } from './open.ts'
import { createIdempotencyStore } from './payments/idempotency-store.ts'
import { capturedResult, openPayments } from './payments/test-payments.ts'

/** A migrated schema behind a proxy that can lose answers. */
async function openBehindProxy() {
  const schema = await createDatabaseForTest()
  const url = 'url' in schema.address ? schema.address.url : ''
  const proxy = await openTestProxy(url)
  const database = openDatabase({ url: proxy.over(url) })
  onTestFinished(async () => {
    await database.close()
    await proxy.stop()
    await schema.drop()
  })
  await migrateTables(database)
  return { database, proxy }
}

it('reports a commit without an answer as a lost database, although it has committed', async () => {
  const { database, proxy } = await openBehindProxy()
  proxy.loseAnswerOfCommit(1)
  const row = { method: 'dpo', is_open: 1, reason: 'test', who: 'test', at: 1 }
  const work = transaction(database.db, (tx) => tx.insertInto('method_switches').values(row).execute())
  await expect(work).rejects.toMatchObject({ code: 'database_unavailable' })
  expect(await database.db.selectFrom('method_switches').selectAll().execute()).toEqual([row])
})

const call = { client: 'whatsapp', key: 'a', bodyHash: 'hash' }
const mostCommits = 40

/** Repeats as a channel repeats a call: HTTP 503 means that it may be repeated. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof PortalError && error.code === 'database_unavailable') return undefined
      throw error
    })
    if (answer !== undefined) return answer
  }
}

it('charges and delivers once, whichever commit of a repeated call and of due work lost its answer', async () => {
  const { database, proxy } = await openBehindProxy()
  const harness = openPayments(database)
  const store = createIdempotencyStore(database)
  const calls = { starts: 0, sends: 0 }
  const { wallet } = harness.gateways
  const started = new Set<string>()
  wallet.start = async ({ id }) => {
    calls.starts += 1
    started.add(id)
    return { outcome: 'waiting' }
  }
  wallet.verify = async (requested) =>
    started.has(requested.id) ? capturedResult(requested) : { state: 'refused', reason: 'declined' }
  const delivered = new Map<string, string>()
  harness.deliveryProvider.prepare =
    async ({ id }) =>
    async () => {
      calls.sends += 1
      delivered.set(id, `B-${id}`)
      return { outcome: 'delivered', bssReference: `B-${id}` }
    }
  harness.deliveryProvider.findByReference = async ({ id }) => {
    const bssReference = delivered.get(id)
    return bssReference === undefined ? undefined : { outcome: 'delivered', bssReference }
  }
  const isDelivered = async (id: string) => (await harness.history(id)).includes('delivery delivered')

  const outcomes = new Set<string>()
  for (let lost = 1; lost <= mostCommits; lost++) {
    Object.assign(calls, { starts: 0, sends: 0 })
    const idempotency = new Idempotency({ store, now: () => harness.clock.now, retryPauseMs: 1 })
    proxy.loseAnswerOfCommit(lost)
    const orders = new Map<string, Order>()
    const initiate = async () => {
      const order = await harness.placedOrder()
      orders.set(order.id, order)
      await harness.payments.initiate(order, { method: 'nyanja_money' })
      return { status: 200, body: order.id }
    }
    const askForIt = () => untilAnswered(() => idempotency.once({ ...call, key: `key ${lost}` }, initiate))
    const { body } = await askForIt()
    const id = await untilAnswered(async () => {
      const order = orders.get(body)
      const [attempt] = order === undefined ? [] : await harness.attemptsOf(order)
      if (order === undefined || attempt === undefined) throw new Error('An acknowledged payment is lost')
      if (isPlaced(order)) await harness.payments.process(order, attempt)
      return attempt.id
    })
    for (let minutes = 0; minutes < 30 && !(await isDelivered(id)); minutes++)
      await harness.after(60_000).catch(() => undefined)
    // A call to the wallet whose intention may be lost is not made: nothing is charged, and the payment fails.
    expect(calls.starts).toBeLessThanOrEqual(1)
    const isMade = calls.starts === 1
    expect({ lost, ...calls, isDelivered: await isDelivered(id) }).toEqual({
      ...{ lost, starts: isMade ? 1 : 0, sends: isMade ? 1 : 0, isDelivered: isMade },
    })
    // It also waits until a lost answer is stored again, which would count as a commit of the next round.
    expect(await askForIt()).toEqual({ status: 200, body })
    outcomes.add(isMade ? 'delivered' : 'not charged')
    if (!proxy.hasLostAnswer) break
    expect(lost).toBeLessThan(mostCommits)
  }
  expect([...outcomes].sort()).toEqual(['delivered', 'not charged'])
})
