import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { createDueWork } from './due-work.ts'
import { capturedResult, openTill } from './test-payments.ts'

const claim = { limit: 10, leaseMs: 120_000 }

describeOnEachEngine('a delivery on which work failed', (open) => {
  async function withDeliveryClaimed() {
    const database = await open()
    const till = openTill(database)
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await till.payments.pay(await till.placedOrder(), { method: 'nyanja_money' })
    till.clock.now += 10_000
    for (const attempt of await till.due.attempts('wallet', claim)) await till.settlement.settle(attempt)
    const [delivery] = await till.due.deliveries(claim)
    return { database, till, id: delivery?.attemptId ?? '' }
  }

  it('is due again in five seconds, and not at once', async () => {
    const { till, id } = await withDeliveryClaimed()
    await till.due.again('delivery', id)
    expect(await till.due.deliveries(claim)).toHaveLength(0)
    till.clock.now += 5_000
    expect(await till.due.deliveries(claim)).toHaveLength(1)
  })

  it('is left alone once another process has it', async () => {
    const { database, till, id } = await withDeliveryClaimed()
    const another = createDueWork({ ...database, self: database.self + 1 }, () => till.clock.now)
    await another.again('delivery', id)
    till.clock.now += 5_000
    expect(await till.due.deliveries(claim)).toHaveLength(0)
  })
})
