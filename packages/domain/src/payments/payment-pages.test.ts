import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { getOrderSituation, type OrderPage, type OrderSituation, resolvePaymentPage } from './payment-pages.ts'

describe('the page of an order', () => {
  const pages: readonly OrderPage[] = ['choose', 'gateway_redirect', 'pin', 'status', 'recharge']

  it('offers no choice once the order is paid or the payer has a prompt', () => {
    assert.equal(resolvePaymentPage('paid', 'choose'), 'status')
    assert.equal(resolvePaymentPage('asked', 'choose'), 'status')
  })

  it("is the requested one where the state allows it, and the state's own page otherwise", () => {
    const shown = (situation: OrderSituation) => pages.map((page) => resolvePaymentPage(situation, page))
    assert.deepEqual(pages, ['choose', 'gateway_redirect', 'pin', 'status', 'recharge'])
    assert.deepEqual(shown('draft'), ['recharge', 'recharge', 'recharge', 'recharge', 'recharge'])
    assert.deepEqual(shown('open'), ['choose', 'choose', 'choose', 'choose', 'recharge'])
    assert.deepEqual(shown('at_gateway_page'), ['choose', 'gateway_redirect', 'choose', 'status', 'recharge'])
    assert.deepEqual(shown('at_pin'), ['choose', 'pin', 'pin', 'status', 'recharge'])
    assert.deepEqual(shown('asked'), ['status', 'status', 'status', 'status', 'recharge'])
    assert.deepEqual(shown('paid'), ['status', 'status', 'status', 'status', 'recharge'])
    assert.deepEqual(shown('ended'), ['recharge', 'recharge', 'recharge', 'status', 'recharge'])
  })

  it('is that of a draft until a product was chosen', () => {
    assert.equal(getOrderSituation({ isPlaced: false, isExpired: false, attempts: [] }), 'draft')
  })

  it.each(['captured', 'captured_late', 'reversed'] as const)(
    'offers no further payment when an attempt is %s',
    (state) => {
      const attempts = [
        { state, checkoutType: 'redirect' },
        { state: 'waiting', checkoutType: 'pin' },
      ] as const
      assert.equal(getOrderSituation({ isPlaced: true, isExpired: true, attempts }), 'paid')
    },
  )

  it.each(['created', 'handing_over', 'waiting'] as const)('is the status once a push is %s', (state) => {
    const attempts = [{ state, checkoutType: 'push' }] as const
    assert.equal(getOrderSituation({ isPlaced: true, isExpired: false, attempts }), 'asked')
  })

  it.each(['superseded', 'refused', 'expired'] as const)(
    'offers the choice again once an attempt is %s but not late',
    (state) => {
      const attempts = [{ state, checkoutType: 'pin' }] as const
      assert.equal(getOrderSituation({ isPlaced: true, isExpired: false, attempts }), 'open')
      assert.equal(getOrderSituation({ isPlaced: true, isExpired: true, attempts }), 'ended')
    },
  )

  it('offers no late choice while a card page may still take the money', () => {
    const attempts = [{ state: 'waiting', checkoutType: 'redirect' }] as const
    assert.equal(getOrderSituation({ isPlaced: true, isExpired: true, attempts }), 'asked')
  })

  it('is always allowed by its state, so redirects cannot loop', () => {
    for (const situation of ['draft', 'open', 'at_gateway_page', 'at_pin', 'asked', 'paid', 'ended'] as const)
      for (const page of pages) {
        const shown = resolvePaymentPage(situation, page)
        assert.equal(resolvePaymentPage(situation, shown), shown)
      }
  })

  it('lets a visitor who returned from a card page choose another method', () => {
    const situation = getOrderSituation({
      isPlaced: true,
      isExpired: false,
      attempts: [{ state: 'waiting', checkoutType: 'redirect' }],
    })
    assert.equal(resolvePaymentPage(situation, 'choose'), 'choose')
  })

  it.each(['push', 'direct'] as const)('prevents a second payment while a %s is undecided', (checkoutType) => {
    const situation = getOrderSituation({
      isPlaced: true,
      isExpired: false,
      attempts: [{ state: 'waiting', checkoutType }],
    })
    assert.equal(situation, 'asked')
  })

  it('is the PIN entry until a PIN was sent to the wallet, and then the status', () => {
    const order = { isPlaced: true, isExpired: false }
    const attempt = { state: 'waiting', checkoutType: 'pin' } as const
    const atPin = getOrderSituation({ ...order, attempts: [attempt] })
    assert.equal(resolvePaymentPage(atPin, 'gateway_redirect'), 'pin')
    assert.equal(resolvePaymentPage(atPin, 'choose'), 'choose')
    const pinSent = getOrderSituation({ ...order, attempts: [{ ...attempt, pinSentAt: 1 }] })
    for (const page of ['pin', 'choose'] as const) assert.equal(resolvePaymentPage(pinSent, page), 'status')
  })
})
