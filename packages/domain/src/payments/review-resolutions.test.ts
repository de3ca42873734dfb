import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { attemptStates, canMove, deliveryStates, refundStates } from './payment-states.ts'
import { moveOf, type ReviewedComponents, resolutionsOf, undeliverableReason } from './review-resolutions.ts'

/** Delivery and refund begin with a capture, so other combinations do not exist. */
const components: fc.Arbitrary<ReviewedComponents> = fc.oneof(
  fc.record({ money: fc.constantFrom(...attemptStates) }),
  fc.record(
    {
      money: fc.constantFrom('captured' as const, 'captured_late' as const, 'reversed' as const),
      delivery: fc.constantFrom(...deliveryStates),
      refund: fc.constantFrom(...refundStates),
    },
    { requiredKeys: ['money'] },
  ),
)

describe('what a person may do with a payment in review', () => {
  it('is always a legal move of one of its components', () => {
    fc.assert(
      fc.property(components, (given) => {
        for (const resolution of resolutionsOf(given)) {
          const move = moveOf(resolution, given)
          if (resolution === 'closed') assert.equal(move, undefined)
          else assert.ok(move !== undefined && canMove(move.component, move.from, move.to), JSON.stringify(move))
        }
      }),
    )
  })

  it('never closes the case while money is kept for nothing', () => {
    fc.assert(
      fc.property(components, (given) => {
        if (!resolutionsOf(given).includes('closed')) return
        const isKept = ['captured', 'captured_late'].includes(given.money)
        assert.ok(!isKept || given.delivery === 'delivered' || given.refund === 'refunded')
      }),
    )
  })

  it('never gives money back for what was delivered', () => {
    assert.deepEqual(resolutionsOf({ money: 'captured', delivery: 'delivered' }), ['closed'])
    assert.deepEqual(resolutionsOf({ money: 'captured', delivery: 'delivered' }, ['lost_by_the_bss']), ['closed'])
  })

  it('may give back what was paid for an order that nobody carries out, once', () => {
    const paid = { money: 'captured', delivery: 'delivered' } as const
    assert.deepEqual(resolutionsOf(paid, [undeliverableReason]), ['refund', 'closed'])
    assert.equal(moveOf('refund', paid), undefined)
    assert.deepEqual(resolutionsOf({ ...paid, money: 'reversed' }, [undeliverableReason]), ['closed'])
    assert.deepEqual(resolutionsOf({ ...paid, refund: 'refunded' }, [undeliverableReason]), ['closed'])
  })

  it('gives back at most what a silent BSS was never sent', () => {
    assert.deepEqual(resolutionsOf({ money: 'captured', delivery: 'due' }), ['refund'])
  })

  it('is nothing while a worker is about to act', () => {
    for (const given of [
      { money: 'created' },
      { money: 'captured', delivery: 'impossible', refund: 'requesting' },
    ] as const)
      assert.deepEqual(resolutionsOf(given), [])
  })

  it('says what is known of money that no provider can tell of', () => {
    assert.deepEqual(resolutionsOf({ money: 'waiting' }), ['paid', 'refund', 'unpaid'])
    assert.equal(moveOf('paid', { money: 'waiting' })?.to, 'captured')
    assert.equal(moveOf('paid', { money: 'expired' })?.to, 'captured_late')
  })

  it('closes what was given up, unless the statement of the provider has the money', () => {
    for (const money of ['refused', 'expired'] as const)
      assert.deepEqual(resolutionsOf({ money }), ['paid', 'refund', 'closed'])
  })
})
