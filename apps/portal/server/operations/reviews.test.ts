import assert from 'node:assert/strict'
import { hour, minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { createOperationStores } from '../db/operations/stores.ts'
import { capturedResult, openTill } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { Attempt } from '../payments/attempt.ts'
import { Reviews } from './reviews.ts'

const by = { who: 'thoko', why: 'seen in the statement of the provider' }

describeOnEachEngine('the review list', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const till = openTill(database)
    const reviews = new Reviews({ store: createOperationStores(database, () => till.clock.now).reviews })
    return { ...till, reviews }
  }
  type Desk = Awaited<ReturnType<typeof open>>

  async function asked({ begunBy, placedOrder }: Desk): Promise<Attempt> {
    return begunBy(await placedOrder(), { method: 'nyanja_money' })
  }

  /** The provider names another amount. */
  async function mismatched(desk: Desk): Promise<Attempt> {
    const attempt = await asked(desk)
    desk.gateways.wallet.verify = async (one) => ({ state: 'captured', reference: `not ${one.id}` })
    await desk.after(5000)
    return attempt
  }

  /** The BSS takes it and then denies that it has it. */
  async function lost(desk: Desk): Promise<Attempt> {
    const attempt = await asked(desk)
    desk.gateways.wallet.verify = async (one) => capturedResult(one)
    desk.deliverer.prepare = async () => async () => ({ outcome: 'pending', bssReference: 'B-1' })
    for (let minutes = 0; minutes < 5; minutes += 1) await desk.after(70_000)
    return attempt
  }

  async function refundStuck(desk: Desk): Promise<Attempt> {
    const attempt = await asked(desk)
    desk.gateways.wallet.verify = async (one) => capturedResult(one)
    desk.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    desk.gateways.wallet.refund = async () => 'unknown'
    await desk.after(5000)
    await desk.after(25 * hour)
    return attempt
  }

  const legsOf = async ({ progress }: Desk, { id }: Attempt) => {
    const { attempt, delivery, refund } = await progress.payment(id)
    return [attempt.state, delivery?.state, refund?.state]
  }
  const messagesOf = async ({ db }: Desk) =>
    (await db.selectFrom('messages').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)

  it('names what waits for a person, the oldest first, and why', async () => {
    const desk = await open()
    const [first, second] = [await mismatched(desk), await mismatched(desk)]
    const list = await desk.reviews.list()
    assert.deepEqual(
      list.map(({ reference, reasons }) => [reference, ...reasons]),
      [
        [first.reference, 'mismatch'],
        [second.reference, 'mismatch'],
      ],
    )
  })

  it('shows the whole history of a payment by its reference, however it is typed, and by its id', async () => {
    const desk = await open()
    const { reference, id } = await lost(desk)
    for (const name of [reference, ` ${reference.toLowerCase()} `, id]) {
      const history = await desk.reviews.show(name)
      assert.equal(history?.msisdn, '999000001')
      const [attempt] = history?.attempts ?? []
      assert.equal(attempt?.id, id)
      assert.deepEqual(attempt?.reviews, ['lost_by_the_bss'])
      assert.deepEqual(
        attempt?.events.map(({ leg, to }) => `${leg} ${to}`),
        await desk.history(id),
      )
    }
    assert.equal(await desk.reviews.show('NYA-0000-0000'), undefined)
  })

  it('never tells the id with which an order can be paid', async () => {
    const desk = await open()
    const { reference, orderId, returnToken } = await lost(desk)
    const told = JSON.stringify([await desk.reviews.show(reference), await desk.reviews.list()])
    assert.ok(!told.includes(orderId))
    assert.ok(!told.includes(returnToken))
  })

  it('delivers what a person found paid', async () => {
    const desk = await open()
    const attempt = await mismatched(desk)
    const resolved = await desk.reviews.resolve(attempt.reference, { resolution: 'paid', ...by })
    assert.deepEqual(resolved, { outcome: 'resolved', reference: attempt.reference })
    await desk.after(1000)
    assert.deepEqual(await legsOf(desk, attempt), ['captured', 'delivered', undefined])
    assert.equal((await desk.progress.payment(attempt.id)).attempt.paysOrder, true)
    assert.deepEqual(await desk.reviews.list(), [])
  })

  it('gives back what a person found paid for an order that another payment has paid', async () => {
    const desk = await open()
    const order = await desk.placedOrder()
    const first = await desk.begunBy(order, { method: 'card' })
    const second = await desk.begunBy(order, { method: 'nyanja_money' })
    desk.gateways.card.verify = async (one) => ({ state: 'captured', reference: `not ${one.id}` })
    desk.gateways.wallet.verify = async (one) => capturedResult(one)
    await desk.after(5000)
    assert.deepEqual(await legsOf(desk, second), ['captured', 'delivered', undefined])

    const resolved = await desk.reviews.resolve(first.reference, { resolution: 'paid', ...by })
    assert.equal(resolved.outcome, 'resolved')
    await desk.after(1000)
    assert.deepEqual(await legsOf(desk, first), ['captured_late', undefined, 'refunded'])
  })

  it('gives back at once what a person does not want to deliver any more', async () => {
    const desk = await open()
    const attempt = await mismatched(desk)
    await desk.reviews.resolve(attempt.reference, { resolution: 'refund', ...by })
    await desk.after(1000)
    assert.deepEqual(await legsOf(desk, attempt), ['captured', undefined, 'refunded'])
    assert.deepEqual(await messagesOf(desk), ['refundBegun', 'refunded'])
  })

  it('ends what a person found unpaid, and still adopts late money', async () => {
    const desk = await open()
    const attempt = await mismatched(desk)
    await desk.reviews.resolve(attempt.reference, { resolution: 'unpaid', ...by })
    assert.deepEqual(await legsOf(desk, attempt), ['expired', undefined, undefined])

    desk.gateways.wallet.verify = async (one) => capturedResult(one)
    await desk.progress.hinted('wallet', attempt.id, 'the bytes')
    await desk.after(5000)
    assert.deepEqual(await legsOf(desk, attempt), ['captured_late', 'delivered', undefined])
  })

  it('hears of money that the provider spoke of while a person found it unpaid', async () => {
    const desk = await open()
    const attempt = await mismatched(desk)
    desk.gateways.wallet.verify = async (one) => capturedResult(one)
    await desk.progress.hinted('wallet', attempt.id, 'the bytes')
    await desk.reviews.resolve(attempt.reference, { resolution: 'unpaid', ...by })
    await desk.after(1000)
    assert.deepEqual(await legsOf(desk, attempt), ['captured_late', 'delivered', undefined])
  })

  it('believes a person that the customer has what he bought, and tells him', async () => {
    const desk = await open()
    const attempt = await lost(desk)
    await desk.reviews.resolve(attempt.reference, { resolution: 'delivered', ...by })
    await desk.after(2 * hour)
    assert.deepEqual(await legsOf(desk, attempt), ['captured', 'delivered', undefined])
    assert.deepEqual(await messagesOf(desk), ['deliveredAirtime'])
  })

  it('gives nothing back of what was sent a moment ago: it may still arrive', async () => {
    const desk = await open()
    const attempt = await mismatched(desk)
    desk.deliverer.prepare = async () => () => Promise.reject(new Error('silent'))
    await desk.reviews.resolve(attempt.reference, { resolution: 'paid', ...by })
    await desk.after(1000)
    await desk.db
      .insertInto('reviews')
      .values({ attempt_id: attempt.id, reason: 'undecided', created_at: desk.clock.now })
      .execute()
    const refund = () => desk.reviews.resolve(attempt.reference, { resolution: 'refund', ...by })
    assert.deepEqual(await refund(), { outcome: 'overtaken' })
    desk.clock.now += 2 * minute
    assert.equal((await refund()).outcome, 'resolved')
  })

  it('gives back what the BSS has lost', async () => {
    const desk = await open()
    const attempt = await lost(desk)
    await desk.reviews.resolve(attempt.reference, { resolution: 'refund', ...by })
    await desk.after(2 * hour)
    assert.deepEqual(await legsOf(desk, attempt), ['captured', 'impossible', 'refunded'])
    assert.deepEqual(await messagesOf(desk), ['refundBegun', 'refunded'])
  })

  it('takes note of a refund that was made by hand', async () => {
    const desk = await open()
    const attempt = await refundStuck(desk)
    await desk.reviews.resolve(attempt.reference, { resolution: 'refunded', ...by })
    assert.deepEqual(await legsOf(desk, attempt), ['captured', 'impossible', 'refunded'])
    assert.deepEqual(await messagesOf(desk), ['refundBegun', 'refunded'])
  })

  it('lets a case be closed that has settled itself, and only then', async () => {
    const desk = await open()
    const attempt = await lost(desk)
    const close = () => desk.reviews.resolve(attempt.reference, { resolution: 'closed', ...by })
    assert.deepEqual(await close(), { outcome: 'not_allowed', allowed: ['delivered', 'refund'] })

    desk.deliverer.readBack = async () => ({ outcome: 'delivered', bssReference: 'B-9' })
    await desk.after(2 * hour)
    assert.equal((await close()).outcome, 'resolved')
    assert.deepEqual(await desk.reviews.list(), [])
  })

  it('writes down who decided what, and why', async () => {
    const desk = await open()
    const { reference } = await mismatched(desk)
    await desk.reviews.resolve(reference, { resolution: 'unpaid', ...by })
    const [action] = (await desk.reviews.show(reference))?.actions ?? []
    assert.deepEqual(action, { at: desk.clock.now, subject: reference, action: 'payments resolve unpaid', ...by })
    const { detail } = await desk.db.selectFrom('operator_actions').select('detail').executeTakeFirstOrThrow()
    assert.equal(detail, 'mismatch')
  })

  it('lets the first of two people decide', async () => {
    const desk = await open()
    const attempt = await lost(desk)
    const outcomes = await Promise.all(
      (['refund', 'delivered', 'refund'] as const).map((resolution) =>
        desk.reviews.resolve(attempt.reference, { resolution, ...by }),
      ),
    )
    assert.equal(outcomes.filter(({ outcome }) => outcome === 'resolved').length, 1)
    const actions = await desk.db.selectFrom('operator_actions').selectAll().execute()
    assert.equal(actions.length, 1)
  })

  it('keeps a person off a payment that a worker is at', async () => {
    const desk = await open()
    const attempt = await lost(desk)
    desk.clock.now += 2 * hour
    assert.equal((await desk.due.deliveries({ limit: 1, leaseMs: minute })).length, 1)
    const resolve = () => desk.reviews.resolve(attempt.reference, { resolution: 'refund', ...by })
    assert.deepEqual(await resolve(), { outcome: 'overtaken' })
    assert.deepEqual(await legsOf(desk, attempt), ['captured', 'sending', undefined])
    desk.clock.now += minute
    assert.equal((await resolve()).outcome, 'resolved')
  })

  it('keeps a person off a payment that needs none', async () => {
    const desk = await open()
    const { reference } = await asked(desk)
    const unpaid = { resolution: 'unpaid', ...by } as const
    assert.deepEqual(await desk.reviews.resolve(reference, unpaid), { outcome: 'not_in_review' })
    assert.deepEqual(await desk.reviews.resolve('NYA-0000-0000', unpaid), { outcome: 'unknown_payment' })
  })

  it('names a payment again when the same trouble comes back', async () => {
    const desk = await open()
    const attempt = await mismatched(desk)
    await desk.reviews.resolve(attempt.reference, { resolution: 'unpaid', ...by })
    await desk.progress.hinted('wallet', attempt.id, 'the bytes')
    await desk.after(5000)
    assert.deepEqual(
      (await desk.reviews.list()).map(({ reasons }) => reasons),
      [['mismatch']],
    )
  })
})
