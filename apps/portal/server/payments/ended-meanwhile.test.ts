import assert from 'node:assert/strict'
import { it } from 'vitest'
import { openPinTill } from '../db/payments/test-pin-till.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { isPlaced } from './order.ts'

const pin = { keyId: '2026-1', sealed: 'c2VhbGVk' }
const byPush = { method: 'nyanja_money' } as const
const ended = { outcome: 'order_ended' } as const

describeOnEachEngine('an order that has ended since its payment was registered', (openDatabase) => {
  async function open() {
    const due = { is: true }
    const till = openPinTill(await openDatabase(), { isStillDue: async () => due.is })
    const asked: string[] = []
    for (const gateway of [till.gateways.wallet, till.gateways.card]) {
      const { start } = gateway
      gateway.start = async (request) => {
        asked.push(request.id)
        return start(request)
      }
    }
    return { ...till, due, asked }
  }

  it('asks no wallet for money, and leaves the payment expired', async () => {
    const till = await open()
    const order = await till.placedOrder()
    const begun = await till.payments.initiate(order, byPush)
    assert.ok('attempt' in begun && isPlaced(order))
    till.due.is = false
    assert.deepEqual(await till.payments.process(order, begun.attempt), ended)
    assert.deepEqual(till.asked, [])
    assert.equal((await till.now(begun.attempt)).state, 'expired')
    till.due.is = true
    assert.equal((await till.payments.pay(order, byPush)).outcome, 'waiting')
  })

  it('leads nobody to a card page again, which stays watched', async () => {
    const till = await open()
    const order = await till.placedOrder()
    const left = await till.begunBy(order, { method: 'card' })
    till.due.is = false
    assert.deepEqual(await till.payments.pay(order, { method: 'card' }), ended)
    assert.equal((await till.now(left)).state, 'waiting')
  })

  it('begins no payment by PIN', async () => {
    const till = await open()
    const { order, proof } = await till.agreed()
    till.due.is = false
    assert.deepEqual(await till.pinPayments.begin(order, proof), ended)
    assert.deepEqual(till.started, [])
    assert.equal((await till.attemptsOf(order))[0]?.state, 'expired')
  })

  it('hands no PIN on that is typed too late', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    till.due.is = false
    assert.deepEqual(await till.pinPayments.submit(order, attempt, proof, pin), ended)
    assert.deepEqual(till.sent, [])
    assert.equal(await till.pageOf(order), 'choose')
  })

  it('tells whoever has typed his PIN already how that goes, and no wallet hears of it twice', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    await till.pinPayments.submit(order, attempt, proof, pin)
    till.due.is = false
    const inFlight = await till.now(attempt)
    assert.equal((await till.pinPayments.submit(order, inFlight, proof, pin)).outcome, 'over')
    assert.equal((await till.pinPayments.submit(order, attempt, proof, pin)).outcome, 'over')
    assert.deepEqual(till.sent, [attempt.id])
    assert.equal((await till.now(attempt)).state, inFlight.state)
  })

  it('tells whoever was asked for money in the same moment how that goes', async () => {
    const till = await open()
    const order = await till.placedOrder()
    const begun = await till.payments.initiate(order, byPush)
    assert.ok('attempt' in begun && isPlaced(order))
    await till.payments.process(order, begun.attempt)
    till.due.is = false
    assert.equal((await till.payments.process(order, begun.attempt)).outcome, 'already_processed')
    assert.equal((await till.payments.process(order, await till.now(begun.attempt))).outcome, 'already_processed')
    assert.equal((await till.now(begun.attempt)).state, 'waiting')
  })
})
