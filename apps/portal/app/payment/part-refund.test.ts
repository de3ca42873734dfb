import { money } from '@nyanja/domain/money/money'
import type { Credit, Refund, Takeback } from '@nyanja/server/payments/attempt'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import { testAttempt } from '@nyanja/server/testing/test-orders'
import { clockOf } from '@nyanja/web/format/clock'
import { describe, expect, it } from 'vitest'
import texts from '../../content/en/orp-translation.json' with { type: 'json' }
import bundleTexts from '../../content/en/recharge-translation.json' with { type: 'json' }
import { hrefs } from '../hrefs.ts'
import { statusView } from './status-view.ts'

const start = Date.UTC(2026, 10, 20, 12, 4)
const amount = money('MWK', 200_000)
const part = money('MWK', 50_000)
const refund: Refund = {
  attemptId: 'T1',
  part,
  state: 'refunded',
  tries: 1,
  createdAt: start,
  decidedAt: start + 60_000,
}
const credit: Credit = { amount: money('MWK', 10_000), state: 'delivered', decidedAt: start + 90_000 }

const takeback: Takeback = { amount: money('MWK', 50_000), state: 'delivered', decidedAt: start + 95_000 }

type Returned = Pick<OrderedPayment, 'refund' | 'credit' | 'takeback'>

const paid = (more: Returned): OrderedPayment => ({
  attempt: { ...testAttempt, amount, state: 'captured', createdAt: start, decidedAt: start },
  delivery: {
    ...{ attemptId: 'T1', reference: 'NYA-7K4P-29XD', kind: 'airtime', msisdn: '881234567', amount },
    ...{ state: 'delivered', sends: 1, lookups: 0, createdAt: start, decidedAt: start + 5_000 },
  },
  refundMode: 'by_call',
  order: {
    ...{ id: 'O1', channel: 'web', language: 'en', msisdn: '881234567', lineType: 'PREPAID' },
    ...{ redirectPage: '/prepaid-recharge', createdAt: start, expiresAt: start, choice: { kind: 'airtime', amount } },
  },
  ...more,
})

const clock = clockOf({ timeZone: 'Africa/Blantyre', languages: [{ code: 'en', dateLocale: 'en-GB' }] }, 'en')
const show = (more: Returned) =>
  statusView(paid(more), {
    ...{ texts, bundleTexts, clock, now: start + 120_000, countryCode: '265', careNumber: '111', pinResetDial: '' },
    ...{ holdsOrder: false, mayKnowRest: false, to: hrefs(''), paymentId: 'T1' },
  })
const factsOf = (more: Returned) => show(more).facts.map(({ term, value }) => `${term}: ${value}`)

describe('a payment of which a part went back', () => {
  it('stays successful, and says how much of how much', () => {
    expect(show({ refund })).toMatchObject({ customerStage: 'done', tag: texts.tagSuccessful, isFinal: true })
    expect(factsOf({ refund })).toContain('Given back: MWK\u00a0500 of MWK\u00a02,000')
    expect(factsOf({ refund }).join()).not.toContain(texts.reason)
    expect(show({ refund }).steps.at(-1)).toMatchObject({ state: 'done', title: texts.stepRefundDone })
    expect(show({ refund }).steps.at(-1)?.text).toContain('MWK\u00a0500')
  })

  it('shows the part on its way', () => {
    const due = { refund: { ...refund, state: 'due' } } as const
    expect(show(due)).toMatchObject({ customerStage: 'done', isFinal: false })
    expect(show(due).steps.at(-2)?.text).toContain('MWK\u00a0500')
  })
})

it('airtime given as goodwill is shown once the line has it', () => {
  expect(factsOf({ credit: { ...credit, state: 'sending' } }).join()).not.toContain('Airtime from us')
  expect(factsOf({ credit })).toContain('Airtime from us: MWK\u00a0100')
  expect(show({ credit }).steps.at(-1)).toMatchObject({ title: 'Airtime from us' })
})

it('airtime that was taken back is shown once the line has given it', () => {
  const asked = show({ refund, takeback: { ...takeback, state: 'asked' } })
  expect(JSON.stringify([asked.steps, asked.facts])).not.toContain('taken back')
  expect(factsOf({ refund, takeback })).toContain('Airtime taken back: MWK\u00a0500')
  expect(show({ refund, takeback }).steps.at(-1)).toMatchObject({ title: 'Airtime taken back', icon: 'return' })
})
