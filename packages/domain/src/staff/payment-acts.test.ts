import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { money } from '../money/money.ts'
import { attemptStates, deliveryStates, refundStates, takebackStates } from '../payments/payment-states.ts'
import { listResolutions } from '../payments/review-resolutions.ts'
import { resolutionOfAct } from './acts.ts'
import { type ActSituation, hasRoomFor, judgePaymentActs, type PaymentAct } from './payment-acts.ts'

const amount = money('MWK', 50_000)

const delivered = {
  ...{ paid: amount, price: amount },
  components: { money: 'captured', delivery: 'delivered' },
  reviews: [],
  hasContact: true,
  kind: 'airtime',
  hasPrepaidLine: true,
  requested: [],
} as const satisfies ActSituation

const obstacleOf = (act: PaymentAct, situation: ActSituation) =>
  judgePaymentActs(situation).find((one) => one.act === act)?.obstacle

const refunded = {
  ...delivered,
  components: { money: 'captured', delivery: 'delivered', refund: 'refunded' },
} as const satisfies ActSituation

const situations: fc.Arbitrary<ActSituation> = fc.record({
  ...{ paid: fc.constant(amount), price: fc.constant(amount) },
  components: fc.record(
    {
      money: fc.constantFrom(...attemptStates),
      delivery: fc.constantFrom(...deliveryStates),
      refund: fc.constantFrom(...refundStates),
    },
    { requiredKeys: ['money'] },
  ),
  reviews: fc.array(fc.constantFrom('undelivered_for_a_day', 'refund_unknown'), { maxLength: 2 }),
  hasContact: fc.boolean(),
  kind: fc.constantFrom('airtime', 'plan'),
  hasPrepaidLine: fc.boolean(),
  requested: fc.constantFrom<ActSituation['requested']>([], [{ act: 'refund' }], [{ act: 'refund_part', amount }]),
})

describe('what staff can do for a payment', () => {
  it('is to refund it and to send its receipt again once it is delivered', () => {
    assert.equal(obstacleOf('refund', delivered), undefined)
    assert.equal(obstacleOf('send_receipt', delivered), undefined)
    assert.equal(obstacleOf('ask_again', delivered), 'decided')
  })

  it('is to check again while the provider, the BSS or the refund has not decided', () => {
    for (const components of [
      { money: 'waiting' },
      { money: 'captured', delivery: 'sending' },
      { money: 'captured', delivery: 'impossible', refund: 'requesting' },
    ] as const)
      assert.equal(obstacleOf('ask_again', { ...delivered, components }), undefined)
  })

  it('is to take airtime back that was refunded, once', () => {
    assert.equal(obstacleOf('take_back', refunded), undefined)
    assert.equal(obstacleOf('take_back', delivered), 'not_refunded')
    const requesting = { ...refunded.components, refund: 'requesting' } as const
    assert.equal(obstacleOf('take_back', { ...refunded, components: requesting }), 'not_refunded')
    assert.equal(obstacleOf('take_back', { ...refunded, isExcessRefund: true }), 'not_refunded')
    assert.equal(obstacleOf('take_back', { ...refunded, kind: 'bundle' }), 'only_airtime')
    assert.equal(obstacleOf('take_back', { ...refunded, hasPrepaidLine: false }), 'no_prepaid_line')
    assert.equal(obstacleOf('take_back', { ...refunded, reviews: ['mismatch'] }), 'in_review')
    const undelivered = { ...refunded.components, delivery: 'impossible' } as const
    assert.equal(obstacleOf('take_back', { ...refunded, components: undelivered }), 'not_delivered')
    for (const state of takebackStates) {
      const obstacle = state === 'impossible' ? undefined : 'takeback_begun'
      assert.equal(obstacleOf('take_back', { ...refunded, takeback: { state, amount } }), obstacle)
    }
    const requested = [{ act: 'take_back', amount }] as const
    assert.equal(obstacleOf('take_back', { ...refunded, requested }), 'requested_before')
  })

  it('is to ask again what a line has, and whether the airtime was taken', () => {
    for (const state of ['asked', 'due', 'sending'] as const)
      assert.equal(obstacleOf('ask_again', { ...refunded, takeback: { state, amount } }), undefined)
    assert.equal(obstacleOf('ask_again', { ...refunded, takeback: { state: 'delivered', amount } }), 'decided')
  })

  it('says why a refund is not possible', () => {
    const refused = { ...delivered, components: { money: 'refused' } } as const
    const begun = { ...delivered, components: { ...delivered.components, refund: 'due' } } as const
    assert.equal(obstacleOf('refund', refused), 'not_paid')
    assert.equal(obstacleOf('refund', begun), 'refund_begun')
    assert.equal(obstacleOf('refund', { ...delivered, requested: [{ act: 'refund' }] }), 'requested_before')
    assert.equal(obstacleOf('refund', { ...delivered, reviews: ['lost_by_the_bss'] }), 'in_review')
  })

  it('is to refund a part while a whole refund is possible, except of internet at home', () => {
    assert.equal(obstacleOf('refund_part', delivered), undefined)
    assert.equal(obstacleOf('refund_part', { ...delivered, requested: [{ act: 'refund' }] }), 'requested_before')
    assert.equal(
      obstacleOf('refund', { ...delivered, requested: [{ act: 'refund_part', amount }] }),
      'requested_before',
    )
    assert.equal(obstacleOf('refund_part', { ...delivered, kind: 'plan' }), 'only_whole')
  })

  it('is to give airtime as goodwill once, to a prepaid line that was paid for', () => {
    assert.equal(obstacleOf('give_credit', delivered), undefined)
    assert.equal(obstacleOf('give_credit', { ...delivered, components: { money: 'refused' } }), 'not_paid')
    assert.equal(obstacleOf('give_credit', { ...delivered, components: { money: 'captured' } }), 'not_delivered')
    assert.equal(obstacleOf('give_credit', { ...delivered, hasPrepaidLine: false }), 'no_prepaid_line')
    assert.equal(
      obstacleOf('give_credit', { ...delivered, requested: [{ act: 'give_credit', amount }] }),
      'requested_before',
    )
    for (const state of ['due', 'sending', 'delivered'] as const)
      assert.equal(obstacleOf('give_credit', { ...delivered, credit: { state, amount } }), 'credit_begun')
    for (const act of ['refund', 'refund_part'] as const) {
      for (const state of ['due', 'sending'] as const)
        assert.equal(obstacleOf(act, { ...delivered, credit: { state, amount } }), 'credit_begun')
      assert.notEqual(obstacleOf(act, { ...delivered, credit: { state: 'impossible', amount } }), 'credit_begun')
    }
    const failed = { state: 'impossible', amount } as const
    assert.equal(obstacleOf('give_credit', { ...delivered, credit: failed }), undefined)
    assert.equal(obstacleOf('ask_again', { ...delivered, credit: { state: 'sending', amount } }), undefined)
  })

  it('is to answer a wrong number only while the customer waits for the answer', () => {
    assert.equal(obstacleOf('move_number', delivered), 'no_request')
    assert.equal(obstacleOf('move_number', { ...delivered, correction: 'asked' }), undefined)
    assert.equal(obstacleOf('move_number', { ...delivered, correction: 'moved' }), 'no_request')
  })

  it('is to move a payment or to refund it, never both', () => {
    const asked = { ...delivered, correction: 'asked' } as const
    const begun = { ...asked, components: { ...delivered.components, refund: 'due' } } as const
    assert.equal(obstacleOf('move_number', begun), 'refund_begun')
    assert.equal(obstacleOf('move_number', { ...asked, requested: [{ act: 'refund' }] }), 'refund_requested')
    assert.equal(obstacleOf('refuse_move', { ...asked, requested: [{ act: 'refund' }] }), undefined)
    assert.equal(obstacleOf('refund', asked), undefined)
    assert.equal(obstacleOf('refund', { ...delivered, correction: 'moved' }), 'moved')
    assert.equal(obstacleOf('refund_part', { ...delivered, correction: 'moved' }), 'moved')
  })

  it('is to give at most the price, in money and in goodwill together', () => {
    const credit = { state: 'delivered', amount: money('MWK', 20_000) } as const
    const given = { ...delivered, credit }
    assert.equal(obstacleOf('refund', given), 'nothing_left')
    assert.equal(obstacleOf('refund_part', given), undefined)
    assert.equal(hasRoomFor({ refundMinor: 30_000 }, given), true)
    assert.equal(hasRoomFor({ refundMinor: 30_001 }, given), false)
    const refunded = { ...delivered, components: { ...delivered.components, refund: 'refunded' } } as const
    assert.equal(obstacleOf('give_credit', refunded), 'nothing_left')
    assert.equal(obstacleOf('give_credit', { ...delivered, requested: [{ act: 'refund' }] }), 'nothing_left')
    // Undelivered goods are no gift: their refund leaves room for goodwill.
    const undelivered = { money: 'captured', delivery: 'impossible', refund: 'refunded' } as const
    assert.equal(obstacleOf('give_credit', { ...delivered, components: undelivered }), undefined)
  })

  it('counts goodwill in the currency of the price and a refund in the one that was charged', () => {
    const dollars = { ...delivered, paid: money('USD', 200), price: money('MWK', 350_000) }
    const given = { ...dollars, credit: { state: 'delivered', amount: money('MWK', 175_000) } } as const
    assert.equal(hasRoomFor({ refundMinor: 100 }, given), true)
    assert.equal(hasRoomFor({ refundMinor: 101 }, given), false)
  })

  it('never offers money back twice, and decides reviews exactly as they may be decided', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { components, reviews } = situation
        for (const act of ['refund', 'refund_part'] as const)
          if (components.refund !== undefined) assert.notEqual(obstacleOf(act, situation), undefined)
        const allowed = reviews.length === 0 ? [] : listResolutions(components, reviews)
        for (const [act, resolution] of Object.entries(resolutionOfAct))
          assert.equal(obstacleOf(act as PaymentAct, situation) === undefined, allowed.includes(resolution), act)
      }),
    )
  })
})
