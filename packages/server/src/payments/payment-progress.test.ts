import assert from 'node:assert/strict'
import { minute, second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { shortestPauseMs } from './status-checks.ts'

describeOnEachEngine('reading the status', (openDatabase) => {
  it('causes an immediate status check when the next one is not due yet, and one for many reads', async () => {
    const harness = openPayments(await openDatabase())
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'card' })
    for (let time = 0; time < 13; time += 1) await harness.after(10_000)
    let requested = 0
    harness.gateways.card.verify = async () => {
      requested += 1
      return { state: 'pending' }
    }
    await harness.after(10_000)
    assert.equal(requested, 0)

    await harness.progress.payment(id)
    await harness.after(0)
    assert.equal(requested, 1)
    for (let look = 0; look < 5; look += 1) {
      await harness.progress.payment(id)
      await harness.after(100)
    }
    assert.equal(requested, 1)
  })

  it('causes no check before the provider can know the payment', async () => {
    const harness = openPayments(await openDatabase())
    const { id, createdAt } = await harness.startAttempt(await harness.placedOrder(), { method: 'card' })
    harness.gateways.card.firstEnquiryAfterMs = 20 * second
    await harness.stores.checks.checkLater((await harness.progress.payment(id)).attempt, createdAt + minute)
    harness.clock.now += 5 * second
    await harness.progress.payment(id)
    assert.equal((await harness.progress.payment(id)).attempt.nextCheckAt, createdAt + 20 * second)
  })

  it('causes no check of a decided payment', async () => {
    const harness = openPayments(await openDatabase())
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
    await harness.after(minute * 11)
    const { nextCheckAt } = (await harness.progress.payment(id)).attempt
    harness.clock.now += minute
    await harness.progress.payment(id)
    assert.equal((await harness.progress.payment(id)).attempt.nextCheckAt, nextCheckAt)
  })

  it('finds nothing for an unknown id', async () => {
    const harness = openPayments(await openDatabase())
    await assert.rejects(harness.progress.payment('no-such-id'), { code: 'not_found' })
  })

  it('shows the superseded method while no other was started', async () => {
    const harness = openPayments(await openDatabase())
    const left = await harness.startAttempt(await harness.placedOrder(), { method: 'card' })
    await harness.stores.attempts.supersede(left)
    assert.equal((await harness.progress.payment(left.id)).attempt.id, left.id)
  })

  it('shows the method that paid, although another was tried after it', async () => {
    const harness = openPayments(await openDatabase())
    const order = await harness.placedOrder()
    const left = await harness.startAttempt(order, { method: 'card' })
    harness.clock.now += second
    const middle = await harness.startAttempt(order, { method: 'card', gateway: 'otherCard' })
    harness.clock.now += second
    const last = await harness.startAttempt(order, { method: 'nyanja_money' })
    assert.equal((await harness.progress.payment(left.id)).attempt.id, last.id)
    harness.gateways.otherCard.verify = async (requested) => capturedResult(requested)
    await harness.after(minute)
    assert.equal((await harness.progress.payment(left.id)).attempt.id, middle.id)
    assert.equal((await harness.progress.pageOf(order, 'status')).attempt?.id, middle.id)
  })
})

describeOnEachEngine('the page of an order', (openDatabase) => {
  it('is about no attempt before there is one, and then about the live one', async () => {
    const harness = openPayments(await openDatabase())
    const order = await harness.placedOrder()
    assert.deepEqual(await harness.progress.pageOf(order, 'choose'), { page: 'choose', situation: 'open' })
    const left = await harness.startAttempt(order, { method: 'card' })
    harness.clock.now += second
    const next = await harness.startAttempt(order, { method: 'nyanja_money' })
    assert.notEqual(next.id, left.id)
    const { page, situation, attempt } = await harness.progress.pageOf(order, 'choose')
    assert.deepEqual([page, situation, attempt?.id], ['status', 'asked', next.id])
  })

  it('expires at the very end of its hour', async () => {
    const harness = openPayments(await openDatabase())
    const order = await harness.placedOrder()
    harness.clock.now = order.expiresAt - 1
    assert.equal((await harness.progress.pageOf(order, 'choose')).situation, 'open')
    harness.clock.now = order.expiresAt
    assert.equal((await harness.progress.pageOf(order, 'choose')).situation, 'ended')
  })
})

describeOnEachEngine('a visitor who returns from a card page', (openDatabase) => {
  async function atCardPage() {
    const harness = openPayments(await openDatabase())
    const order = await harness.orders.inLanguage(await harness.placedOrder(), 'sw')
    const attempt = await harness.startAttempt(order, { method: 'card' })
    const abandoned: string[] = []
    harness.gateways.card.abandon = async ({ id }) => void abandoned.push(id)
    const now = async () => (await harness.progress.payment(attempt.id)).attempt
    return { ...harness, order, attempt, abandoned, now }
  }

  it("is sent to the order in the visitor's language, and the payment is checked immediately", async () => {
    const { progress, attempt, order, abandoned, notifications, clock, now } = await atCardPage()
    const back = await progress.returned(attempt.id, { gateway: 'card', token: attempt.returnToken, gaveUp: false })
    assert.deepEqual(back, { id: attempt.id, language: 'sw', orderId: order.id })
    const { returnedAt, nextCheckAt } = await now()
    assert.deepEqual([returnedAt, nextCheckAt], [clock.now, clock.now])
    assert.deepEqual([notifications, abandoned], [['settle card'], []])
  })

  it('has the page closed after cancelling, although the provider is silent', async () => {
    const { progress, attempt, abandoned, gateways } = await atCardPage()
    const { abandon } = gateways.card
    gateways.card.abandon = async (requested) => {
      await abandon(requested)
      throw new Error('silent')
    }
    await progress.returned(attempt.id, { gateway: 'card', token: attempt.returnToken, gaveUp: true })
    assert.deepEqual(abandoned, [attempt.id])
  })

  it.each(['none', 'a shorter', 'another'])(
    'learns nothing of the order and changes nothing with %s token',
    async (which) => {
      const { progress, attempt, abandoned, now } = await atCardPage()
      const tokens: Record<string, string> = { 'a shorter': 'x', another: 'x'.repeat(attempt.returnToken.length) }
      const token = tokens[which]
      const from = { gateway: 'card', gaveUp: true, ...(token !== undefined && { token }) }
      assert.deepEqual(await progress.returned(attempt.id, from), { id: attempt.id, language: 'sw' })
      assert.equal((await now()).returnedAt, undefined)
      assert.deepEqual(abandoned, [])
    },
  )

  it('causes no check when the money is captured', async () => {
    const harness = await atCardPage()
    harness.gateways.card.verify = async (requested) => capturedResult(requested)
    await harness.after(5 * second)
    const { attempt } = harness
    await harness.progress.returned(attempt.id, { gateway: 'card', token: attempt.returnToken, gaveUp: true })
    const { returnedAt, nextCheckAt } = await harness.now()
    assert.deepEqual([returnedAt, nextCheckAt, harness.abandoned], [undefined, undefined, []])
  })

  it('is not found at another gateway', async () => {
    const { progress, attempt } = await atCardPage()
    const from = { gateway: 'otherCard', token: attempt.returnToken, gaveUp: false }
    await assert.rejects(progress.returned(attempt.id, from), { code: 'not_found' })
  })
})

describeOnEachEngine('a callback of a provider', (openDatabase) => {
  it('causes an immediate check and notifies the worker, the first time', async () => {
    const { progress, placedOrder, startAttempt, after, clock, notifications } = openPayments(await openDatabase())
    const { id } = await startAttempt(await placedOrder(), { method: 'nyanja_money' })
    await after(minute)
    clock.now += second
    assert.equal(await progress.hinted('wallet', id, 'the bytes'), true)
    assert.equal((await progress.payment(id)).attempt.nextCheckAt, clock.now - second + shortestPauseMs)
    assert.equal(await progress.hinted('wallet', id, 'the bytes'), true)
    assert.deepEqual(notifications, ['settle wallet'])
  })

  it('is refused for an unknown payment, or one of another provider', async () => {
    const { progress, placedOrder, startAttempt } = openPayments(await openDatabase())
    const { id } = await startAttempt(await placedOrder(), { method: 'nyanja_money' })
    assert.equal(await progress.hinted('card', id, 'the bytes'), false)
    assert.equal(await progress.hinted('wallet', 'no-such-id', 'the bytes'), false)
  })
})

describeOnEachEngine('an authenticated callback about a payment that the database has lost', (openDatabase) => {
  async function notedAfter(referencesOf: (known: string) => readonly string[]) {
    const { db, progress, placedOrder, startAttempt } = openPayments(await openDatabase())
    const { id } = await startAttempt(await placedOrder(), { method: 'card' })
    for (const reference of referencesOf(id)) await progress.noteUnknown('card', reference)
    const rows = await db.selectFrom('unknown_payments').select(['gateway', 'reference']).orderBy('reference').execute()
    return rows.map(({ gateway, reference }) => `${gateway} ${reference}`)
  }

  it('is kept for staff when its reference looks like one of the portal', async () => {
    const shortest = 'A'.repeat(26)
    const longest = '9'.repeat(30)
    assert.deepEqual(await notedAfter(() => [shortest, longest]), [`card ${longest}`, `card ${shortest}`])
  })

  it('is not kept when the payment is known, or when another system of the merchant made it', async () => {
    const ours = 'A'.repeat(26)
    const foreign = [ours.slice(1), `${ours}AAAAA`, ours.toLowerCase(), `INV-${ours}`, `${ours}.`, 'A']
    assert.deepEqual(await notedAfter((known) => [known, ...foreign]), [])
  })
})
