import { money } from '@nyanja/domain/money/money'
import type { Attempt, Delivery } from '@nyanja/server/payments/attempt'
import type { PlacedOrder } from '@nyanja/server/payments/orders'
import { testAttempt, testOrder } from '@nyanja/server/testing/test-orders'
import { clockOf } from '@nyanja/web/format/clock'
import { describe, expect, it } from 'vitest'
import rawTexts from '../../content/en/orp-translation.json' with { type: 'json' }
import bundleTexts from '../../content/en/recharge-translation.json' with { type: 'json' }
import { hrefs } from '../hrefs.ts'
import { orderFacts } from '../order/order-facts.ts'
import { nextAfter } from './pay-action.ts'
import { statusView } from './status-view.ts'

const texts: typeof rawTexts = JSON.parse(JSON.stringify(rawTexts).replaceAll('{brand}', 'Nyanja'))
const clock = clockOf({ timeZone: 'Africa/Blantyre', languages: [{ code: 'en', dateLocale: 'en-GB' }] }, 'en')
const now = Date.UTC(2026, 10, 20, 12, 5)
const minute = 60_000
const amount = money('MWK', 8_500_000)
const plan = { code: 'HBB-150', description: 'Home 150GB', leadReference: 'HB-7K4P-29XD' }
const order: PlacedOrder = {
  ...testOrder,
  redirectPage: '/hbb-lead-status',
  choice: { kind: 'plan', amount, plan: { ...plan, fee: money('MWK', 2_000_000) } },
  createdAt: now,
  expiresAt: now + 60 * minute,
}

const rows = (facts: readonly { readonly term: string; readonly value: string }[]) =>
  facts.map(({ term, value }) => `${term}: ${value}`)
const shown = (one: PlacedOrder) => rows(orderFacts(one, { texts, bundleTexts, clock, now, countryCode: '265' }))

describe('internet at home, before it is paid', () => {
  it('shows its recurring and its one-time costs', () => {
    expect(shown(order)).toEqual([
      'For: +265 99 123 4567',
      'Recharge type: Internet at home',
      'Plan details: Home 150GB',
      'Home internet order: HB-7K4P-29XD',
      'Plan: MWK 65,000',
      'Connection, paid once: MWK 20,000',
      'You pay: MWK 85,000',
    ])
  })

  it('shows one amount when the connection is free', () => {
    const facts = shown({ ...order, choice: { kind: 'plan', amount, plan } }).join()
    expect(facts).not.toContain('Connection')
    expect(facts).toContain('You pay: MWK 85,000')
  })

  it('hides number and order from a visitor who was asked to pay for others', () => {
    const facts = shown({ ...order, payLink: 'T1' }).join()
    expect(facts).not.toContain('HB-7K4P-29XD')
    expect(facts).not.toContain('123 4567')
  })

  it('shows that another payer is paying for it', () => {
    expect(nextAfter({ outcome: 'being_paid' }, order, hrefs(''))).toEqual({ problem: 'plan_being_paid' })
  })
})

describe('internet at home, once it is paid', () => {
  const attempt: Attempt = {
    ...testAttempt,
    state: 'captured',
    amount,
    paysOrder: true,
    checks: 1,
    createdAt: now,
    decidedAt: now,
    expiresAt: now + 10 * minute,
  }
  const delivery: Delivery = {
    attemptId: 'T1',
    reference: 'NYA-7K4P-29XD',
    kind: 'plan',
    msisdn: '991234567',
    amount,
    state: 'delivered',
    sends: 1,
    lookups: 0,
    createdAt: now,
    decidedAt: now,
  }
  const view = (state: Delivery['state']) =>
    statusView(
      { attempt, delivery: { ...delivery, state }, order, refundMode: 'by_call' },
      {
        ...{ texts, bundleTexts, clock, now: now + minute, countryCode: '265', careNumber: '300', pinResetDial: '' },
        ...{ to: hrefs(''), paymentId: 'T1', holdsOrder: true, mayKnowRest: false },
      },
    )

  it('shows what happens next, and under which order', () => {
    const { text, steps, facts } = view('delivered')
    expect(text.replaceAll('\u2011', '-')).toBe(
      'Your internet at home is ordered. Our team calls you within two working days about the installation. Your order is HB-7K4P-29XD.',
    )
    expect(steps.map(({ title }) => title)).toContain('Order placed')
    expect(rows(facts)).toEqual(
      expect.arrayContaining(['Payment type: INTERNET AT HOME', 'Plan details: Home 150GB', 'Plan: MWK 65,000']),
    )
  })

  it('shows whom to call when the installer does not call', () => {
    expect(view('delivered').advice?.text).toContain('within two working days, call 300')
  })

  it('shows until when the order is confirmed', () => {
    expect(view('sending').heading).toBe('Your order is confirmed by 14:10')
  })
})
