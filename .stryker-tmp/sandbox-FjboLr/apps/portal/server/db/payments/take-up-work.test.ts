// @ts-nocheck
import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { createIdempotencyStore } from './idempotency-store.ts'
import { takeUpWork } from './take-up-work.ts'
import { capturedVerdict, openTill } from './test-payments.ts'

const claim = { limit: 10, leaseMs: 120_000 }
const call = { client: 'whatsapp', key: 'k-1', bodyHash: 'h' }

describeOnEachEngine('work that a dead process had begun', (open, engine) => {
  const isAlone = engine === 'sqlite'

  it('is taken up at the start on SQLite, and left to its lease where others may live', async () => {
    const database = await open()
    const till = openTill(database)
    till.gateways.wallet.verdictOn = async (attempt) => capturedVerdict(attempt)
    await till.payments.pay(await till.placedOrder(), { method: 'nyanja_money' })
    till.clock.now += 10_000
    for (const attempt of await till.due.attempts('wallet', claim)) await till.settlement.settle(attempt)
    expect(await till.due.deliveries(claim)).toHaveLength(1)

    await takeUpWork(database, till.clock.now)
    expect(await till.due.deliveries(claim)).toHaveLength(isAlone ? 1 : 0)
  })

  it('is asked about soon when the process died in a call to the provider', async () => {
    const database = await open()
    const till = openTill(database)
    till.gateways.wallet.start = () => Promise.reject(new Error('The process died here'))
    await till.payments.pay(await till.placedOrder(), { method: 'nyanja_money' })

    await takeUpWork(database, till.clock.now)
    till.clock.now += 5_000
    expect(await till.due.attempts('wallet', claim)).toHaveLength(isAlone ? 1 : 0)
  })

  it('does not keep the repeated call of a channel waiting', async () => {
    const { db, ...rest } = await open()
    const keys = createIdempotencyStore(db, () => 1000)
    await keys.claim(call, 0)

    await takeUpWork({ db, ...rest }, 1000)
    expect((await keys.claim(call, 0)).outcome).toBe(isAlone ? 'claimed' : 'under_way')
  })
})
