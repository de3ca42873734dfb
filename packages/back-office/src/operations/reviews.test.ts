import assert from 'node:assert/strict'
import { money } from '@nyanja/domain/money/money'
import { day, hour, minute } from '@nyanja/domain/time'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import type { Attempt } from '@nyanja/server/payments/attempt'
import { it } from 'vitest'
import { createOperationStores } from '../db/operations/stores.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { Reviews } from './reviews.ts'

const by = { who: 'thoko', why: 'seen in the statement of the provider' }
/** The price of an order of these tests. */
const amount = money('MWK', 50_000)

describeOnEachEngine('the review list', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const reviews = new Reviews({ store: createOperationStores(database, () => harness.clock.now).reviews })
    return { ...harness, reviews }
  }
  type Service = Awaited<ReturnType<typeof open>>

  async function requested({ startAttempt, placedOrder }: Service): Promise<Attempt> {
    return startAttempt(await placedOrder(), { method: 'nyanja_money' })
  }

  /** The provider reports another amount. */
  async function mismatched(service: Service): Promise<Attempt> {
    const attempt = await requested(service)
    service.gateways.wallet.verify = async (one) => ({ state: 'captured', attemptId: `not ${one.id}` })
    await service.after(5000)
    return attempt
  }

  /** Makes the BSS accept the order and then deny that it has it. */
  async function lost(service: Service): Promise<Attempt> {
    const attempt = await requested(service)
    service.gateways.wallet.verify = async (one) => capturedResult(one)
    service.deliveryProvider.prepare = async () => async () => ({ outcome: 'pending', bssReference: 'B-1' })
    for (let minutes = 0; minutes < 5; minutes += 1) await service.after(70_000)
    return attempt
  }

  async function refundStuck(service: Service): Promise<Attempt> {
    const attempt = await requested(service)
    service.gateways.wallet.verify = async (one) => capturedResult(one)
    service.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    service.gateways.wallet.refund = async () => 'unknown'
    await service.after(5000)
    await service.after(25 * hour)
    return attempt
  }

  const componentsOf = async ({ progress }: Service, { id }: Attempt) => {
    const { attempt, delivery, refund } = await progress.payment(id)
    return [attempt.state, delivery?.state, refund?.state]
  }
  const messagesOf = async ({ db }: Service) =>
    (await db.selectFrom('messages').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)

  it('lists payments that wait for staff, oldest first, with reasons', async () => {
    const service = await open()
    const [first, second] = [await mismatched(service), await mismatched(service)]
    const list = await service.reviews.list()
    assert.deepEqual(
      list.map(({ reference, reasons }) => [reference, ...reasons]),
      [
        [first.reference, 'mismatch'],
        [second.reference, 'mismatch'],
      ],
    )
  })

  it('shows the whole history of a payment by its reference, in any spelling, and by its id', async () => {
    const service = await open()
    const { reference, id } = await lost(service)
    for (const name of [reference, ` ${reference.toLowerCase()} `, id]) {
      const history = await service.reviews.show(name)
      assert.equal(history?.msisdn, '999000001')
      const [attempt] = history?.attempts ?? []
      assert.equal(attempt?.id, id)
      assert.deepEqual(attempt?.reviews, ['lost_by_the_bss'])
      assert.deepEqual(
        attempt?.events.map(({ component, to }) => `${component} ${to}`),
        await service.history(id),
      )
    }
    assert.equal(await service.reviews.show('NYA-0000-0000'), undefined)
  })

  it('never reveals the id with which an order can be paid', async () => {
    const service = await open()
    const { reference, orderId, returnToken } = await lost(service)
    const reported = JSON.stringify([await service.reviews.show(reference), await service.reviews.list()])
    assert.ok(!reported.includes(orderId))
    assert.ok(!reported.includes(returnToken))
  })

  it('delivers a payment that staff found captured', async () => {
    const service = await open()
    const attempt = await mismatched(service)
    const resolved = await service.reviews.resolve(attempt.reference, { resolution: 'paid', amount, ...by })
    assert.deepEqual(resolved, { outcome: 'resolved', reference: attempt.reference })
    await service.after(1000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'delivered', undefined])
    assert.equal((await service.progress.payment(attempt.id)).attempt.paysOrder, true)
    assert.deepEqual(await service.reviews.list(), [])
  })

  it('refunds a payment that staff found captured when another payment has paid the order', async () => {
    const service = await open()
    const order = await service.placedOrder()
    const first = await service.startAttempt(order, { method: 'card' })
    const second = await service.startAttempt(order, { method: 'nyanja_money' })
    service.gateways.card.verify = async (one) => ({ state: 'captured', attemptId: `not ${one.id}` })
    service.gateways.wallet.verify = async (one) => capturedResult(one)
    await service.after(5000)
    assert.deepEqual(await componentsOf(service, second), ['captured', 'delivered', undefined])

    const resolved = await service.reviews.resolve(first.reference, { resolution: 'paid', amount, ...by })
    assert.equal(resolved.outcome, 'resolved')
    await service.after(1000)
    assert.deepEqual(await componentsOf(service, first), ['captured_late', undefined, 'refunded'])
  })

  it('refunds immediately what staff decide not to deliver', async () => {
    const service = await open()
    const attempt = await mismatched(service)
    await service.reviews.resolve(attempt.reference, { resolution: 'refund', amount, ...by })
    await service.after(1000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', undefined, 'refunded'])
    assert.deepEqual(await messagesOf(service), ['refundBegun', 'refunded'])
  })

  it('ends a payment that staff found uncaptured, and still accepts late money', async () => {
    const service = await open()
    const attempt = await mismatched(service)
    await service.reviews.resolve(attempt.reference, { resolution: 'unpaid', ...by })
    assert.deepEqual(await componentsOf(service, attempt), ['expired', undefined, undefined])

    service.gateways.wallet.verify = async (one) => capturedResult(one)
    await service.progress.hinted('wallet', attempt.id, 'the bytes')
    await service.after(5000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured_late', 'delivered', undefined])
  })

  it('checks a payment after a callback that arrived while staff closed it', async () => {
    const service = await open()
    const attempt = await mismatched(service)
    service.gateways.wallet.verify = async (one) => capturedResult(one)
    await service.progress.hinted('wallet', attempt.id, 'the bytes')
    await service.reviews.resolve(attempt.reference, { resolution: 'unpaid', ...by })
    await service.after(1000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured_late', 'delivered', undefined])
  })

  it("records staff's statement that the customer has the goods, and notifies the customer", async () => {
    const service = await open()
    const attempt = await lost(service)
    await service.reviews.resolve(attempt.reference, { resolution: 'delivered', ...by })
    await service.after(2 * hour)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'delivered', undefined])
    assert.deepEqual(await messagesOf(service), ['deliveredAirtime'])
  })

  it('refunds what the BSS has lost once the BSS has said again that it has nothing', async () => {
    const service = await open()
    const attempt = await lost(service)
    const resolved = await service.reviews.resolve(attempt.reference, { resolution: 'refund', ...by })
    assert.deepEqual(resolved, { outcome: 'asks_bss', reference: attempt.reference })
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'sending', undefined])
    await service.after(1000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'impossible', 'refunded'])
    assert.deepEqual(await messagesOf(service), ['refundBegun', 'refunded'])
    assert.deepEqual(await service.reviews.list(), [])
  })

  it('asks the BSS once to cancel what it still holds, and refunds when it did', async () => {
    const service = await open()
    const attempt = await lost(service)
    const cancelled: string[] = []
    const found = { isOver: false }
    service.deliveryProvider.findByReference = async () =>
      found.isOver ? { outcome: 'impossible', reason: 'cancelled' } : { outcome: 'pending', bssReference: 'B-1' }
    service.deliveryProvider.cancel = async ({ id }, bssReference) => {
      cancelled.push(`${id} ${bssReference}`)
      throw new Error('The answer is lost')
    }
    await service.after(hour)
    assert.deepEqual(cancelled, [])
    await service.reviews.resolve(attempt.reference, { resolution: 'refund', ...by })
    for (let minutes = 0; minutes < 3; minutes += 1) await service.after(minute)
    assert.deepEqual(cancelled, [`${attempt.id} B-1`])
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'sending', undefined])
    found.isOver = true
    await service.after(minute)
    await service.after(1000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'impossible', 'refunded'])
  })

  it('refunds nothing that the BSS still holds, and nothing that it delivers meanwhile', async () => {
    const service = await open()
    const attempt = await lost(service)
    service.deliveryProvider.findByReference = async () => ({ outcome: 'pending', bssReference: 'B-1' })
    const refund = () => service.reviews.resolve(attempt.reference, { resolution: 'refund', ...by })
    assert.equal((await refund()).outcome, 'asks_bss')
    for (let minutes = 0; minutes < 30; minutes += 1) await service.after(minute)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'sending', undefined])
    assert.deepEqual(await refund(), { outcome: 'overtaken' })

    service.deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    await service.after(minute)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'delivered', undefined])
    assert.deepEqual(await messagesOf(service), ['deliveredAirtime'])
    await service.after(day)
    assert.equal((await service.progress.payment(attempt.id)).refund, undefined)
  })

  it('asks an unreachable BSS until it answers, and never refunds without an answer', async () => {
    const service = await open()
    const attempt = await lost(service)
    service.deliveryProvider.findByReference = () => Promise.reject(new Error('HTTP 503'))
    await service.reviews.resolve(attempt.reference, { resolution: 'refund', ...by })
    for (let hours = 0; hours < 30; hours += 1) await service.after(hour)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'sending', undefined])
    service.deliveryProvider.findByReference = async () => undefined
    await service.after(hour)
    await service.after(0)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'impossible', 'refunded'])
  })

  it('lists within the hour what the BSS delivers after its refund', async () => {
    const service = await open()
    const attempt = await lost(service)
    await service.reviews.resolve(attempt.reference, { resolution: 'refund', ...by })
    await service.after(1000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'impossible', 'refunded'])
    assert.deepEqual(await service.reviews.list(), [])
    service.deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    for (let minutes = 0; minutes < 60; minutes += 1) await service.after(minute)
    const [item] = await service.reviews.list()
    assert.deepEqual(item?.reasons, ['delivered_although_refunded'])
    assert.deepEqual(item?.components, { money: 'captured', delivery: 'impossible', refund: 'refunded' })
    assert.ok(service.alerts.includes('delivered_although_refunded'))
    assert.deepEqual(await messagesOf(service), ['refundBegun', 'refunded'])
    assert.equal(
      (await service.reviews.resolve(attempt.reference, { resolution: 'closed', ...by })).outcome,
      'resolved',
    )
    await service.after(day)
    assert.deepEqual(await service.reviews.list(), [])
  })

  it('looks for a refunded delivery soon, then every hour for a day, and then no more', async () => {
    const service = await open()
    const attempt = await lost(service)
    await service.reviews.resolve(attempt.reference, { resolution: 'refund', ...by })
    await service.after(1000)
    const looks: number[] = []
    const refundedAt = service.clock.now
    service.deliveryProvider.findByReference = async () => {
      looks.push(service.clock.now - refundedAt)
      return undefined
    }
    for (let quarters = 0; quarters < 8 * 30; quarters += 1) await service.after(hour / 4)
    const pauses = looks.map((at, index) => at - (looks[index - 1] ?? 0))
    assert.ok(looks.length < 40, String(looks.length))
    assert.ok(pauses.every((pause) => pause <= hour + hour / 4))
    assert.ok((looks.at(-1) ?? 0) >= day && (looks.at(-1) ?? 0) <= day + hour)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'impossible', 'refunded'])
  })

  it('records a refund that was made by hand', async () => {
    const service = await open()
    const attempt = await refundStuck(service)
    const refunded = { resolution: 'refunded', ...by } as const
    for (const wrong of [undefined, money('MWK', 49_999), money('USD', 50_000)])
      assert.deepEqual(await service.reviews.resolve(attempt.reference, { ...refunded, amount: wrong }), {
        outcome: 'wrong_amount',
      })
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'impossible', 'review'])
    await service.reviews.resolve(attempt.reference, { ...refunded, amount })
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'impossible', 'refunded'])
    assert.deepEqual(await messagesOf(service), ['refundBegun', 'refunded'])
  })

  it('lets a case be closed only when it has resolved itself', async () => {
    const service = await open()
    const attempt = await lost(service)
    const close = () => service.reviews.resolve(attempt.reference, { resolution: 'closed', ...by })
    assert.deepEqual(await close(), { outcome: 'not_allowed', allowed: ['delivered', 'refund'] })

    service.deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'B-9' })
    await service.after(2 * hour)
    assert.equal((await close()).outcome, 'resolved')
    assert.deepEqual(await service.reviews.list(), [])
  })

  it('records who decided what, and why', async () => {
    const service = await open()
    const { reference } = await mismatched(service)
    await service.reviews.resolve(reference, { resolution: 'unpaid', ...by })
    const [action] = (await service.reviews.show(reference))?.actions ?? []
    assert.deepEqual(action, { at: service.clock.now, subject: reference, action: 'payments resolve unpaid', ...by })
    const { detail } = await service.db.selectFrom('operator_actions').select('detail').executeTakeFirstOrThrow()
    assert.equal(detail, 'mismatch')
  })

  it('lets the first of two members of staff decide', async () => {
    const service = await open()
    const attempt = await mismatched(service)
    const outcomes = await Promise.all(
      (['refund', 'unpaid', 'paid'] as const).map((resolution) =>
        service.reviews.resolve(attempt.reference, { resolution, amount, ...by }),
      ),
    )
    assert.equal(outcomes.filter(({ outcome }) => outcome === 'resolved').length, 1)
    const actions = await service.db.selectFrom('operator_actions').selectAll().execute()
    assert.equal(actions.length, 1)
  })

  it('asks the BSS once when two members of staff want a refund', async () => {
    const service = await open()
    const attempt = await lost(service)
    const refund = () => service.reviews.resolve(attempt.reference, { resolution: 'refund', ...by })
    const outcomes = await Promise.all([refund(), refund()])
    assert.deepEqual(outcomes.map(({ outcome }) => outcome).sort(), ['asks_bss', 'overtaken'])
    const actions = await service.db.selectFrom('operator_actions').selectAll().execute()
    assert.equal(actions.length, 1)
  })

  it("prevents staff's action on a payment that a worker is processing", async () => {
    const service = await open()
    const attempt = await lost(service)
    service.clock.now += 2 * hour
    assert.equal((await service.due.deliveries({ limit: 1, leaseMs: minute })).length, 1)
    const resolve = () => service.reviews.resolve(attempt.reference, { resolution: 'refund', ...by })
    assert.deepEqual(await resolve(), { outcome: 'overtaken' })
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'sending', undefined])
    service.clock.now += minute
    assert.equal((await resolve()).outcome, 'asks_bss')
  })

  it("prevents staff's action on a payment that needs none", async () => {
    const service = await open()
    const { reference } = await requested(service)
    const unpaid = { resolution: 'unpaid', ...by } as const
    assert.deepEqual(await service.reviews.resolve(reference, unpaid), { outcome: 'not_in_review' })
    assert.deepEqual(await service.reviews.resolve('NYA-0000-0000', unpaid), { outcome: 'unknown_payment' })
  })

  it('lists a payment again when the same reason recurs', async () => {
    const service = await open()
    const attempt = await mismatched(service)
    await service.reviews.resolve(attempt.reference, { resolution: 'unpaid', ...by })
    await service.progress.hinted('wallet', attempt.id, 'the bytes')
    await service.after(5000)
    assert.deepEqual(
      (await service.reviews.list()).map(({ reasons }) => reasons),
      [['mismatch']],
    )
  })
})
