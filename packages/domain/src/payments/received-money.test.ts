import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { orderKinds } from './payment-options.ts'
import { type DifferenceRules, excessRules, judgeReceived, shortfallRules } from './received-money.ts'

const asked = money('MWK', 220_000)
const airtime = { asked, kind: 'airtime', isConverted: false } as const
const backAgain: DifferenceRules = { shortfall: 'refund', excess: 'refund' }
const inGoods: DifferenceRules = { shortfall: 'deliver_part', excess: 'credit' }

it('the amount that was asked for pays the order', () => {
  expect(judgeReceived({ ...airtime, received: asked }, inGoods)).toEqual({ outcome: 'deliver' })
})

it('too little goes back, or buys airtime for what came', () => {
  const received = money('MWK', 110_000)
  expect(judgeReceived({ ...airtime, received }, backAgain)).toEqual({ outcome: 'refund' })
  expect(judgeReceived({ ...airtime, received }, inGoods)).toEqual({ outcome: 'deliver_part' })
  expect(judgeReceived({ ...airtime, kind: 'bundle', received }, inGoods)).toEqual({ outcome: 'refund' })
  expect(judgeReceived({ ...airtime, isConverted: true, received }, inGoods)).toEqual({ outcome: 'refund' })
})

it('too much pays the order, and the rest goes back or is given as airtime', () => {
  const received = money('MWK', 300_000)
  const excess = { minor: 80_000, way: 'refund' }
  expect(judgeReceived({ ...airtime, received }, backAgain)).toEqual({ outcome: 'deliver', excess })
  const credit = { minor: 80_000, way: 'credit' }
  expect(judgeReceived({ ...airtime, received }, inGoods)).toEqual({ outcome: 'deliver', excess: credit })
})

it('an order for internet at home is paid exactly, or not at all', () => {
  const received = money('MWK', 300_000)
  expect(judgeReceived({ ...airtime, kind: 'plan', received }, inGoods)).toEqual({ outcome: 'refund' })
})

it('money of another currency goes back, whatever its figure', () => {
  for (const minor of [1, 220_000, 9_000_000])
    expect(judgeReceived({ ...airtime, received: money('USD', minor) }, inGoods)).toEqual({ outcome: 'refund' })
})

it('what is delivered and what is returned add up to what was received', () => {
  const anyMinor = fc.integer({ min: 1, max: 2 ** 40 })
  const rules = fc.record({ shortfall: fc.constantFrom(...shortfallRules), excess: fc.constantFrom(...excessRules) })
  fc.assert(
    fc.property(anyMinor, anyMinor, rules, fc.constantFrom(...orderKinds), fc.boolean(), (due, came, ...rest) => {
      const [rule, kind, isConverted] = rest
      const paid = { asked: money('MWK', due), received: money('MWK', came), kind, isConverted }
      const settled = judgeReceived(paid, rule)
      const returned = {
        refund: came,
        deliver_part: 0,
        deliver: 'excess' in settled ? (settled.excess?.minor ?? 0) : 0,
      }
      const delivered = { refund: 0, deliver_part: came, deliver: due }
      expect(returned[settled.outcome] + delivered[settled.outcome]).toBe(came)
    }),
  )
})
