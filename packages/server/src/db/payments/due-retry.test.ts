import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { createDueWork } from './due-work.ts'
import { capturedResult, openPayments } from './test-payments.ts'

const claim = { limit: 10, leaseMs: 120_000 }

describeOnEachEngine('a delivery whose processing failed', (open) => {
  async function withDeliveryClaimed() {
    const database = await open()
    const harness = openPayments(database)
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.payments.pay(await harness.placedOrder(), { method: 'nyanja_money' })
    harness.clock.now += 10_000
    for (const attempt of await harness.due.attempts('wallet', claim)) await harness.statusChecks.checkPayment(attempt)
    const [delivery] = await harness.due.deliveries(claim)
    return { database, harness, id: delivery?.attemptId ?? '' }
  }

  it('is due again in five seconds, and not immediately', async () => {
    const { harness, id } = await withDeliveryClaimed()
    await harness.due.retry('delivery', id)
    expect(await harness.due.deliveries(claim)).toHaveLength(0)
    harness.clock.now += 5_000
    expect(await harness.due.deliveries(claim)).toHaveLength(1)
  })

  it('is left unchanged once another process has leased it', async () => {
    const { database, harness, id } = await withDeliveryClaimed()
    const another = createDueWork({ ...database, processId: database.processId + 1 }, () => harness.clock.now)
    await another.retry('delivery', id)
    harness.clock.now += 5_000
    expect(await harness.due.deliveries(claim)).toHaveLength(0)
  })
})
