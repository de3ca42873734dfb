import assert from 'node:assert/strict'
import { second } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../payments/test-payments.ts'
import { describeOnEachEngine } from '../test-database.ts'
import { createMailStore } from './mail-store.ts'

const claim = { limit: 10, leaseMs: 60 * second }

describeOnEachEngine('receipts by e-mail', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const mails = createMailStore(database, () => harness.clock.now)
    harness.gateways.card.verify = async (attempt) => capturedResult(attempt)
    return { ...harness, mails }
  }
  const payer = { method: 'card', email: 'thoko@example.com' } as const

  it('are due once the delivery is complete, and never for an uncaptured payment', async () => {
    const { payments, placedOrder, after, mails, gateways } = await open()
    await payments.pay(await placedOrder(), payer)
    assert.deepEqual(await mails.claim(claim), [])
    await after(10 * second)
    const [mail, ...others] = await mails.claim(claim)
    assert.deepEqual([mail?.kind, mail?.email, mail?.params.method], ['deliveredAirtime', 'thoko@example.com', 'card'])
    assert.deepEqual(others, [])

    gateways.card.start = async () => ({ outcome: 'refused', reason: 'declined' })
    await payments.pay(await placedOrder(), payer)
    await after(10 * second)
    assert.deepEqual(await mails.claim(claim), [])
  })

  it('report the start and the end of a refund', async () => {
    const { payments, placedOrder, after, mails, deliveryProvider } = await open()
    deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    await payments.pay(await placedOrder(), payer)
    await after(10 * second)
    assert.deepEqual((await mails.claim(claim)).map(({ kind }) => kind).sort(), ['refundBegun', 'refunded'])
  })

  it('are not queued without an address', async () => {
    const { payments, placedOrder, after, mails, gateways } = await open()
    gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await payments.pay(await placedOrder(), { method: 'nyanja_money' })
    await after(10 * second)
    assert.deepEqual(await mails.claim(claim), [])
  })

  it('are leased to one worker, retried after a failure, and not repeated after success', async () => {
    const { payments, placedOrder, after, mails, clock } = await open()
    await payments.pay(await placedOrder(), payer)
    await after(10 * second)
    const [mail] = await mails.claim(claim)
    assert.ok(mail)
    assert.deepEqual(await mails.claim(claim), [])
    await mails.notSent(mail, clock.now + 5 * second)
    clock.now += 5 * second
    const [repeated] = await mails.claim(claim)
    assert.deepEqual([repeated?.id, repeated?.tries], [mail.id, 1])
    assert.ok(repeated)
    await mails.sent(repeated)
    await mails.notSent(mail, clock.now)
    clock.now += 120 * second
    assert.deepEqual(await mails.claim(claim), [])
  })
})
