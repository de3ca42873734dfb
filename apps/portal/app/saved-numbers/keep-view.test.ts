import { money } from '@nyanja/domain/money/money'
import type { PlacedOrder } from '@nyanja/server/payments/orders'
import { describe, expect, it } from 'vitest'
import { mayKeep } from './keep-number.tsx'

const order: PlacedOrder = {
  id: 'order',
  channel: 'web',
  language: 'en',
  msisdn: '991234567',
  lineType: 'PREPAID',
  choice: { kind: 'airtime', amount: money('MWK', 30_000) },
  redirectPage: '/prepaid-recharge',
  createdAt: 0,
  expiresAt: 3_600_000,
}
const arrived = { paymentView: 'done', holdsOrder: true, now: 60_000 } as const

describe('a number may be saved', () => {
  it('by the visitor who chose it, once its line has its delivery', () => {
    expect(mayKeep({ order }, arrived)).toBe(true)
    expect(mayKeep({ order }, { ...arrived, paymentView: 'delivering' })).toBe(false)
  })

  it('by no visitor with a pay-me link, who would learn it', () => {
    expect(mayKeep({ order: { ...order, payLink: 'a link' } }, arrived)).toBe(false)
  })

  it('by no visitor with only the link of the receipt, or an hour later', () => {
    expect(mayKeep({ order }, { ...arrived, holdsOrder: false })).toBe(false)
    expect(mayKeep({ order }, { ...arrived, now: order.expiresAt })).toBe(false)
  })

  it('not when an account was paid', () => {
    expect(mayKeep({ order: { ...order, account: 'P1234567890' } }, arrived)).toBe(false)
  })
})
