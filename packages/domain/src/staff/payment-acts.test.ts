import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { attemptStates, deliveryStates, refundStates } from '../payments/payment-states.ts'
import { listResolutions } from '../payments/review-resolutions.ts'
import { resolutionOfAct } from './acts.ts'
import { type ActSituation, judgePaymentActs, type PaymentAct } from './payment-acts.ts'

const delivered = {
  components: { money: 'captured', delivery: 'delivered' },
  reviews: [],
  hasContact: true,
  kind: 'airtime',
  hasPrepaidLine: true,
  requested: [],
} as const satisfies ActSituation

const obstacleOf = (act: PaymentAct, situation: ActSituation) =>
  judgePaymentActs(situation).find((one) => one.act === act)?.obstacle

const situations: fc.Arbitrary<ActSituation> = fc.record({
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
  requested: fc.constantFrom<ActSituation['requested']>([], ['refund'], ['refund_part']),
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

  it('says why a refund is not possible', () => {
    const refused = { ...delivered, components: { money: 'refused' } } as const
    const begun = { ...delivered, components: { ...delivered.components, refund: 'due' } } as const
    assert.equal(obstacleOf('refund', refused), 'not_paid')
    assert.equal(obstacleOf('refund', begun), 'refund_begun')
    assert.equal(obstacleOf('refund', { ...delivered, requested: ['refund'] }), 'requested_before')
    assert.equal(obstacleOf('refund', { ...delivered, reviews: ['lost_by_the_bss'] }), 'in_review')
  })

  it('is to refund a part while a whole refund is possible, except of internet at home', () => {
    assert.equal(obstacleOf('refund_part', delivered), undefined)
    assert.equal(obstacleOf('refund_part', { ...delivered, requested: ['refund'] }), 'requested_before')
    assert.equal(obstacleOf('refund', { ...delivered, requested: ['refund_part'] }), 'requested_before')
    assert.equal(obstacleOf('refund_part', { ...delivered, kind: 'plan' }), 'only_whole')
  })

  it('is to give airtime as goodwill once, to a prepaid line that was paid for', () => {
    assert.equal(obstacleOf('give_credit', delivered), undefined)
    assert.equal(obstacleOf('give_credit', { ...delivered, components: { money: 'refused' } }), 'not_paid')
    assert.equal(obstacleOf('give_credit', { ...delivered, components: { money: 'captured' } }), 'not_delivered')
    assert.equal(obstacleOf('give_credit', { ...delivered, hasPrepaidLine: false }), 'no_prepaid_line')
    assert.equal(obstacleOf('give_credit', { ...delivered, requested: ['give_credit'] }), 'requested_before')
    for (const credit of ['due', 'sending', 'delivered'] as const)
      assert.equal(obstacleOf('give_credit', { ...delivered, credit }), 'credit_begun')
    assert.equal(obstacleOf('give_credit', { ...delivered, credit: 'impossible' }), undefined)
    assert.equal(obstacleOf('ask_again', { ...delivered, credit: 'sending' }), undefined)
  })

  it('is to answer a wrong number only while the customer waits for the answer', () => {
    assert.equal(obstacleOf('move_number', delivered), 'no_request')
    assert.equal(obstacleOf('move_number', { ...delivered, correction: 'asked' }), undefined)
    assert.equal(obstacleOf('move_number', { ...delivered, correction: 'moved' }), 'no_request')
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
