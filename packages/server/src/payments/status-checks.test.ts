import assert from 'node:assert/strict'
import { hour, minute, second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { Attempt } from './attempt.ts'
import type { Refusal, VerificationResult } from './payment-gateway.ts'

/** Attempts of the simulated account expire after ten minutes; the provider gets half a minute more to report it. */
const limit = 10 * minute + 30 * second

describeOnEachEngine('a payment after a status check', (openDatabase) => {
  const open = async () => openPayments(await openDatabase())
  type Harness = Awaited<ReturnType<typeof open>>

  const pushed = async (harness: Harness) =>
    harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
  const atCardPage = async (harness: Harness) => harness.startAttempt(await harness.placedOrder(), { method: 'card' })
  const refusal = (reason: Refusal) => async (): Promise<VerificationResult> => ({ state: 'refused', reason })

  async function now(harness: Harness, { id }: Attempt): Promise<Attempt> {
    const payment = await harness.stores.reader.payment(id)
    assert.ok(payment !== undefined)
    return payment.attempt
  }

  it('is delivered although the provider returns no amount', async () => {
    const harness = await open()
    const { id } = await pushed(harness)
    harness.gateways.wallet.verify = async (requested) => ({ state: 'captured', attemptId: requested.id })
    await harness.after(5 * second)
    assert.equal((await harness.progress.payment(id)).delivery?.state, 'delivered')
  })

  it("is sent to review once, and not checked any more, when the provider's payment is another one", async () => {
    const harness = await open()
    const attempt = await pushed(harness)
    harness.gateways.wallet.verify = async () => ({ state: 'captured', attemptId: 'another', amount: attempt.amount })
    await harness.after(5 * second)
    await harness.after(hour)
    assert.deepEqual(harness.alerts, ['mismatch'])
    assert.deepEqual(await harness.reviews(), ['mismatch'])
    assert.equal((await harness.progress.payment(attempt.id)).delivery, undefined)
  })

  it('notifies the worker of its delivery', async () => {
    const harness = await open()
    const attempt = await pushed(harness)
    harness.gateways.wallet.verify = async (requested) => capturedResult(requested)
    await harness.statusChecks.checkPayment(await now(harness, attempt))
    assert.deepEqual(harness.notifications, ['deliver'])
  })

  it('is reported once when two workers learn of its late money', async () => {
    const harness = await open()
    const attempt = await pushed(harness)
    await harness.after(limit)
    harness.gateways.wallet.verify = async (requested) => capturedResult(requested)
    const expired = await now(harness, attempt)
    await Promise.all([harness.statusChecks.checkPayment(expired), harness.statusChecks.checkPayment(expired)])
    assert.deepEqual(harness.alerts, ['late_capture'])
    assert.deepEqual(harness.notifications, ['deliver', 'refund wallet'])
  })

  it('ends immediately when the handset declines it, and is checked once more at its end', async () => {
    const harness = await open()
    const attempt = await pushed(harness)
    harness.gateways.wallet.verify = refusal('declined')
    await harness.after(5 * second)
    const { state, refusal: reason, nextCheckAt } = await now(harness, attempt)
    assert.deepEqual([state, reason, nextCheckAt], ['refused', 'declined', attempt.createdAt + limit])
    await harness.after(limit - 5 * second)
    assert.equal((await now(harness, attempt)).nextCheckAt, undefined)
  })

  it('is expired when the provider reports that', async () => {
    const harness = await open()
    const attempt = await pushed(harness)
    harness.gateways.wallet.verify = refusal('expired')
    await harness.after(5 * second)
    assert.equal((await now(harness, attempt)).state, 'expired')
  })

  it('ends when the visitor cancels on the card page', async () => {
    const harness = await open()
    const attempt = await atCardPage(harness)
    harness.gateways.card.verify = refusal('cancelled_by_customer')
    await harness.after(5 * second)
    assert.equal((await now(harness, attempt)).state, 'refused')
  })

  it('ends after a declined card once the visitor has returned from the card page', async () => {
    const harness = await open()
    const attempt = await atCardPage(harness)
    await harness.progress.returned(attempt.id, { gateway: 'card', token: attempt.returnToken, gaveUp: false })
    harness.gateways.card.verify = refusal('declined')
    await harness.after(5 * second)
    assert.equal((await now(harness, attempt)).state, 'refused')
  })

  it('ends after a declined card when the card page has closed', async () => {
    const harness = await open()
    const attempt = await atCardPage(harness)
    harness.gateways.card.verify = refusal('declined')
    harness.clock.now += limit
    await harness.work()
    const { state, nextCheckAt } = await now(harness, attempt)
    assert.deepEqual([state, nextCheckAt], ['refused', undefined])
  })

  it('ends after a declined card when no visitor can be on the card page', async () => {
    const harness = await open()
    harness.gateways.card.start = () => Promise.reject(new Error('the address of the page is lost'))
    const attempt = await atCardPage(harness)
    harness.gateways.card.verify = refusal('declined')
    await harness.after(minute)
    assert.equal((await now(harness, attempt)).state, 'refused')
  })

  it('ends at its time limit when it was never started, and no earlier', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const begun = await harness.payments.initiate(order, { method: 'nyanja_money' })
    assert.ok('attempt' in begun)
    harness.clock.now += 10 * minute - 1
    await harness.statusChecks.checkPayment(begun.attempt)
    const { state, nextCheckAt } = await now(harness, begun.attempt)
    assert.deepEqual([state, nextCheckAt], ['created', begun.attempt.expiresAt])
    await harness.after(1)
    const ended = await now(harness, begun.attempt)
    assert.deepEqual([ended.state, ended.refusal], ['expired', 'expired'])
  })

  it('is given up half a minute after its time limit, and still checked', async () => {
    const harness = await open()
    const attempt = await pushed(harness)
    harness.clock.now = attempt.createdAt + limit - 1
    await harness.work()
    const waiting = await now(harness, attempt)
    assert.deepEqual([waiting.state, waiting.nextCheckAt], ['waiting', attempt.createdAt + limit])
    await harness.after(1)
    const given = await now(harness, attempt)
    assert.deepEqual([given.state, given.refusal], ['expired', 'expired'])
    assert.ok((given.nextCheckAt ?? 0) > harness.clock.now)
  })

  it('is sent to review when its outcome was unknown for a day', async () => {
    const harness = await open()
    const attempt = await pushed(harness)
    harness.gateways.wallet.verify = async () => ({ state: 'unknown' })
    await harness.after(24 * hour)
    assert.deepEqual([harness.alerts, await harness.reviews()], [[], []])
    await harness.after(hour)
    assert.deepEqual([harness.alerts, await harness.reviews()], [['undecided_for_a_day'], ['undecided_for_a_day']])
    assert.equal((await now(harness, attempt)).state, 'waiting')
  })

  it('waits while its gateway is not configured', async () => {
    const harness = await open()
    const attempt = await pushed(harness)
    await harness.statusChecks.checkPayment({ ...(await now(harness, attempt)), gateway: 'gone' })
    assert.equal((await now(harness, attempt)).state, 'waiting')
  })

  it('is checked again when it was cancelled and the provider cannot tell', async () => {
    const harness = await open()
    const attempt = await pushed(harness)
    await harness.after(limit)
    harness.gateways.wallet.verify = () => Promise.reject(new Error('silent'))
    await harness.after(20 * minute)
    assert.deepEqual(await harness.reviews(), [])
    assert.ok((await now(harness, attempt)).nextCheckAt !== undefined)
  })

  it('is checked until its time limit when a callback follows a decline', async () => {
    const harness = await open()
    const attempt = await pushed(harness)
    harness.gateways.wallet.verify = refusal('declined')
    await harness.after(5 * second)
    await harness.progress.hinted('wallet', attempt.id, 'the bytes')
    await harness.after(5 * second)
    assert.equal((await now(harness, attempt)).nextCheckAt, harness.clock.now + 10 * second)
    await harness.after(limit - 10 * second)
    assert.equal((await now(harness, attempt)).nextCheckAt, undefined)
    assert.deepEqual(await harness.reviews(), [])
  })

  it('is not checked any more once the capture was reversed', async () => {
    const harness = await open()
    const attempt = await pushed(harness)
    harness.gateways.wallet.verify = async (requested) => capturedResult(requested)
    await harness.after(5 * second)
    harness.gateways.wallet.verify = refusal('refused')
    await harness.progress.hinted('wallet', attempt.id, 'the bytes')
    await harness.after(5 * second)
    let requested = 0
    harness.gateways.wallet.verify = async () => {
      requested += 1
      return { state: 'pending' }
    }
    await harness.statusChecks.checkPayment(await now(harness, attempt))
    assert.equal(requested, 0)
  })

  it('is checked again when the provider does not know whether the capture was reversed', async () => {
    const harness = await open()
    const attempt = await pushed(harness)
    harness.gateways.wallet.verify = async (requested) => capturedResult(requested)
    await harness.after(5 * second)
    harness.gateways.wallet.verify = async () => ({ state: 'pending' })
    await harness.progress.hinted('wallet', attempt.id, 'the bytes')
    await harness.after(5 * second)
    assert.ok((await now(harness, attempt)).nextCheckAt !== undefined)
  })
})
