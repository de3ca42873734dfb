import { expect, it } from 'vitest'
import { createAttemptStore } from '../db/payments/attempt-store.ts'
import { openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { countPayments } from './payment-counts.ts'

describeOnEachEngine('payments in the metrics', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'card' })
    const { attempt } = await harness.progress.payment(id)
    const metrics = createMetrics()
    metrics.startMethodSeries('card', 'card')
    const attempts = countPayments(
      createAttemptStore(database, () => harness.clock.now),
      metrics.countPayment,
    )
    const read = async (outcome: string) => {
      const text = await metrics.registry.metrics()
      return new RegExp(`portal_payments_total{.*outcome="${outcome}"} (\\d+)`).exec(text)?.[1]
    }
    return { attempt, attempts, read }
  }

  it('are counted once, however many processes end them', async () => {
    const { attempt, attempts, read } = await open()
    expect(await read('captured')).toBe('0')
    const ended = [attempts.capture(attempt, {}), attempts.refuse(attempt, { state: 'refused', reason: 'refused' })]
    await Promise.all(ended)
    expect([await read('captured'), await read('refused')].sort()).toEqual(['0', '1'])
  })
})
