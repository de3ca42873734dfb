import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import {
  attemptStates,
  canMove,
  componentAfterCapture,
  deliveryStateAfterLoss,
  deliveryStates,
  legalMoves,
  refundStates,
} from './payment-states.ts'
import { computeStatus, isFinal, type PaymentComponents, type PaymentStatus } from './payment-status.ts'

describe('the money component', () => {
  it('never marks a payment as failed for good, because late money can still be captured', () => {
    for (const given of ['refused', 'expired', 'superseded']) assert.ok(canMove('money', given, 'captured_late'))
  })

  it('leaves a capture only when the provider takes the money back', () => {
    const after = legalMoves.filter(({ component, from }) => component === 'money' && from.startsWith('captured'))
    assert.deepEqual(new Set(after.map(({ to }) => to)), new Set(['reversed']))
  })

  it('records the intention before any call to a provider', () => {
    const into = legalMoves.filter(({ component, to }) => component === 'money' && to === 'waiting')
    assert.deepEqual(into, [{ component: 'money', from: 'handing_over', to: 'waiting' }])
  })

  it('can be reversed by the provider from every capture and then ends', () => {
    for (const capture of ['captured', 'captured_late']) assert.ok(canMove('money', capture, 'reversed'))
    assert.deepEqual(
      legalMoves.filter(({ component, from }) => component === 'money' && from === 'reversed'),
      [],
    )
  })

  it('has no moves from an unknown state', () => {
    assert.equal(canMove('money', 'stolen', 'captured'), false)
  })
})

describe('the delivery component', () => {
  it('never delivers twice and never takes back', () => {
    assert.ok(!canMove('delivery', 'delivered', 'sending'))
    assert.ok(!canMove('delivery', 'impossible', 'sending'))
  })

  it.each(['delivered', 'impossible'])('is over once it is %s', (given) => {
    assert.deepEqual(
      legalMoves.filter(({ component, from }) => component === 'delivery' && from === given),
      [],
    )
  })
})

describe('what a capture begins', () => {
  it('is a delivery only when the goods are its own, and else a refund', () => {
    assert.deepEqual(componentAfterCapture, { claimed: 'delivery', taken: 'refund', undeliverable: 'refund' })
  })

  it('is a delivery that is looked up first, or given up, where a restored database lost the payment', () => {
    assert.deepEqual(deliveryStateAfterLoss, { nothing: 'due', refund: 'impossible', anything: 'sending' })
  })
})

describe('the refund component', () => {
  it('never refunds without a recorded intention, nor twice', () => {
    assert.ok(!canMove('refund', 'due', 'refunded'))
    assert.deepEqual(
      legalMoves.filter(({ component, from }) => component === 'refund' && from === 'refunded'),
      [],
    )
  })

  it('can be ended by staff once it is stuck, and then only as refunded', () => {
    const fromReview = legalMoves.filter(({ component, from }) => component === 'refund' && from === 'review')
    assert.deepEqual(fromReview, [{ component: 'refund', from: 'review', to: 'refunded' }])
  })
})

describe('every component', () => {
  it('moves along these lines and no others', () => {
    const moves = legalMoves.map(({ component, from, to }) => `${component} ${from} → ${to}`)
    assert.deepEqual(
      moves.filter((move) => !move.includes('none')),
      [
        'money created → handing_over',
        'money created → expired',
        'money handing_over → waiting',
        'money handing_over → captured',
        'money handing_over → refused',
        'money handing_over → expired',
        'money handing_over → superseded',
        'money waiting → captured',
        'money waiting → refused',
        'money waiting → expired',
        'money waiting → superseded',
        'money superseded → captured_late',
        'money superseded → refused',
        'money superseded → expired',
        'money refused → captured_late',
        'money expired → captured_late',
        'money captured → reversed',
        'money captured_late → reversed',
        'delivery due → sending',
        'delivery due → impossible',
        'delivery due → delivered',
        'delivery sending → delivered',
        'delivery sending → impossible',
        'delivery sending → due',
        'refund due → requesting',
        'refund due → review',
        'refund requesting → refunded',
        'refund requesting → review',
        'refund requesting → due',
        'refund review → refunded',
        'credit due → sending',
        'credit due → impossible',
        'credit due → delivered',
        'credit sending → delivered',
        'credit sending → impossible',
        'credit sending → due',
        'credit impossible → due',
        'takeback asked → due',
        'takeback asked → impossible',
        'takeback due → sending',
        'takeback due → impossible',
        'takeback due → delivered',
        'takeback sending → delivered',
        'takeback sending → impossible',
        'takeback sending → due',
        'takeback impossible → asked',
      ],
    )
  })

  it('begins once, in a state where nothing has been done yet', () => {
    assert.deepEqual(
      legalMoves.filter(({ from }) => from === 'none'),
      [
        { component: 'money', from: 'none', to: 'created' },
        { component: 'delivery', from: 'none', to: 'due' },
        { component: 'refund', from: 'none', to: 'due' },
        { component: 'credit', from: 'none', to: 'due' },
        { component: 'takeback', from: 'none', to: 'asked' },
      ],
    )
  })
})

const components = fc.record(
  {
    money: fc.constantFrom(...attemptStates),
    delivery: fc.constantFrom(...deliveryStates),
    refund: fc.constantFrom(...refundStates),
    isAtGatewayPage: fc.boolean(),
  },
  { requiredKeys: ['money', 'isAtGatewayPage'] },
)

describe('the status that a customer sees', () => {
  it('is SUCCESS only when the goods were delivered and no money is refunded', () => {
    fc.assert(
      fc.property(components, (given) => {
        if (computeStatus(given) === 'SUCCESS') assert.ok(given.delivery === 'delivered' && given.refund === undefined)
      }),
    )
  })

  it('is never FAILED while the outcome at the provider is unknown', () => {
    fc.assert(
      fc.property(components, (given) => {
        if (['handing_over', 'waiting', 'superseded'].includes(given.money))
          assert.notEqual(computeStatus(given), 'FAILED')
      }),
    )
  })

  const reported: readonly (readonly [
    Omit<PaymentComponents, 'isAtGatewayPage'>,
    PaymentStatus,
    'may change' | 'is final',
  ])[] = [
    [{ money: 'created' }, 'REQUEST_REGISTERED', 'may change'],
    [{ money: 'handing_over' }, 'IN_PROCESS', 'may change'],
    [{ money: 'waiting' }, 'IN_PROCESS', 'may change'],
    [{ money: 'superseded' }, 'IN_PROCESS', 'may change'],
    [{ money: 'captured' }, 'IN_PROCESS', 'may change'],
    [{ money: 'captured', delivery: 'due' }, 'IN_PROCESS', 'may change'],
    [{ money: 'captured', delivery: 'delivered' }, 'SUCCESS', 'is final'],
    [{ money: 'captured_late', delivery: 'delivered' }, 'SUCCESS', 'is final'],
    [{ money: 'reversed', delivery: 'delivered' }, 'SUCCESS', 'is final'],
    [{ money: 'captured', delivery: 'impossible', refund: 'due' }, 'FAILED', 'may change'],
    [{ money: 'captured', delivery: 'impossible', refund: 'requesting' }, 'FAILED', 'may change'],
    [{ money: 'captured_late', refund: 'refunded' }, 'FAILED', 'is final'],
    [{ money: 'captured', delivery: 'impossible', refund: 'review' }, 'FAILED', 'is final'],
    [{ money: 'refused' }, 'FAILED', 'is final'],
    [{ money: 'expired' }, 'FAILED', 'is final'],
  ]
  it.each(reported)('of %j is %s and %s', (given, status, end) => {
    assert.equal(computeStatus({ ...given, isAtGatewayPage: false }), status)
    assert.equal(isFinal({ ...given, isAtGatewayPage: false }), end === 'is final')
  })

  it('stays In Processing between capture and delivery', () => {
    assert.equal(computeStatus({ money: 'captured', delivery: 'sending', isAtGatewayPage: false }), 'IN_PROCESS')
    assert.ok(!isFinal({ money: 'captured', delivery: 'sending', isAtGatewayPage: false }))
  })

  it("is REQUEST_RAISED only while the visitor is on the gateway's page", () => {
    for (const money of ['handing_over', 'waiting', 'superseded'] as const) {
      assert.equal(computeStatus({ money, isAtGatewayPage: true }), 'REQUEST_RAISED')
      assert.equal(computeStatus({ money, isAtGatewayPage: false }), 'IN_PROCESS')
    }
  })
})
