import assert from 'node:assert/strict'
import { createQuote, type Quote } from '@nyanja/domain/money/exchange'
import { type Money, money } from '@nyanja/domain/money/money'
import { expect, it } from 'vitest'
import { capturedResult } from '../../db/payments/test-payments.ts'
import { holder, openPinPayments } from '../../db/payments/test-pin-payments.ts'
import { describeOnEachEngine } from '../../db/test-database.ts'
import { isPlaced } from '../orders.ts'

const dollars = money('USD', 500)
const francs = money('CDF', 1_425_000)
const quoteOf = (centimes: number) => createQuote(dollars, { one: 'USD', costs: money('CDF', centimes) }, 1_000)
const quote = quoteOf(285_000)
const moved = quoteOf(290_000)
const pin = { keyId: '2026-1', sealed: 'c2VhbGVk' }

describeOnEachEngine('an order in dollars that is paid in francs by PIN', (openDatabase) => {
  async function open() {
    const harness = openPinPayments(await openDatabase())
    const order = await harness.placedOrder(dollars)
    assert.ok(isPlaced(order))
    const consented = (given?: Quote) => harness.agreeTo(order, holder, given)
    const begin = async (given: Quote | undefined, shown = given) =>
      harness.pinPayments.begin(order, consented(given), shown && { quote: shown })
    async function begun(given?: Quote) {
      const proof = consented(given)
      const result = await harness.pinPayments.begin(order, proof, given && { quote: given })
      assert.ok(result.outcome === 'pin_wanted', result.outcome)
      return { proof, attempt: result.attempt }
    }
    return { ...harness, order, consented, begin, begun }
  }

  it('is charged exactly the francs of the consent', async () => {
    const harness = await open()
    const { proof, attempt } = await harness.begun(quote)
    assert.deepEqual([attempt.amount, attempt.quote, harness.requested], [francs, quote, [francs]])
    await harness.pinPayments.submit(harness.order, attempt, proof, pin)
    harness.gateway.verify = async (requested) => capturedResult(requested)
    await harness.after(5000)
    const { delivery } = await harness.progress.payment(attempt.id)
    assert.deepEqual([delivery?.state, delivery?.amount], ['delivered', dollars])
  })

  it.each([
    ['francs with a consent to dollars', undefined, quote],
    ['dollars with a consent to francs', quote, undefined],
    ['more francs than the consent names', quote, moved],
  ])('is not started in %s', async (_what, given, shown) => {
    const harness = await open()
    const result = await harness.pinPayments.begin(harness.order, harness.consented(given), shown && { quote: shown })
    assert.deepEqual([result, harness.requested], [{ outcome: 'consent_needed' }, []])
  })

  it('accepts no PIN for francs with a consent to dollars', async () => {
    const harness = await open()
    const { attempt } = await harness.begun(quote)
    const result = await harness.pinPayments.submit(harness.order, attempt, harness.consented(), pin)
    assert.deepEqual([result, harness.sent], [{ outcome: 'consent_needed' }, []])
    assert.deepEqual(await harness.pinPayments.entryOf(attempt, harness.consented()), { outcome: 'consent_needed' })
  })

  it('requests another key at the same amount from the wallet', async () => {
    const harness = await open()
    const { proof, attempt } = await harness.begun(quote)
    const repeated = await harness.pinPayments.begin(harness.order, proof, { quote })
    expect(repeated).toMatchObject({ outcome: 'pin_wanted', attempt: { id: attempt.id } })
    assert.deepEqual(harness.requested, [francs, francs])
  })

  it('starts another payment for another currency, and leaves the first one', async () => {
    const harness = await open()
    const first = await harness.begun(quote)
    const second = await harness.begun()
    assert.notEqual(second.attempt.id, first.attempt.id)
    assert.deepEqual(harness.requested, [francs, dollars])
    assert.equal((await harness.now(first.attempt)).state, 'refused')
    assert.deepEqual(await harness.pinPayments.entryOf(second.attempt, first.proof), { outcome: 'consent_needed' })
  })

  it('continues with no other amount while a PIN is with the wallet', async () => {
    const harness = await open()
    const { proof, attempt } = await harness.begun(quote)
    await harness.pinPayments.submit(harness.order, attempt, proof, pin)
    const other = await harness.begin(undefined)
    expect(other).toMatchObject({ outcome: 'over', attempt: { id: attempt.id } })
    assert.deepEqual(harness.requested, [francs])
  })

  it.each([
    ['the dollars', dollars],
    ['a franc more', money('CDF', 1_425_100)],
    ['as many cents', money('USD', 1_425_000)],
  ])('is sent to review when the wallet has captured %s', async (_what, amount: Money) => {
    const harness = await open()
    const { proof, attempt } = await harness.begun(quote)
    await harness.pinPayments.submit(harness.order, attempt, proof, pin)
    harness.gateway.verify = async (requested) => ({ ...capturedResult(requested), amount })
    await harness.after(5000)
    const { delivery } = await harness.progress.payment(attempt.id)
    assert.deepEqual([delivery, await harness.reviews()], [undefined, ['mismatch']])
  })

  it('is refunded in exactly the same francs when it cannot be delivered', async () => {
    const harness = await open()
    const { proof, attempt } = await harness.begun(quote)
    await harness.pinPayments.submit(harness.order, attempt, proof, pin)
    harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    harness.gateway.verify = async (requested) => capturedResult(requested)
    const returned: unknown[] = []
    harness.gateway.refund = async ({ amount }) => {
      returned.push(amount)
      return 'refunded'
    }
    await harness.after(5000)
    assert.deepEqual([returned, (await harness.progress.payment(attempt.id)).refund?.state], [[francs], 'refunded'])
  })
})
