import assert from 'node:assert/strict'
import { serviceLevels } from '@nyanja/domain/payments/payment-deadlines'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../../db/test-database.ts'
import { testBss } from './tmf.contract.ts'
import { createTmfDeliveryProvider } from './tmf-delivery-provider.ts'

const second = 1000
const minute = 60 * second
const always = 10_000

const { sandbox, tmf } = testBss()

describeOnEachEngine('airtime that the BSS does not deliver', (openDatabase) => {
  /** Makes a captured payment; workers run once a minute. */
  async function captured() {
    const harness = openPayments(await openDatabase())
    Object.assign(harness.deliveryProvider, createTmfDeliveryProvider(tmf()))
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    harness.clock.now += 5 * second
    for (const attempt of await harness.due.attempts('wallet', { limit: 1, leaseMs: minute }))
      await harness.statusChecks.checkPayment(attempt)
    const capturedAt = harness.clock.now
    async function passUntil(ms: number): Promise<void> {
      await harness.work()
      while (harness.clock.now < capturedAt + ms) await harness.after(minute)
    }
    const ends = async () => {
      const { delivery, refund } = await harness.progress.payment(id)
      const { deliveries } = await sandbox.records()
      return [delivery?.state, refund?.state, deliveries.filter(({ reference }) => reference === id).length]
    }
    return { ...harness, passUntil, ends }
  }
  const injectFault = (kind: string, times: number, operation = 'topupBalance') =>
    sandbox.injectFault({ provider: 'bss', operation, kind, times })

  it('delivers airtime once after an error without effect', async () => {
    const harness = await captured()
    await injectFault('error_before', 1)
    await harness.passUntil(serviceLevels.deliveryMs)
    assert.deepEqual(await harness.ends(), ['delivered', undefined, 1])
  })

  it('delivers airtime once, without a refund, after an error that took effect', async () => {
    const harness = await captured()
    await injectFault('error_after', 1)
    await harness.passUntil(serviceLevels.deliveryMs)
    assert.deepEqual(await harness.ends(), ['delivered', undefined, 1])
  })

  it('refunds nothing while look-ups fail after an error that took effect', async () => {
    const harness = await captured()
    await injectFault('error_after', always)
    await injectFault('error_before', always, 'topupBalance.read')
    await harness.passUntil(serviceLevels.refundBeginsMs + 5 * minute)
    assert.deepEqual(await harness.ends(), ['sending', undefined, 1])
    await sandbox.control('/faults', undefined, 'DELETE')
    await harness.passUntil(serviceLevels.refundBeginsMs + 10 * minute)
    assert.deepEqual(await harness.ends(), ['delivered', undefined, 1])
  })

  it('refunds airtime by the promised time when the BSS cannot be reached', async () => {
    const harness = await captured()
    Object.assign(harness.deliveryProvider, createTmfDeliveryProvider({ ...tmf(), baseUrl: `${sandbox.url}/nowhere` }))
    await harness.passUntil(serviceLevels.refundBeginsMs)
    assert.deepEqual(await harness.ends(), ['impossible', 'refunded', 0])
  })

  it('refunds airtime at once when the BSS refuses it', async () => {
    const harness = await captured()
    await sandbox.control('/bss/outcomes', { operation: 'topup', outcome: 'failed' })
    await harness.work()
    assert.deepEqual(await harness.ends(), ['impossible', 'refunded', 0])
  })
})
