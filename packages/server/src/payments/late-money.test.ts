import assert from 'node:assert/strict'
import { hour, minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { Attempt } from './attempt.ts'
import { shortestPauseMs } from './status-checks.ts'

describeOnEachEngine('late money', (openDatabase) => {
  const open = async () => openPayments(await openDatabase())
  type Harness = Awaited<ReturnType<typeof open>>

  async function pushed(harness: Harness): Promise<Attempt> {
    return harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
  }

  async function passHours(harness: Harness, hours: number): Promise<void> {
    for (let past = 0; past < hours; past += 1) await harness.after(hour)
  }

  const deliveryOf = async (harness: Harness, id: string) => (await harness.progress.payment(id)).delivery?.state

  it('is delivered although every callback is lost', async () => {
    const harness = await open()
    const { id } = await pushed(harness)
    await passHours(harness, 1)
    assert.equal((await harness.progress.payment(id)).attempt.state, 'expired')
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await passHours(harness, 2)
    assert.equal(await deliveryOf(harness, id), 'delivered')
  })

  it('is found on a hosted page where a second card was used', async () => {
    const harness = await open()
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'card' })
    harness.gateways.card.verify = async () => ({ state: 'refused', reason: 'declined' })
    await harness.after(5000)
    harness.gateways.card.verify = async (attempt) => capturedResult(attempt)
    await harness.after(11 * minute)
    assert.equal(await deliveryOf(harness, id), 'delivered')
  })

  it('is found immediately when the visitor returns from a page that had declined a card', async () => {
    const harness = await open()
    const {
      id,
      gateway,
      returnToken: token,
    } = await harness.startAttempt(await harness.placedOrder(), { method: 'card' })
    harness.gateways.card.verify = async () => ({ state: 'refused', reason: 'declined' })
    await harness.after(5000)
    harness.gateways.card.verify = async (attempt) => capturedResult(attempt)
    await harness.progress.returned(id, { gateway, token, gaveUp: false })
    await harness.after(shortestPauseMs)
    assert.equal(await deliveryOf(harness, id), 'delivered')
  })

  it('is not checked for any more once the provider has refused it after its own limit', async () => {
    const harness = await open()
    const { id } = await pushed(harness)
    harness.gateways.wallet.verify = async () => ({ state: 'refused', reason: 'declined' })
    await harness.after(5000)
    await harness.after(11 * minute)
    assert.equal((await harness.progress.payment(id)).attempt.nextCheckAt, undefined)
  })

  it('is checked for again after the provider was silent', async () => {
    const harness = await open()
    const { id } = await pushed(harness)
    await passHours(harness, 1)
    harness.gateways.wallet.verify = async () => {
      throw new Error('silent')
    }
    await harness.progress.hinted('wallet', id, 'the bytes')
    await harness.after(1000)
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await passHours(harness, 2)
    assert.equal(await deliveryOf(harness, id), 'delivered')
  })

  it('is sent to review when the provider cannot confirm it after a week', async () => {
    const harness = await open()
    const { id } = await pushed(harness)
    await passHours(harness, 7 * 24)
    harness.gateways.wallet.verify = () => Promise.reject(new Error('silent'))
    await harness.progress.hinted('wallet', id, 'the bytes')
    await harness.after(1000)
    assert.deepEqual(await harness.reviews(), ['unknown_after_the_end'])
  })

  it('is sent to review when only staff can decide', async () => {
    const harness = await open()
    const { id } = await pushed(harness)
    await passHours(harness, 1)
    harness.gateways.wallet.verify = async () => ({ state: 'review', reason: 'paid, but another amount' })
    await harness.progress.hinted('wallet', id, 'the bytes')
    await harness.after(1000)
    assert.deepEqual(await harness.reviews(), ['paid, but another amount'])
  })

  it('is learned from a callback that arrives during a check', async () => {
    const harness = await open()
    const { wallet } = harness.gateways
    const { id } = await pushed(harness)
    await harness.after(9 * minute)
    wallet.verify = async () => {
      await harness.progress.hinted('wallet', id, 'the bytes')
      wallet.verify = async (attempt) => capturedResult(attempt)
      return { state: 'pending' }
    }
    await harness.after(2 * minute)
    await harness.after(5000)
    assert.equal(await deliveryOf(harness, id), 'delivered')
  })

  it('is learned once: later callbacks cause no work', async () => {
    const harness = await open()
    const { id } = await pushed(harness)
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(5000)
    for (const bytes of ['the bytes', 'other bytes']) await harness.progress.hinted('wallet', id, bytes)
    await harness.after(5000)
    assert.equal((await harness.due.attempts('wallet', { limit: 10, leaseMs: 1000 })).length, 0)
  })

  it('does not disturb a worker that knew of an earlier callback', async () => {
    const harness = await open()
    const { id } = await pushed(harness)
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(5000)
    const { attempt } = await harness.progress.payment(id)
    await harness.statusChecks.checkPayment(attempt)
    assert.equal((await harness.history(id)).filter((event) => event.startsWith('money captured')).length, 1)
  })

  it('does not end an attempt that no provider knows yet', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const begun = await harness.payments.initiate(order, { method: 'nyanja_money' })
    assert.ok('attempt' in begun)
    await harness.progress.hinted('wallet', begun.attempt.id, 'the bytes')
    await harness.after(1000)
    assert.equal((await harness.attemptsOf(order))[0]?.state, 'created')
  })

  it('is not confused with another payment to which the provider gave the same name', async () => {
    const harness = await open()
    const ids = [(await pushed(harness)).id, (await pushed(harness)).id]
    harness.gateways.wallet.verify = async (attempt) => ({
      ...capturedResult(attempt),
      state: 'captured',
      attemptId: attempt.id,
      providerReference: 'the same',
    })
    await harness.after(5000)
    await harness.after(121_000)
    const deliveries = await Promise.all(ids.map((id) => deliveryOf(harness, id)))
    assert.deepEqual(deliveries.toSorted(), ['delivered', undefined])
    assert.deepEqual(await harness.reviews(), ['mismatch'])
  })

  it('is not cancelled by one declined card while the visitor is still on the card page', async () => {
    const harness = await open()
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'card' })
    harness.gateways.card.verify = async () => ({ state: 'refused', reason: 'declined' })
    await harness.after(10_000)
    assert.equal((await harness.progress.payment(id)).attempt.state, 'waiting')
    harness.gateways.card.verify = async (requested) => capturedResult(requested)
    await harness.after(10_000)
    assert.equal((await harness.progress.payment(id)).attempt.state, 'captured')
  })
})
