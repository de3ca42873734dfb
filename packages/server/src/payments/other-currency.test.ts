import assert from 'node:assert/strict'
import { createQuote } from '@nyanja/domain/money/exchange'
import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { PaymentRequest } from './payment-gateway.ts'
import type { Payer } from './payments.ts'

const dollars = money('USD', 500)
const francs = money('CDF', 1_425_000)
const rateOf = (centimes: number) => ({ one: 'USD', costs: money('CDF', centimes) }) as const
const quote = createQuote(dollars, rateOf(285_000), 1_000)
const byWallet: Payer = { method: 'nyanja_money', payerMsisdn: '830000001' }
const inFrancs: Payer = { ...byWallet, quote }

describeOnEachEngine('an order in dollars that is paid in francs', (openDatabase) => {
  async function open() {
    const harness = openPayments(await openDatabase())
    const requested: PaymentRequest[] = []
    for (const gateway of [harness.gateways.wallet, harness.gateways.card]) {
      const { start } = gateway
      gateway.start = async (request) => {
        requested.push(request)
        return start(request)
      }
    }
    return { ...harness, requested, order: await harness.placedOrder(dollars) }
  }

  it('is charged exactly as shown, with the rate and both amounts stored', async () => {
    const harness = await open()
    await harness.startAttempt(harness.order, inFrancs)
    assert.deepEqual(
      harness.requested.map(({ amount }) => amount),
      [francs],
    )
    const [attempt] = await harness.attemptsOf(harness.order)
    assert.deepEqual([attempt?.amount, attempt?.quote], [francs, quote])
  })

  it('is delivered in dollars once the francs are captured', async () => {
    const harness = await open()
    const { id } = await harness.startAttempt(harness.order, inFrancs)
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(5000)
    const { delivery } = await harness.progress.payment(id)
    assert.deepEqual([delivery?.state, delivery?.amount], ['delivered', dollars])
  })

  it.each([
    ['the dollars', dollars],
    ['a franc less', money('CDF', 1_424_900)],
    ['as many cents', money('USD', 1_425_000)],
  ])('is sent to review when the provider has captured %s', async (_what, amount) => {
    const harness = await open()
    const { id } = await harness.startAttempt(harness.order, inFrancs)
    harness.gateways.wallet.verify = async (attempt) => ({ ...capturedResult(attempt), amount })
    await harness.after(5000)
    const { attempt, delivery } = await harness.progress.payment(id)
    assert.deepEqual([attempt.state, delivery, await harness.reviews()], ['waiting', undefined, ['mismatch']])
  })

  it('is refunded in exactly the same francs when it cannot be delivered, which is reported', async () => {
    const harness = await open()
    const { id } = await harness.startAttempt(harness.order, inFrancs)
    harness.deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const returned: unknown[] = []
    harness.gateways.wallet.refund = async ({ amount }) => {
      returned.push(amount)
      return 'refunded'
    }
    await harness.after(5000)
    assert.deepEqual([returned, (await harness.progress.payment(id)).refund?.state], [[francs], 'refunded'])
    const reported = await harness.db.selectFrom('messages').select(['kind', 'params_json']).orderBy('kind').execute()
    assert.deepEqual(
      reported.map(({ kind, params_json }) => [kind, JSON.parse(params_json).amount]),
      [
        ['refundBegun', 'CDF 14\u202f250'],
        ['refunded', 'CDF 14\u202f250'],
      ],
    )
  })

  it('is reported as ordered, with the paid amount', async () => {
    const harness = await open()
    await harness.startAttempt(harness.order, inFrancs)
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(5000)
    const { params_json } = await harness.db.selectFrom('messages').select('params_json').executeTakeFirstOrThrow()
    const { amount, paid } = JSON.parse(params_json)
    assert.deepEqual([amount, paid], ['USD 5', 'CDF 14\u202f250'])
  })

  it('is started once, however often the visitor presses Pay', async () => {
    const harness = await open()
    const [first, second] = await Promise.all([
      harness.startAttempt(harness.order, inFrancs),
      harness.startAttempt(harness.order, inFrancs),
    ])
    assert.equal(first.id, second.id)
    assert.equal(harness.requested.length, 1)
  })

  it('resumes the same card page only for the same amount', async () => {
    const harness = await open()
    const card: Payer = { method: 'card', quote }
    const first = await harness.startAttempt(harness.order, card)
    assert.equal((await harness.startAttempt(harness.order, card)).id, first.id)

    const moved = createQuote(dollars, rateOf(290_000), 2_000)
    const second = await harness.startAttempt(harness.order, { ...card, quote: moved })
    const third = await harness.startAttempt(harness.order, { method: 'card' })
    assert.deepEqual(
      harness.requested.map(({ id, amount }) => [id, amount]),
      [
        [first.id, francs],
        [second.id, money('CDF', 1_450_000)],
        [third.id, dollars],
      ],
    )
  })

  it('is paid once, with the other amount refunded, when both pages were paid', async () => {
    const harness = await open()
    const first = await harness.startAttempt(harness.order, { method: 'card', quote })
    await harness.startAttempt(harness.order, { method: 'card' })
    const returned: unknown[] = []
    harness.gateways.card.refund = async ({ id, amount }) => {
      returned.push([id, amount])
      return 'refunded'
    }
    harness.gateways.card.verify = async (attempt) => capturedResult(attempt)
    await harness.after(6000)
    await harness.after(minute)
    const attempts = await harness.attemptsOf(harness.order)
    const unpaying = attempts.filter(({ paysOrder }) => !paysOrder)
    assert.equal(attempts.length, 2)
    assert.deepEqual(
      returned,
      unpaying.map(({ id, amount }) => [id, amount]),
    )
    assert.equal(attempts.find(({ id }) => id === first.id)?.amount.currency, 'CDF')
  })

  it('sends one prompt to a handset at a time', async () => {
    const harness = await open()
    const first = await harness.startAttempt(harness.order, inFrancs)
    assert.equal((await harness.startAttempt(harness.order, byWallet)).id, first.id)
    assert.equal(harness.requested.length, 1)
  })

  it('is never paid with the quote of another order', async () => {
    const harness = await open()
    const other = await harness.placedOrder(money('USD', 1_000))
    await assert.rejects(harness.payments.pay(other, inFrancs), { code: 'illegal_transition' })
  })

  it('cannot be paid by a method that does not charge francs', async () => {
    const suits = (_method: unknown, { charged }: { charged: { currency: string } }) => charged.currency === 'USD'
    const harness = openPayments(await openDatabase(), { rules: { suits } })
    const order = await harness.placedOrder(dollars)
    assert.equal((await harness.payments.pay(order, inFrancs)).outcome, 'method_unavailable')
    assert.equal((await harness.payments.pay(order, byWallet)).outcome, 'waiting')
  })
})
