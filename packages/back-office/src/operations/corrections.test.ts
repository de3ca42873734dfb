import assert from 'node:assert/strict'
import { day } from '@nyanja/domain/time'
import { createCorrectionStore } from '@nyanja/server/db/payments/order-store'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import { Corrections } from '@nyanja/server/payments/corrections'
import { it } from 'vitest'
import { createCorrectionQueue } from '../db/operations/stores.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

const decision = { who: 'thoko', why: 'receiver agreed' }

describeOnEachEngine('a correction', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const now = () => harness.clock.now
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const corrections = new Corrections({ store: createCorrectionStore(database.db, now), now })
    const queue = createCorrectionQueue(database.db, now)
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
    const payment = () => harness.progress.payment(id)
    return { harness, corrections, queue, payment, db: database.db }
  }

  it('waits for support with all necessary data', async () => {
    const { harness, corrections, queue, payment } = await open()
    await harness.after(5000)
    assert.equal(await corrections.ask(await payment(), '999000012'), 'asked')
    const [item, ...others] = await queue.open(10)
    assert.equal(others.length, 0)
    assert.equal(item?.fromMsisdn, '999000001')
    assert.equal(item?.wantedMsisdn, '999000012')
    assert.equal(item?.product, 'airtime')
    assert.equal(item?.reference, (await payment()).attempt.reference)
    assert.deepEqual(await queue.find(item?.reference ?? ''), item)
    assert.equal(await queue.find('NYA-0000-0000'), undefined)
  })

  it('can be requested once, and only after a delivery', async () => {
    const { harness, corrections, payment } = await open()
    assert.equal(await corrections.ask(await payment(), '999000012'), 'too_late')
    await harness.after(5000)
    const requested = await Promise.all([
      corrections.ask(await payment(), '999000012'),
      corrections.ask(await payment(), '999000013'),
    ])
    assert.deepEqual([...requested].sort(), ['asked', 'asked_before'])
  })

  it('cannot be requested after a week', async () => {
    const { harness, corrections, payment } = await open()
    await harness.after(5000)
    harness.clock.now += 7 * day
    assert.equal(corrections.mayAsk(await payment()), false)
    assert.equal(await corrections.ask(await payment(), '999000012'), 'too_late')
  })

  it('can be requested by the customer who chose the number, not by the payer of a link', async () => {
    const { harness, corrections, payment } = await open()
    await harness.after(5000)
    const paid = await payment()
    assert.equal(corrections.mayAsk({ ...paid, order: { ...paid.order, payLink: 'a link' } }), false)
  })

  it('notifies the customer of its decision, and records who decided', async () => {
    const { harness, corrections, queue, payment, db } = await open()
    await harness.after(5000)
    await corrections.ask(await payment(), '999000012')
    const { reference } = (await payment()).attempt
    assert.equal(await queue.decide({ reference, decision: { state: 'moved' }, ...decision }), true)
    const correction = await corrections.of(await payment())
    assert.equal(correction?.state, 'moved')
    assert.equal(correction?.decidedAt, harness.clock.now)
    assert.deepEqual(await queue.open(10), [])
    const actions = await db.selectFrom('operator_actions').selectAll().execute()
    assert.deepEqual(
      actions.map(({ who, action, subject, why }) => ({ who, action, subject, why })),
      [{ ...decision, action: 'corrections moved', subject: reference }],
    )
  })

  it('sends the message of a gift to nobody else', async () => {
    const { harness, corrections, queue, db } = await open()
    const order = await harness.orders.withGiftMessage(await harness.placedOrder(), 'Happy birthday')
    const { id, reference } = await harness.startAttempt(order, { method: 'nyanja_money', payerMsisdn: '999000002' })
    await harness.after(5000)
    const payment = await harness.progress.payment(id)
    assert.equal(await corrections.ask(payment, '999000012'), 'asked')
    assert.equal(await queue.decide({ reference, decision: { state: 'moved' }, ...decision }), true)
    await harness.after(day)
    const gifts = await db.selectFrom('messages').select('msisdn').where('kind', '=', 'giftMessage').execute()
    assert.deepEqual(
      gifts.map(({ msisdn }) => msisdn),
      ['999000001'],
    )
  })

  it('is decided once', async () => {
    const { harness, corrections, queue, payment } = await open()
    await harness.after(5000)
    await corrections.ask(await payment(), '999000012')
    const { reference } = (await payment()).attempt
    const refused = { state: 'refused', refusal: 'already_used' } as const
    assert.equal(await queue.decide({ reference, decision: refused, ...decision }), true)
    assert.equal(await queue.decide({ reference, decision: { state: 'moved' }, ...decision }), false)
    assert.equal((await corrections.of(await payment()))?.refusal, 'already_used')
    assert.equal(await queue.decide({ reference: 'NYA-NONE', decision: refused, ...decision }), false)
  })
})
