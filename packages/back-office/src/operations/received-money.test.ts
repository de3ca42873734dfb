import assert from 'node:assert/strict'
import { transaction } from '@nyanja/database/transaction'
import { type Money, money } from '@nyanja/domain/money/money'
import type { DifferenceRules } from '@nyanja/domain/payments/received-money'
import { minute } from '@nyanja/domain/time'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import type { Attempt } from '@nyanja/server/payments/attempt'
import { it } from 'vitest'
import { refundDelivered } from '../db/operations/refund-acts.ts'
import { createOperationStores } from '../db/operations/stores.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { Reviews } from './reviews.ts'

const by = { who: 'thoko', why: 'seen in the statement of the provider' }
/** The price of an order of these tests. */
const amount = money('MWK', 50_000)

describeOnEachEngine('another amount than was asked for', (openDatabase) => {
  async function open(differences?: DifferenceRules) {
    const database = await openDatabase()
    const harness = openPayments(database)
    const store = createOperationStores(database, () => harness.clock.now).reviews
    return { ...harness, reviews: new Reviews({ store, ...(differences && { differences }) }) }
  }
  type Service = Awaited<ReturnType<typeof open>>

  const componentsOf = async ({ progress }: Service, { id }: Attempt) => {
    const { attempt, delivery, refund } = await progress.payment(id)
    return [attempt.state, delivery?.state, refund?.state]
  }
  const messagesOf = async ({ db }: Service) =>
    (await db.selectFrom('messages').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)

  /** The provider took another amount than it was asked for. */
  async function tookAnother(service: Service, received: Money): Promise<Attempt> {
    const attempt = await service.startAttempt(await service.placedOrder(), { method: 'nyanja_money' })
    service.gateways.wallet.verify = async (one) => ({ ...capturedResult(one), amount: received })
    await service.after(5000)
    return attempt
  }
  const receivedOf = async ({ reviews }: Service, { reference }: Attempt) =>
    (await reviews.show(reference))?.attempts[0]?.received?.amount

  it('is shown to staff, who can resolve the payment with no other amount', async () => {
    const service = await open()
    const attempt = await tookAnother(service, money('MWK', 25_000))
    assert.deepEqual(await receivedOf(service, attempt), money('MWK', 25_000))
    for (const resolution of ['paid', 'refund'] as const)
      for (const typed of [undefined, amount, money('MWK', 0), money('USD', 25_000)])
        assert.deepEqual(await service.reviews.resolve(attempt.reference, { resolution, amount: typed, ...by }), {
          outcome: 'wrong_amount',
        })
    assert.deepEqual(await componentsOf(service, attempt), ['waiting', undefined, undefined])
  })

  it('goes back when it is too little', async () => {
    const service = await open()
    const received = money('MWK', 25_000)
    const attempt = await tookAnother(service, received)
    const refunded: Money[] = []
    service.gateways.wallet.refund = async ({ amount: returned }) => {
      refunded.push(returned)
      return 'refunded'
    }
    await service.reviews.resolve(attempt.reference, { resolution: 'paid', amount: received, ...by })
    await service.after(1000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', undefined, 'refunded'])
    assert.deepEqual(refunded, [received])
    const [shown] = (await service.reviews.show(attempt.reference))?.attempts ?? []
    assert.deepEqual([shown?.amount, shown?.asked], [received, amount])
  })

  it('buys as much airtime as it pays for, where the market says so', async () => {
    const service = await open({ shortfall: 'deliver_part', excess: 'refund' })
    const received = money('MWK', 25_000)
    const attempt = await tookAnother(service, received)
    await service.reviews.resolve(attempt.reference, { resolution: 'paid', amount: received, ...by })
    await service.after(1000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'delivered', undefined])
    assert.deepEqual((await service.progress.payment(attempt.id)).delivery?.amount, received)
  })

  it('buys the order, and what is beyond its price goes back', async () => {
    const service = await open()
    service.gateways.wallet.refundsParts = true
    const received = money('MWK', 80_000)
    const attempt = await tookAnother(service, received)
    await service.reviews.resolve(attempt.reference, { resolution: 'paid', amount: received, ...by })
    await service.after(1000)
    await service.after(minute)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'delivered', 'refunded'])
    const { delivery, refund } = await service.progress.payment(attempt.id)
    assert.deepEqual([delivery?.amount, refund?.part], [amount, money('MWK', 30_000)])
  })

  it('buys the order, and airtime for the rest where the market says so', async () => {
    const service = await open({ shortfall: 'refund', excess: 'credit' })
    const received = money('MWK', 80_000)
    const attempt = await tookAnother(service, received)
    await service.reviews.resolve(attempt.reference, { resolution: 'paid', amount: received, ...by })
    await service.after(1000)
    await service.after(minute)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'delivered', undefined])
    const credit = await service.db.selectFrom('credits').select(['amount_minor', 'state']).executeTakeFirst()
    assert.deepEqual({ ...credit }, { amount_minor: 30_000, state: 'delivered' })
  })

  it('goes back beyond the price also when staff state that the order was delivered', async () => {
    const service = await open()
    service.gateways.wallet.refundsParts = true
    service.deliveryProvider.prepare = async () => async () => ({ outcome: 'pending', bssReference: 'B-1' })
    const received = money('MWK', 80_000)
    const attempt = await tookAnother(service, received)
    await service.reviews.resolve(attempt.reference, { resolution: 'paid', amount: received, ...by })
    for (let minutes = 0; minutes < 5; minutes += 1) await service.after(70_000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'sending', undefined])
    await service.reviews.resolve(attempt.reference, { resolution: 'delivered', ...by })
    await service.after(1000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'delivered', 'refunded'])
    assert.deepEqual((await service.progress.payment(attempt.id)).refund?.part, money('MWK', 30_000))
  })

  it('goes back beyond the price when the line cannot get it as airtime', async () => {
    const service = await open({ shortfall: 'refund', excess: 'credit' })
    service.gateways.wallet.refundsParts = true
    service.deliveryProvider.prepare = async ({ id }) => {
      const refused = { outcome: 'impossible', reason: 'line is full' } as const
      return async () => (id.endsWith('-credit') ? refused : { outcome: 'delivered', bssReference: `B-${id}` })
    }
    const received = money('MWK', 80_000)
    const attempt = await tookAnother(service, received)
    await service.reviews.resolve(attempt.reference, { resolution: 'paid', amount: received, ...by })
    for (let seconds = 0; seconds < 5; seconds += 1) await service.after(1000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', 'delivered', 'refunded'])
    assert.deepEqual((await service.progress.payment(attempt.id)).refund?.part, money('MWK', 30_000))
    assert.deepEqual(await messagesOf(service), ['deliveredAirtime', 'partRefundBegun', 'partRefunded'])
  })

  it('is not refunded in another part while airtime for the rest is on its way', async () => {
    const service = await open({ shortfall: 'refund', excess: 'credit' })
    const received = money('MWK', 60_000)
    const attempt = await tookAnother(service, received)
    await service.reviews.resolve(attempt.reference, { resolution: 'paid', amount: received, ...by })
    const { prepare } = service.deliveryProvider
    service.deliveryProvider.prepare = async (purchase) =>
      purchase.id === attempt.id ? prepare(purchase) : async () => ({ outcome: 'not_sent', reason: 'ECONNREFUSED' })
    await service.after(1000)
    const refund = { reference: attempt.reference, amount: money('MWK', 20_000), at: service.clock.now }
    assert.equal(await transaction(service.db, (tx) => refundDelivered(tx, refund)), 'overtaken')
  })

  it('goes back in another currency, whatever its figure', async () => {
    const service = await open()
    const received = money('USD', 50_000)
    const attempt = await tookAnother(service, received)
    await service.reviews.resolve(attempt.reference, { resolution: 'paid', amount: received, ...by })
    await service.after(1000)
    assert.deepEqual(await componentsOf(service, attempt), ['captured', undefined, 'refunded'])
    const [shown] = (await service.reviews.show(attempt.reference))?.attempts ?? []
    assert.deepEqual([shown?.amount, shown?.asked], [received, amount])
  })
})
