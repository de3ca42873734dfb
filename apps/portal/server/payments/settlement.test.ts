import assert from 'node:assert/strict'
import { hour, minute, second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openTill } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { Attempt } from './attempt.ts'
import type { Refusal, VerificationResult } from './payment-gateway.ts'

/** Attempts of the till live ten minutes; then their provider gets half a minute more to say so itself. */
const limit = 10 * minute + 30 * second

describeOnEachEngine('a payment whose provider was asked', (openDatabase) => {
  const open = async () => openTill(await openDatabase())
  type Till = Awaited<ReturnType<typeof open>>

  const pushed = async (till: Till) => till.begunBy(await till.placedOrder(), { method: 'nyanja_money' })
  const atCardPage = async (till: Till) => till.begunBy(await till.placedOrder(), { method: 'card' })
  const refusal = (reason: Refusal) => async (): Promise<VerificationResult> => ({ state: 'refused', reason })

  async function now(till: Till, { id }: Attempt): Promise<Attempt> {
    const payment = await till.stores.reader.payment(id)
    assert.ok(payment !== undefined)
    return payment.attempt
  }

  it('is delivered though the provider echoes no sum', async () => {
    const till = await open()
    const { id } = await pushed(till)
    till.gateways.wallet.verify = async (asked) => ({ state: 'captured', reference: asked.id })
    await till.after(5 * second)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is brought before a person once, and not asked about any more, when the provider means another one', async () => {
    const till = await open()
    const attempt = await pushed(till)
    till.gateways.wallet.verify = async () => ({ state: 'captured', reference: 'another', amount: attempt.amount })
    await till.after(5 * second)
    await till.after(hour)
    assert.deepEqual(till.alerts, ['mismatch'])
    assert.deepEqual(await till.reviews(), ['mismatch'])
    assert.equal((await till.progress.payment(attempt.id)).delivery, undefined)
  })

  it('wakes the worker to deliver', async () => {
    const till = await open()
    const attempt = await pushed(till)
    till.gateways.wallet.verify = async (asked) => capturedResult(asked)
    await till.settlement.settle(await now(till, attempt))
    assert.deepEqual(till.wakes, ['deliver'])
  })

  it('is heard of once when two workers learn of its late money', async () => {
    const till = await open()
    const attempt = await pushed(till)
    await till.after(limit)
    till.gateways.wallet.verify = async (asked) => capturedResult(asked)
    const expired = await now(till, attempt)
    await Promise.all([till.settlement.settle(expired), till.settlement.settle(expired)])
    assert.deepEqual(till.alerts, ['late_capture'])
    assert.deepEqual(till.wakes, ['deliver', 'refund wallet'])
  })

  it('is over at once when a handset declines it, and is looked at once more at its end', async () => {
    const till = await open()
    const attempt = await pushed(till)
    till.gateways.wallet.verify = refusal('declined')
    await till.after(5 * second)
    const { state, refusal: reason, nextCheckAt } = await now(till, attempt)
    assert.deepEqual([state, reason, nextCheckAt], ['refused', 'declined', attempt.createdAt + limit])
    await till.after(limit - 5 * second)
    assert.equal((await now(till, attempt)).nextCheckAt, undefined)
  })

  it('is called expired when the provider says that its time is over', async () => {
    const till = await open()
    const attempt = await pushed(till)
    till.gateways.wallet.verify = refusal('expired')
    await till.after(5 * second)
    assert.equal((await now(till, attempt)).state, 'expired')
  })

  it('is over when the visitor turns back at the card page', async () => {
    const till = await open()
    const attempt = await atCardPage(till)
    till.gateways.card.verify = refusal('cancelled_by_customer')
    await till.after(5 * second)
    assert.equal((await now(till, attempt)).state, 'refused')
  })

  it('is over after a declined card once the visitor is back from the card page', async () => {
    const till = await open()
    const attempt = await atCardPage(till)
    await till.progress.returned(attempt.id, { gateway: 'card', token: attempt.returnToken, gaveUp: false })
    till.gateways.card.verify = refusal('declined')
    await till.after(5 * second)
    assert.equal((await now(till, attempt)).state, 'refused')
  })

  it('is over after a declined card when the card page has closed', async () => {
    const till = await open()
    const attempt = await atCardPage(till)
    till.gateways.card.verify = refusal('declined')
    till.clock.now += limit
    await till.work()
    const { state, nextCheckAt } = await now(till, attempt)
    assert.deepEqual([state, nextCheckAt], ['refused', undefined])
  })

  it('is over after a declined card when nobody can be standing before the card page', async () => {
    const till = await open()
    till.gateways.card.start = () => Promise.reject(new Error('the address of the page is lost'))
    const attempt = await atCardPage(till)
    till.gateways.card.verify = refusal('declined')
    await till.after(minute)
    assert.equal((await now(till, attempt)).state, 'refused')
  })

  it('ends with its time when nobody went on with it, and no earlier', async () => {
    const till = await open()
    const order = await till.placedOrder()
    const begun = await till.payments.initiate(order, { method: 'nyanja_money' })
    assert.ok('attempt' in begun)
    till.clock.now += 10 * minute - 1
    await till.settlement.settle(begun.attempt)
    const { state, nextCheckAt } = await now(till, begun.attempt)
    assert.deepEqual([state, nextCheckAt], ['created', begun.attempt.expiresAt])
    await till.after(1)
    const ended = await now(till, begun.attempt)
    assert.deepEqual([ended.state, ended.refusal], ['expired', 'expired'])
  })

  it('is given up half a minute after its time, and still asked about', async () => {
    const till = await open()
    const attempt = await pushed(till)
    till.clock.now = attempt.createdAt + limit - 1
    await till.work()
    const waiting = await now(till, attempt)
    assert.deepEqual([waiting.state, waiting.nextCheckAt], ['waiting', attempt.createdAt + limit])
    await till.after(1)
    const given = await now(till, attempt)
    assert.deepEqual([given.state, given.refusal], ['expired', 'expired'])
    assert.ok((given.nextCheckAt ?? 0) > till.clock.now)
  })

  it('comes before a person when nobody could say for a day what became of it', async () => {
    const till = await open()
    const attempt = await pushed(till)
    till.gateways.wallet.verify = async () => ({ state: 'unknown' })
    await till.after(24 * hour)
    assert.deepEqual([till.alerts, await till.reviews()], [[], []])
    await till.after(hour)
    assert.deepEqual([till.alerts, await till.reviews()], [['undecided_for_a_day'], ['undecided_for_a_day']])
    assert.equal((await now(till, attempt)).state, 'waiting')
  })

  it('waits when nothing stands behind its gateway any more', async () => {
    const till = await open()
    const attempt = await pushed(till)
    await till.settlement.settle({ ...(await now(till, attempt)), gateway: 'gone' })
    assert.equal((await now(till, attempt)).state, 'waiting')
  })

  it('is asked about again when it was called off and the provider cannot say', async () => {
    const till = await open()
    const attempt = await pushed(till)
    await till.after(limit)
    till.gateways.wallet.verify = () => Promise.reject(new Error('silent'))
    await till.after(20 * minute)
    assert.deepEqual(await till.reviews(), [])
    assert.ok((await now(till, attempt)).nextCheckAt !== undefined)
  })

  it('is looked for until its end when there is news of it after it was declined', async () => {
    const till = await open()
    const attempt = await pushed(till)
    till.gateways.wallet.verify = refusal('declined')
    await till.after(5 * second)
    await till.progress.hinted('wallet', attempt.id, 'the bytes')
    await till.after(5 * second)
    assert.equal((await now(till, attempt)).nextCheckAt, till.clock.now + 10 * second)
    await till.after(limit - 10 * second)
    assert.equal((await now(till, attempt)).nextCheckAt, undefined)
    assert.deepEqual(await till.reviews(), [])
  })

  it('is asked about no more once the money has been taken back', async () => {
    const till = await open()
    const attempt = await pushed(till)
    till.gateways.wallet.verify = async (asked) => capturedResult(asked)
    await till.after(5 * second)
    till.gateways.wallet.verify = refusal('refused')
    await till.progress.hinted('wallet', attempt.id, 'the bytes')
    await till.after(5 * second)
    let asked = 0
    till.gateways.wallet.verify = async () => {
      asked += 1
      return { state: 'pending' }
    }
    await till.settlement.settle(await now(till, attempt))
    assert.equal(asked, 0)
  })

  it('is asked about again when the provider does not know whether it still has the money', async () => {
    const till = await open()
    const attempt = await pushed(till)
    till.gateways.wallet.verify = async (asked) => capturedResult(asked)
    await till.after(5 * second)
    till.gateways.wallet.verify = async () => ({ state: 'pending' })
    await till.progress.hinted('wallet', attempt.id, 'the bytes')
    await till.after(5 * second)
    assert.ok((await now(till, attempt)).nextCheckAt !== undefined)
  })
})
