import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { attemptStates, canMove, deliveryStates, refundStates } from './payment-states.ts'
import {
  getResolutionMove,
  listResolutions,
  type ReviewedComponents,
  undeliverableReason,
} from './review-resolutions.ts'

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

describe('the resolutions of a payment in review', () => {
  it('are always legal moves of one of its components', () => {
    fc.assert(
      fc.property(components, (given) => {
        for (const resolution of listResolutions(given)) {
          const move = getResolutionMove(resolution, given)
          if (resolution === 'closed') assert.equal(move, undefined)
          else assert.ok(move !== undefined && canMove(move.component, move.from, move.to), JSON.stringify(move))
        }
      }),
    )
  })

  it('never close the case while money is kept for undelivered goods', () => {
    fc.assert(
      fc.property(components, (given) => {
        if (!listResolutions(given).includes('closed')) return
        const isKept = ['captured', 'captured_late'].includes(given.money)
        assert.ok(!isKept || given.delivery === 'delivered' || given.refund === 'refunded')
      }),
    )
  })

  it('never refund what was delivered', () => {
    assert.deepEqual(listResolutions({ money: 'captured', delivery: 'delivered' }), ['closed'])
    assert.deepEqual(listResolutions({ money: 'captured', delivery: 'delivered' }, ['lost_by_the_bss']), ['closed'])
  })

  it('refund once what was paid for an undeliverable order', () => {
    const paid = { money: 'captured', delivery: 'delivered' } as const
    assert.deepEqual(listResolutions(paid, [undeliverableReason]), ['refund', 'closed'])
    assert.equal(getResolutionMove('refund', paid), undefined)
    assert.deepEqual(listResolutions({ ...paid, money: 'reversed' }, [undeliverableReason]), ['closed'])
    assert.deepEqual(listResolutions({ ...paid, refund: 'refunded' }, [undeliverableReason]), ['closed'])
  })

  it('refund only what was never sent when the BSS does not answer', () => {
    assert.deepEqual(listResolutions({ money: 'captured', delivery: 'due' }), ['refund'])
  })

  it('are none while a worker is about to act', () => {
    for (const given of [
      { money: 'created' },
      { money: 'captured', delivery: 'impossible', refund: 'requesting' },
    ] as const)
      assert.deepEqual(listResolutions(given), [])
  })

  it('record what is known about money that the provider cannot find', () => {
    assert.deepEqual(listResolutions({ money: 'waiting' }), ['paid', 'refund', 'unpaid'])
    assert.equal(getResolutionMove('paid', { money: 'waiting' })?.to, 'captured')
    assert.equal(getResolutionMove('paid', { money: 'expired' })?.to, 'captured_late')
  })

  it("close a payment that was given up, unless the provider's statement has the money", () => {
    for (const money of ['refused', 'expired'] as const)
      assert.deepEqual(listResolutions({ money }), ['paid', 'refund', 'closed'])
  })
})
