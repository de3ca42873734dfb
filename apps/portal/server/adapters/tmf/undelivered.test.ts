import assert from 'node:assert/strict'
import { promises } from '@nyanja/domain/payments/payment-deadlines'
import { it } from 'vitest'
import { capturedResult, openTill } from '../../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../../db/test-database.ts'
import { testBss } from './tmf.contract.ts'
import { createTmfDeliverer } from './tmf-deliverer.ts'

const second = 1000
const minute = 60 * second
const always = 10_000

const { sandbox, tmf } = testBss()

describeOnEachEngine('airtime that the BSS does not deliver', (openDatabase) => {
  /** Captured; workers come once a minute. */
  async function captured() {
    const till = openTill(await openDatabase())
    Object.assign(till.deliverer, createTmfDeliverer(tmf()))
    const { id } = await till.begunBy(await till.placedOrder(), { method: 'nyanja_money' })
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    till.clock.now += 5 * second
    for (const attempt of await till.due.attempts('wallet', { limit: 1, leaseMs: minute }))
      await till.settlement.settle(attempt)
    const capturedAt = till.clock.now
    async function passUntil(ms: number): Promise<void> {
      await till.work()
      while (till.clock.now < capturedAt + ms) await till.after(minute)
    }
    const ends = async () => {
      const { delivery, refund } = await till.progress.payment(id)
      const { deliveries } = await sandbox.books()
      return [delivery?.state, refund?.state, deliveries.filter(({ reference }) => reference === id).length]
    }
    return { ...till, passUntil, ends }
  }
  const strike = (kind: string, times: number, operation = 'topupBalance') =>
    sandbox.strike({ provider: 'bss', operation, kind, times })

  it('delivers airtime once after an error without effect', async () => {
    const till = await captured()
    await strike('error_before', 1)
    await till.passUntil(promises.deliveryMs)
    assert.deepEqual(await till.ends(), ['delivered', undefined, 1])
  })

  it('delivers airtime once, without a refund, after an error that took effect', async () => {
    const till = await captured()
    await strike('error_after', 1)
    await till.passUntil(promises.deliveryMs)
    assert.deepEqual(await till.ends(), ['delivered', undefined, 1])
  })

  it('refunds nothing while look-ups fail after an error that took effect', async () => {
    const till = await captured()
    await strike('error_after', always)
    await strike('error_before', always, 'topupBalance.read')
    await till.passUntil(promises.refundBeginsMs + 5 * minute)
    assert.deepEqual(await till.ends(), ['sending', undefined, 1])
    await sandbox.control('/faults', undefined, 'DELETE')
    await till.passUntil(promises.refundBeginsMs + 10 * minute)
    assert.deepEqual(await till.ends(), ['delivered', undefined, 1])
  })

  it('refunds airtime by the promised time when the BSS cannot be reached', async () => {
    const till = await captured()
    Object.assign(till.deliverer, createTmfDeliverer({ ...tmf(), baseUrl: `${sandbox.url}/nowhere` }))
    await till.passUntil(promises.refundBeginsMs)
    assert.deepEqual(await till.ends(), ['impossible', 'refunded', 0])
  })

  it('refunds airtime at once when the BSS refuses it', async () => {
    const till = await captured()
    await sandbox.control('/bss/outcomes', { operation: 'topup', outcome: 'failed' })
    await till.work()
    assert.deepEqual(await till.ends(), ['impossible', 'refunded', 0])
  })
})
