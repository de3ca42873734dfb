// @ts-nocheck
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { attemptStates } from './attempt-state.ts'
import { deliveryStates } from './delivery-state.ts'
import { canMove, legalMoves } from './legal-moves.ts'
import { type OrderPage, pageFor, situationOf } from './payment-pages.ts'
import { isSettled, statusOver } from './payment-status.ts'
import { refundStates } from './refund-state.ts'

describe('the money leg', () => {
  it('never calls a payment failed for good: late money can still be adopted', () => {
    for (const given of ['refused', 'expired', 'superseded']) assert.ok(canMove('money', given, 'captured_late'))
  })

  it('never undoes a capture but by the provider taking the money back', () => {
    const after = legalMoves.filter(({ leg, from }) => leg === 'money' && from.startsWith('captured'))
    assert.deepEqual(new Set(after.map(({ to }) => to)), new Set(['reversed']))
  })

  it('writes the intention before any provider can be involved', () => {
    const into = legalMoves.filter(({ leg, to }) => leg === 'money' && to === 'waiting')
    assert.deepEqual(into, [{ leg: 'money', from: 'handing_over', to: 'waiting' }])
  })
})

describe('the delivery leg', () => {
  it('never delivers twice and never takes back', () => {
    assert.ok(!canMove('delivery', 'delivered', 'sending'))
    assert.ok(!canMove('delivery', 'due', 'delivered'))
  })
})

const legs = fc.record(
  {
    money: fc.constantFrom(...attemptStates),
    delivery: fc.constantFrom(...deliveryStates),
    refund: fc.constantFrom(...refundStates),
    isAtGatewayPage: fc.boolean(),
  },
  { requiredKeys: ['money', 'isAtGatewayPage'] },
)

describe('the status that a customer sees', () => {
  it('is SUCCESS only when the thing was delivered and no money goes back', () => {
    fc.assert(
      fc.property(legs, (given) => {
        if (statusOver(given) === 'SUCCESS') assert.ok(given.delivery === 'delivered' && given.refund === undefined)
      }),
    )
  })

  it('is never FAILED while the outcome at the provider is unknown', () => {
    fc.assert(
      fc.property(legs, (given) => {
        if (['handing_over', 'waiting', 'superseded'].includes(given.money))
          assert.notEqual(statusOver(given), 'FAILED')
      }),
    )
  })

  it('stays In Processing between capture and delivery', () => {
    assert.equal(statusOver({ money: 'captured', delivery: 'sending', isAtGatewayPage: false }), 'IN_PROCESS')
    assert.ok(!isSettled({ money: 'captured', delivery: 'sending', isAtGatewayPage: false }))
  })

  it('says REQUEST_RAISED only while the visitor is at the page of the gateway', () => {
    assert.equal(statusOver({ money: 'waiting', isAtGatewayPage: true }), 'REQUEST_RAISED')
    assert.equal(statusOver({ money: 'waiting', isAtGatewayPage: false }), 'IN_PROCESS')
  })
})

describe('the page of an order', () => {
  const pages: readonly OrderPage[] = ['choose', 'hand_over', 'pin', 'status', 'recharge']

  it('can never be chosen again once it is paid or the payer is being asked', () => {
    assert.equal(pageFor('paid', 'choose'), 'status')
    assert.equal(pageFor('asked', 'choose'), 'status')
  })

  it('is always one that its situation allows, so no redirect can go round in a circle', () => {
    for (const situation of ['draft', 'open', 'at_gateway_page', 'at_pin', 'asked', 'paid', 'ended'] as const)
      for (const page of pages) {
        const shown = pageFor(situation, page)
        assert.equal(pageFor(situation, shown), shown)
      }
  })

  it('lets a visitor who came back from a card page choose another way', () => {
    const situation = situationOf({
      isPlaced: true,
      isExpired: false,
      attempts: [{ state: 'waiting', handsOver: 'page' }],
    })
    assert.equal(pageFor(situation, 'choose'), 'choose')
  })

  it.each(['push', 'direct'] as const)('holds back a second payment while a %s is undecided', (handsOver) => {
    const situation = situationOf({ isPlaced: true, isExpired: false, attempts: [{ state: 'waiting', handsOver }] })
    assert.equal(situation, 'asked')
  })

  it('leads to the PIN until one has gone to the wallet, and from there to the status', () => {
    const order = { isPlaced: true, isExpired: false }
    const attempt = { state: 'waiting', handsOver: 'pin' } as const
    const atPin = situationOf({ ...order, attempts: [attempt] })
    assert.equal(pageFor(atPin, 'hand_over'), 'pin')
    assert.equal(pageFor(atPin, 'choose'), 'choose')
    const asked = situationOf({ ...order, attempts: [{ ...attempt, pinSentAt: 1 }] })
    for (const page of ['pin', 'choose'] as const) assert.equal(pageFor(asked, page), 'status')
  })

  it('opens again after a refusal', () => {
    const situation = situationOf({
      isPlaced: true,
      isExpired: false,
      attempts: [{ state: 'refused', handsOver: 'push' }],
    })
    assert.equal(situation, 'open')
  })
})
