import type { PlacedOrder } from '@nyanja/server/payments/orders'
import { testOrder } from '@nyanja/server/testing/test-orders'
import { describe, expect, it } from 'vitest'
import { mayKeep } from './save-number.tsx'

const order: PlacedOrder = { ...testOrder, expiresAt: 3_600_000 }
const arrived = { customerStage: 'done', holdsOrder: true, now: 60_000 } as const

describe('a number may be saved', () => {
  it('by the visitor who chose it, once its line has its delivery', () => {
    expect(mayKeep({ order }, arrived)).toBe(true)
    expect(mayKeep({ order }, { ...arrived, customerStage: 'delivering' })).toBe(false)
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
