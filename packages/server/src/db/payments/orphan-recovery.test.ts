import { holdProcessLock } from '@nyanja/database/process-lock'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { OpenDatabase } from '../schema.ts'
import { describeOnEachEngine } from '../test-database.ts'
import { createIdempotencyStore } from './idempotency-store.ts'
import { recoverWork } from './orphan-recovery.ts'
import { capturedResult, openPayments } from './test-payments.ts'

const claim = { limit: 10, leaseMs: 120_000 }
const call = { client: 'whatsapp', key: 'k-1', bodyHash: 'h' }

describeOnEachEngine('work of another process', (open, engine) => {
  /** Opens the same database as another process sees it. */
  const asAnother = (database: OpenDatabase): OpenDatabase => ({
    ...database,
    processId: (database.processId % 1000) + 1,
  })

  async function withDeliveryClaimed(database: OpenDatabase) {
    const harness = openPayments(database)
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.payments.pay(await harness.placedOrder(), { method: 'nyanja_money' })
    harness.clock.now += 10_000
    for (const attempt of await harness.due.attempts('wallet', claim)) await harness.statusChecks.checkPayment(attempt)
    expect(await harness.due.deliveries(claim)).toHaveLength(1)
    return harness
  }

  it('is recovered once that process is dead', async () => {
    const database = await open()
    const harness = await withDeliveryClaimed(database)
    await recoverWork(asAnother(database), harness.clock.now)
    expect(await harness.due.deliveries(claim)).toHaveLength(1)
  })

  it('is checked soon when the process died during a call to the provider', async () => {
    const database = await open()
    const harness = openPayments(database)
    harness.gateways.wallet.start = () => Promise.reject(new Error('The process died here'))
    await harness.payments.pay(await harness.placedOrder(), { method: 'nyanja_money' })

    await recoverWork(asAnother(database), harness.clock.now)
    harness.clock.now += 5_000
    expect(await harness.due.attempts('wallet', claim)).toHaveLength(1)
  })

  it('does not delay the repeated call of a channel', async () => {
    const database = await open()
    const keys = createIdempotencyStore(database)
    const claimAt = (at: number) => keys.claim(call, { at, staleBefore: 0, isInProgress: () => true })
    await claimAt(1000)
    expect((await claimAt(1001)).outcome).toBe('under_way')

    await recoverWork(asAnother(database), 1000)
    expect((await claimAt(1002)).outcome).toBe('claimed')
  })

  it.runIf(engine === 'postgres')('is left to it while it is alive, and recovered as soon as it has died', async () => {
    const database = await open()
    const harness = await withDeliveryClaimed(database)
    const processLock = await holdProcessLock(database.url, database.processId)
    await recoverWork(asAnother(database), harness.clock.now)
    expect(await harness.due.deliveries(claim)).toHaveLength(0)

    await processLock.end()
    const recoverOrphans = async () => {
      await recoverWork(asAnother(database), harness.clock.now)
      return harness.due.deliveries(claim)
    }
    await expect.poll(recoverOrphans).toHaveLength(1)
  })

  it.runIf(engine === 'postgres')('is left to it although the server has dropped its connection briefly', async () => {
    const database = await open()
    const harness = await withDeliveryClaimed(database)
    const { db, processId, url } = database
    const processLock = await holdProcessLock(url, processId)
    const sessions = async () => {
      const held = sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and objid = ${processId}`
      return (await held.execute(db)).rows.map(({ pid }) => pid)
    }
    const [first] = await sessions()
    await sql`select pg_terminate_backend(${first}::int)`.execute(db)
    await expect.poll(async () => (await sessions()).map((session) => session === first)).toEqual([false])
    await recoverWork(asAnother(database), harness.clock.now)
    expect(await harness.due.deliveries(claim)).toHaveLength(0)
    await processLock.end()
  })
})
