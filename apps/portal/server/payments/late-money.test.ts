import assert from 'node:assert/strict'
import { hour, minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openTill } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { Attempt } from './attempt.ts'
import { shortestPauseMs } from './check-schedule.ts'

describeOnEachEngine('money that comes late', (openDatabase) => {
  const open = async () => openTill(await openDatabase())
  type Till = Awaited<ReturnType<typeof open>>

  async function pushed(till: Till): Promise<Attempt> {
    return till.begunBy(await till.placedOrder(), { method: 'nyanja_money' })
  }

  async function passHours(till: Till, hours: number): Promise<void> {
    for (let past = 0; past < hours; past += 1) await till.after(hour)
  }

  const deliveryOf = async (till: Till, id: string) => (await till.progress.payment(id)).delivery?.state

  it('is delivered though every callback is lost', async () => {
    const till = await open()
    const { id } = await pushed(till)
    await passHours(till, 1)
    assert.equal((await till.progress.payment(id)).attempt.state, 'expired')
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await passHours(till, 2)
    assert.equal(await deliveryOf(till, id), 'delivered')
  })

  it('is found on a hosted page on which a second card was taken', async () => {
    const till = await open()
    const { id } = await till.begunBy(await till.placedOrder(), { method: 'card' })
    till.gateways.card.verify = async () => ({ state: 'refused', reason: 'declined' })
    await till.after(5000)
    till.gateways.card.verify = async (attempt) => capturedResult(attempt)
    await till.after(11 * minute)
    assert.equal(await deliveryOf(till, id), 'delivered')
  })

  it('is found at once when the visitor comes back from a page that had declined a card', async () => {
    const till = await open()
    const { id, gateway, returnToken: token } = await till.begunBy(await till.placedOrder(), { method: 'card' })
    till.gateways.card.verify = async () => ({ state: 'refused', reason: 'declined' })
    await till.after(5000)
    till.gateways.card.verify = async (attempt) => capturedResult(attempt)
    await till.progress.returned(id, { gateway, token, gaveUp: false })
    await till.after(shortestPauseMs)
    assert.equal(await deliveryOf(till, id), 'delivered')
  })

  it('is no longer looked for once the provider has refused it after its own limit', async () => {
    const till = await open()
    const { id } = await pushed(till)
    till.gateways.wallet.verify = async () => ({ state: 'refused', reason: 'declined' })
    await till.after(5000)
    await till.after(11 * minute)
    assert.equal((await till.progress.payment(id)).attempt.nextCheckAt, undefined)
  })

  it('is asked for again when the provider was silent just then', async () => {
    const till = await open()
    const { id } = await pushed(till)
    await passHours(till, 1)
    till.gateways.wallet.verify = async () => {
      throw new Error('silent')
    }
    await till.progress.hinted('wallet', id, 'the bytes')
    await till.after(1000)
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await passHours(till, 2)
    assert.equal(await deliveryOf(till, id), 'delivered')
  })

  it('comes before a person when the provider cannot confirm it after a week', async () => {
    const till = await open()
    const { id } = await pushed(till)
    await passHours(till, 7 * 24)
    till.gateways.wallet.verify = () => Promise.reject(new Error('silent'))
    await till.progress.hinted('wallet', id, 'the bytes')
    await till.after(1000)
    assert.deepEqual(await till.reviews(), ['unknown_after_the_end'])
  })

  it('comes before a person when only he can tell what it is', async () => {
    const till = await open()
    const { id } = await pushed(till)
    await passHours(till, 1)
    till.gateways.wallet.verify = async () => ({ state: 'review', reason: 'paid, but another amount' })
    await till.progress.hinted('wallet', id, 'the bytes')
    await till.after(1000)
    assert.deepEqual(await till.reviews(), ['paid, but another amount'])
  })

  it('is learned from a callback that comes while the provider is being asked', async () => {
    const till = await open()
    const { wallet } = till.gateways
    const { id } = await pushed(till)
    await till.after(9 * minute)
    wallet.verify = async () => {
      await till.progress.hinted('wallet', id, 'the bytes')
      wallet.verify = async (attempt) => capturedResult(attempt)
      return { state: 'pending' }
    }
    await till.after(2 * minute)
    await till.after(5000)
    assert.equal(await deliveryOf(till, id), 'delivered')
  })

  it('is learned once: callbacks after that leave the worker with nothing to do', async () => {
    const till = await open()
    const { id } = await pushed(till)
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await till.after(5000)
    for (const bytes of ['the bytes', 'other bytes']) await till.progress.hinted('wallet', id, bytes)
    await till.after(5000)
    assert.equal((await till.due.attempts('wallet', { limit: 10, leaseMs: 1000 })).length, 0)
  })

  it('leaves a worker alone that knew of a callback before it came', async () => {
    const till = await open()
    const { id } = await pushed(till)
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await till.after(5000)
    const { attempt } = await till.progress.payment(id)
    await till.settlement.settle(attempt)
    assert.equal((await till.history(id)).filter((event) => event.startsWith('money captured')).length, 1)
  })

  it('does not end an attempt that no provider knows of yet', async () => {
    const till = await open()
    const order = await till.placedOrder()
    const begun = await till.payments.initiate(order, { method: 'nyanja_money' })
    assert.ok('attempt' in begun)
    await till.progress.hinted('wallet', begun.attempt.id, 'the bytes')
    await till.after(1000)
    assert.equal((await till.attemptsOf(order))[0]?.state, 'created')
  })

  it('is not taken for another payment that the provider gave the same name', async () => {
    const till = await open()
    const ids = [(await pushed(till)).id, (await pushed(till)).id]
    till.gateways.wallet.verify = async (attempt) => ({
      ...capturedResult(attempt),
      state: 'captured',
      reference: attempt.id,
      providerReference: 'the same',
    })
    await till.after(5000)
    await till.after(121_000)
    const deliveries = await Promise.all(ids.map((id) => deliveryOf(till, id)))
    assert.deepEqual(deliveries.toSorted(), ['delivered', undefined])
    assert.deepEqual(await till.reviews(), ['mismatch'])
  })

  it('is not called off by one declined card while the visitor is still at the card page', async () => {
    const till = await open()
    const { id } = await till.begunBy(await till.placedOrder(), { method: 'card' })
    till.gateways.card.verify = async () => ({ state: 'refused', reason: 'declined' })
    await till.after(10_000)
    assert.equal((await till.progress.payment(id)).attempt.state, 'waiting')
    till.gateways.card.verify = async (asked) => capturedResult(asked)
    await till.after(10_000)
    assert.equal((await till.progress.payment(id)).attempt.state, 'captured')
  })
})
