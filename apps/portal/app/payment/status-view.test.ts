import { type Bundle, dataVolume } from '@nyanja/domain/bundles/bundle'
import { createQuote } from '@nyanja/domain/money/exchange'
import { money } from '@nyanja/domain/money/money'
import type { RefundMode } from '@nyanja/domain/payments/payment-deadlines'
import type { Attempt, Delivery, Refund } from '@nyanja/server/payments/attempt'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import { testAttempt } from '@nyanja/server/testing/test-orders'
import { clockOf } from '@nyanja/web/format/clock'
import { describe, expect, it } from 'vitest'
import rawTexts from '../../content/en/orp-translation.json' with { type: 'json' }
import bundleTexts from '../../content/en/recharge-translation.json' with { type: 'json' }
import { hrefs } from '../hrefs.ts'
import { refreshSecondsAt, type StatusContext, statusView } from './status-view.ts'

const texts: typeof rawTexts = JSON.parse(JSON.stringify(rawTexts).replaceAll('{brand}', 'Nyanja'))

const minute = 60_000
const start = Date.UTC(2026, 10, 20, 12, 4)
const captured = start + minute
const amount = money('MWK', 200_000)
const bundle: Bundle = {
  productCode: 'W',
  name: 'Weekly 2.6GB',
  description: '2.6 GB for seven days',
  category: 'data',
  period: 'Weekly',
  lineType: 'PREPAID',
  data: dataVolume(2.6, 'GB'),
  validity: { amount: 7, unit: 'day' },
  price: amount,
}

const push: Attempt = {
  ...testAttempt,
  method: 'nyanja_money',
  gateway: 'open-api-money',
  checkoutType: 'push',
  amount,
  nextCheckAt: captured,
  createdAt: start,
  expiresAt: start + 10 * minute,
}
const card: Partial<Attempt> = { method: 'card', checkoutType: 'redirect', gatewayUrl: 'https://pay.example/1' }
const delivery: Delivery = {
  attemptId: 'T1',
  reference: 'NYA-7K4P-29XD',
  kind: 'bundle',
  msisdn: '881234567',
  amount,
  state: 'sending',
  sends: 1,
  lookups: 0,
  createdAt: captured,
}
const refund: Refund = { attemptId: 'T1', state: 'due', tries: 0, createdAt: captured + minute }

interface Components {
  readonly attempt?: Partial<Attempt>
  readonly delivery?: Partial<Delivery>
  readonly refund?: Partial<Refund>
  readonly refundMode?: RefundMode
}

function paymentOf(components: Components): OrderedPayment {
  return {
    attempt: { ...push, ...components.attempt },
    ...(components.delivery && { delivery: { ...delivery, ...components.delivery } }),
    ...(components.refund && { refund: { ...refund, ...components.refund } }),
    refundMode: components.refundMode ?? 'by_call',
    order: {
      id: 'O1',
      channel: 'web',
      language: 'en',
      msisdn: '881234567',
      lineType: 'PREPAID',
      redirectPage: '/prepaid-recharge',
      createdAt: start,
      expiresAt: start + 60 * minute,
      choice: { kind: 'bundle', amount, bundle },
    },
  }
}

function show(components: Components, more: Partial<StatusContext> = {}) {
  return statusView(paymentOf(components), {
    texts,
    bundleTexts,
    clock: clockOf({ timeZone: 'Africa/Blantyre', languages: [{ code: 'en', dateLocale: 'en-GB' }] }, 'en'),
    now: captured + minute,
    countryCode: '265',
    careNumber: '300',
    pinResetDial: '*115#',
    to: hrefs(''),
    paymentId: 'T1',
    holdsOrder: false,
    mayKnowRest: false,
    ...more,
  })
}

const paid = { state: 'captured', decidedAt: captured, paysOrder: true } as const
const shapes = (components: Components, now?: number) =>
  show(components, now === undefined ? {} : { now }).steps.map(({ state, title }) => `${state}: ${title}`)

describe('the view of a payment', () => {
  const late = captured + 6 * minute
  it.each<[string, Components, number, [tag: string, heading: string]]>([
    ['not begun', { attempt: { state: 'created' } }, start, ['In Processing', 'Your payment has not begun yet']],
    ['asked on the phone', {}, start, ['In Processing', 'Check your phone']],
    ['asked too long ago', {}, start + 11 * minute, ['In Processing', 'We are checking your payment']],
    [
      'being handed over',
      { attempt: { state: 'handing_over' } },
      start,
      ['In Processing', 'We are checking your payment'],
    ],
    [
      'taken from airtime',
      { attempt: { checkoutType: 'direct' } },
      start,
      ['In Processing', 'We are checking your payment'],
    ],
    ['at the card page', { attempt: card }, start, ['In Processing', 'Waiting for you to pay']],
    [
      'back from the card page',
      { attempt: { ...card, returnedAt: captured } },
      captured,
      ['In Processing', 'We are checking your payment'],
    ],
    ['paid', { attempt: paid, delivery: {} }, captured, ['In Processing', 'Your bundle is due by 14:10']],
    ['late', { attempt: paid, delivery: {} }, late, ['In Processing', 'It takes longer than it should']],
    [
      'not known to have arrived when refunds begin',
      { attempt: paid, delivery: {} },
      captured + 15 * minute + 1,
      ['In Processing', 'We do not know yet whether it arrived'],
    ],
    ['delivered', { attempt: paid, delivery: { state: 'delivered' } }, late, ['Successful', 'Thank you']],
    [
      'delivered, then taken back',
      { attempt: { ...paid, state: 'reversed' }, delivery: { state: 'delivered' } },
      late,
      ['Successful', 'Thank you'],
    ],
    [
      'refused',
      { attempt: { state: 'refused', refusal: 'declined' } },
      captured,
      ['Not successful', 'Nothing was taken'],
    ],
    [
      'cancelled',
      { attempt: { state: 'refused', refusal: 'cancelled_by_customer' } },
      captured,
      ['Not successful', 'You cancelled the payment'],
    ],
    ['expired', { attempt: { state: 'expired' } }, late, ['Not successful', 'The time to pay is over']],
    [
      'going back',
      { attempt: paid, delivery: { state: 'impossible' }, refund: {} },
      late,
      ['Not successful', 'Your MWK 2,000 is going back to you'],
    ],
    [
      'on its way back',
      { attempt: paid, delivery: { state: 'impossible' }, refund: { state: 'requesting' } },
      late,
      ['Not successful', 'Your MWK 2,000 is coming back'],
    ],
    [
      'back',
      { attempt: paid, delivery: { state: 'impossible' }, refund: { state: 'refunded', decidedAt: late } },
      late,
      ['Money returned', 'Your MWK 2,000 is back'],
    ],
    [
      'with a person',
      { attempt: paid, delivery: { state: 'impossible' }, refund: { state: 'review' } },
      late,
      ['In Processing', 'A person is looking at this payment'],
    ],
    [
      'sent back by staff',
      { attempt: paid, delivery: { state: 'impossible' }, refund: { state: 'review' }, refundMode: 'by_hand' },
      late,
      ['Not successful', 'Your MWK 2,000 is coming back'],
    ],
  ])('%s', (_, components, now, expected) => {
    const view = show(components, { now })
    expect([view.tag, view.heading.replaceAll('\u00a0', ' ')]).toEqual(expected)
    expect(view.text).not.toMatch(/[{}]/)
    expect(JSON.stringify(view.steps)).not.toMatch(/\{\w+\}/)
  })
})

describe('a payment that is neither delivered nor refunded in time', () => {
  const day = 24 * 60 * minute
  const sending = { attempt: paid, delivery: {} } as const
  const impossible = { attempt: paid, delivery: { state: 'impossible', decidedAt: captured } } as const
  it.each<[string, Components, deadline: number, promise: string]>([
    ['not known to have arrived', sending, captured + day, 'a person decides'],
    ['to go back', { ...impossible, refund: {} }, refund.createdAt + day, 'You do not have to ask.'],
    [
      'going back',
      { ...impossible, refund: { state: 'requesting' } },
      refund.createdAt + day,
      'You do not have to ask.',
    ],
    ['with a person', { ...impossible, refund: { state: 'review' } }, refund.createdAt + day, 'You hear from us by'],
    [
      'sent back by staff',
      { ...impossible, refund: { state: 'review' }, refundMode: 'by_hand' },
      refund.createdAt + 3 * day,
      'Our staff send it back by',
    ],
    [
      'without a further check',
      { attempt: { nextCheckAt: undefined, checkoutType: 'direct' } },
      start + day,
      'You hear from us by',
    ],
  ])('is promised by a time only until then: %s', (_, components, deadline, promise) => {
    const [before, after] = [show(components, { now: deadline }), show(components, { now: deadline + 1 })]
    expect(before.text).toContain(promise)
    expect(after.text).toMatch(/^This should have been done by 14:\d\d\. .+ Call 300: the reference/)
    const shown = JSON.stringify([after.text, after.steps, after.advice ?? ''])
    for (const word of [promise, 'by Sat', 'do not have to ask', 'send it by']) expect(shown).not.toContain(word)
  })

  it('makes an open page show it by itself', () => {
    const components = { ...impossible, refund: { state: 'requesting' } } as const
    const versionAt = (now: number) => show(components, { now }).version
    const deadline = refund.createdAt + day
    expect(versionAt(deadline)).toBe(versionAt(captured + 2 * minute))
    expect(versionAt(deadline + 1)).not.toBe(versionAt(deadline))
  })
})

describe('a late delivery', () => {
  const sending = { attempt: paid, delivery: {} } as const

  it('promises a refund by the time at which workers stop trying to deliver', () => {
    const { text, steps } = show(sending, { now: captured + 6 * minute })
    expect(text).toContain('keep trying until 14:20')
    expect(JSON.stringify(steps)).toContain('If it cannot be delivered by 14:20')
  })

  it('promises a decision instead of a refund once the delivery may have arrived', () => {
    const { text, steps, links } = show(sending, { now: captured + 20 * minute })
    expect(text).toContain('We hold your money until we know.')
    expect(steps.map(({ title, time }) => `${title} ${time}`)).toContain('A person decides by Sat 21 Nov, 14:05')
    expect(JSON.stringify(steps)).not.toContain('goes back')
    expect(links.map(({ text: link }) => link)).toContain('Call 300')
  })

  it('promises a later refund where only staff can make it', () => {
    const components = { attempt: paid, delivery: { state: 'impossible' }, refund: { state: 'due' } } as const
    expect(show({ ...components, refundMode: 'by_hand' }).text).toContain('by Mon 23 Nov, 14:06')
  })
})

describe('the components', () => {
  it('promise the delivery while the payment is pending', () => {
    expect(shapes({})).toEqual(['now: Your approval', 'next: Then the bundle'])
  })

  it('show by when it is delivered, and by when it is refunded otherwise', () => {
    const { steps } = show({ attempt: paid, delivery: {} })
    expect(steps.map(({ title, time }) => `${title} ${time}`)).toEqual([
      'Money received 14:05',
      'Sending the bundle by 14:10',
      'If it does not arrive by Sat 21 Nov, 14:20',
    ])
  })

  it('show the refund next to what failed', () => {
    const failed = { attempt: paid, delivery: { state: 'impossible', decidedAt: captured } } as const
    expect(shapes({ ...failed, refund: { state: 'requesting' } })).toEqual([
      'done: Money received',
      'failed: Bundle not delivered',
      'now: Refund sent',
      'next: Back with you',
    ])
  })

  it('end with the refusal when nothing was charged', () => {
    expect(shapes({ attempt: { state: 'refused', refusal: 'declined' } })).toEqual(['failed: Payment refused'])
    expect(shapes({ attempt: { state: 'refused', refusal: 'cancelled_by_customer' } })).toEqual([
      'failed: Payment cancelled',
    ])
  })
})

describe('the receipt', () => {
  const factsOf = (components: Components) =>
    Object.fromEntries(show(components).facts.map(({ term, value }) => [term, value]))

  it('has every field of a payment, with masked numbers', () => {
    expect(factsOf({ attempt: paid, delivery: { state: 'delivered', decidedAt: captured + 9_000 } })).toEqual({
      Status: 'Successful',
      'Payment type': 'BUNDLE PURCHASE',
      'Bundle description': '2.6 GB for seven days',
      Mobile: '+265\u00a088\u00a0•••\u00a0••67',
      'Paid with': 'Nyanja Money',
      Paid: 'Fri 20 Nov 2026, 14:05:00',
      Delivered: 'Fri 20 Nov 2026, 14:05:09',
      Ends: 'Fri 27 Nov, 14:05',
      Amount: 'MWK\u00a02,000',
    })
  })

  it('marks the reason when it was not successful', () => {
    expect(factsOf({ attempt: { state: 'refused', refusal: 'insufficient_funds' } }).Reason).toBe(
      '*There was not enough money.',
    )
    expect(factsOf({ attempt: { state: 'expired' } }).Reason).toBe('*There was no approval in time.')
    expect(factsOf({ attempt: paid, refund: {} }).Reason).toMatch(/^\*The order was paid in another way/)
    expect(factsOf({ attempt: paid, delivery: { state: 'delivered' }, refund: {} }).Reason).toBe(
      '*Our staff decided that the money goes back.',
    )
  })

  it('never shows a whole number anywhere', () => {
    const all = JSON.stringify([
      show({}),
      show({ attempt: paid, delivery: {} }),
      show({ attempt: paid, delivery: { state: 'impossible' }, refund: { state: 'requesting' } }),
    ])
    expect(all).not.toMatch(/991234567|881234567|1234567/)
  })

  it('keeps only state and date after ninety days', () => {
    const view = show({ attempt: paid, delivery: { state: 'delivered' } }, { now: start + 91 * 24 * 60 * minute })
    expect(view.facts.map(({ term }) => term)).toEqual(['Status', 'Paid'])
    expect([view.steps, view.links]).toEqual([[], []])
  })
})

describe('the next step', () => {
  const refused = { attempt: { state: 'refused', refusal: 'declined' } } as const

  it('lets only the holder of the order try again with it', () => {
    expect(show(refused, { holdsOrder: true }).action).toEqual({ href: '/payment/start?order=O1', text: 'Try again' })
    expect(show(refused).action).toEqual({ href: '/prepaid-recharge', text: 'Try again' })
  })

  it('leads a payer in another currency back to the same one', () => {
    const quote = createQuote(amount, { one: 'MWK', costs: money('USD', 3) }, start)
    const inDollars = { attempt: { ...refused.attempt, amount: quote.charged, quote } } as const
    expect(show(inDollars, { holdsOrder: true }).action?.href).toBe('/payment/start?order=O1&currency=USD')
  })

  it('begins a new order when the order is too old', () => {
    expect(show(refused, { holdsOrder: true, now: start + 61 * minute }).action?.href).toBe('/prepaid-recharge')
  })

  it('offers the card page again, or another method', () => {
    const { action, links } = show({ attempt: card }, { holdsOrder: true })
    expect(action?.href).toBe('/payment/start/card/continue?order=O1')
    expect(links.map(({ text }) => text)).toEqual(['Check now', 'Pay another way', 'Return'])
  })

  it('tells a visitor who returned from the card page that another method is possible, without a double charge', () => {
    const back = { attempt: { ...card, returnedAt: captured } }
    expect(show(back, { holdsOrder: true }).advice).toMatchObject({
      heading: 'Did you confirm? Then please do not pay again.',
      text: expect.stringContaining('If both payments go through after all, we send one of them back.'),
    })
    expect(show(back).advice?.heading).toBe('Please do not pay again.')
  })

  it('leads back from a fresh receipt, and from an old one to the same again', () => {
    const again = { href: '/payment/again/T1', text: 'Again' }
    const done = { attempt: paid, delivery: { state: 'delivered', decidedAt: captured } } as const
    const fresh = show(done, { again })
    expect([fresh.action?.text, fresh.links[0]]).toEqual(['Return', { ...again, icon: 'return' }])
    const old = show(done, { again, now: start + 60 * minute })
    expect([old.action, old.links.map(({ text }) => text)]).toEqual([again, ['Call 300', 'Return']])
    expect(show(done).links.map(({ text }) => text)).toEqual(['Call 300'])
  })

  it('offers no second payment method while a handset is prompted', () => {
    const { action, links } = show({}, { holdsOrder: true })
    expect(action).toBeUndefined()
    expect(links.map(({ text }) => text)).toEqual(['Check now', 'Return'])
  })

  it('returns to the page of the order in the language of the page', () => {
    expect(show({ attempt: paid, delivery: { state: 'delivered' } }, { to: hrefs('/sw') }).action?.href).toBe(
      '/sw/prepaid-recharge',
    )
  })
})

describe('a page without script', () => {
  it('reloads ever less often and stops after half an hour', () => {
    expect([0, 3, 7, 20, 31].map((minutes) => refreshSecondsAt(minutes * minute))).toEqual([10, 20, 30, 60, undefined])
  })

  it('does not reload once the payment is over', () => {
    expect(show({ attempt: paid, delivery: { state: 'delivered' } }).refreshSeconds).toBeUndefined()
    expect(show({}, { now: start }).refreshSeconds).toBe(10)
  })

  it('has another version whenever it would show something else', () => {
    const versions = [
      show({}),
      show({}, { now: start + 11 * minute }),
      show({ attempt: paid }),
      show({ attempt: paid, delivery: {} }),
      show({ attempt: paid, delivery: {} }, { now: captured + 6 * minute }),
      show({ attempt: paid, delivery: { state: 'delivered' } }),
    ].map(({ version }) => version)
    expect(new Set(versions).size).toBe(versions.length)
  })
})

describe("a payment with a PIN on the portal's page", () => {
  const atPin = { checkoutType: 'pin', method: 'smartcash', gateway: 'smartcash' } as const

  it('leads its holder to the PIN until one is with the wallet', () => {
    const waiting = show({ attempt: { ...atPin, state: 'waiting' } }, { now: start + minute, holdsOrder: true })
    expect(waiting.action?.href).toBe('/payment/start/pin?order=O1')
    const sent = { ...atPin, state: 'waiting', pinSentAt: start } as const
    const checking = show({ attempt: sent }, { now: start + minute, holdsOrder: true })
    expect(checking.customerStage).toBe('checking')
    expect(checking.links.map(({ href }) => href)).not.toContain('/payment/start?order=O1')
  })

  it('shows what to do about a wallet that received too many wrong PINs', () => {
    const blocked = { attempt: { ...atPin, state: 'refused', refusal: 'wrong_pin' } } as const
    const { text, advice, action } = show(blocked, { holdsOrder: true })
    expect(text).toContain('Your Smart Cash wallet has been blocked')
    expect(text).toContain('Call 300, or dial *115#')
    expect(advice).toBeUndefined()
    expect(action).toEqual({ href: '/payment/start?order=O1', text: 'Pay another way' })
  })
})
