import { describe, expect, it } from 'vitest'
import { Finance } from './finance-rules.ts'

const rule = { basisPoints: 350, taxBasisPoints: 1650 }
const complete = { ...rule, flatMinor: {}, rounding: 'half_up' }
const feesOf = (dpo: unknown) => Finance.safeParse({ fees: { dpo } }).data?.rules.fees.dpo

describe('the fees of a market file', () => {
  it('have one rule, or one for each time of a contract that changed', () => {
    expect(feesOf(rule)).toEqual(complete)
    const later = { ...rule, basisPoints: 300, from: '2026-12-01' }
    expect(feesOf([rule, later])).toEqual([complete, { ...complete, basisPoints: 300, from: '2026-12-01' }])
    expect(feesOf({ ...rule, from: '2026-12-01' })).toMatchObject({ from: '2026-12-01' })
  })

  it.each([
    ['of no rules', []],
    ['without the day of a change', [rule, rule]],
    [
      'in another order than that of their days',
      [
        { ...rule, from: '2026-12-01' },
        { ...rule, from: '2026-11-01' },
      ],
    ],
    [
      'with two rules from one day on',
      [
        { ...rule, from: '2026-12-01' },
        { ...rule, from: '2026-12-01' },
      ],
    ],
    ['from a day that does not exist', { ...rule, from: '2026-02-30' }],
    ['of a currency that does not exist', { ...rule, flatMinor: { XXQ: 1 } }],
  ])('are refused as a list %s', (_what, fees) => {
    expect(Finance.safeParse({ fees: { dpo: fees } }).success).toBe(false)
  })

  it('are refused for a gateway that does not exist', () => {
    expect(Finance.safeParse({ fees: { dpi: rule } }).success).toBe(false)
  })

  it('are confirmed by a name alone', () => {
    const areConfirmed = (finance: object) => Finance.safeParse(finance).data?.areFeesConfirmed
    expect(areConfirmed({ fees: { dpo: rule } })).toBe(false)
    expect(areConfirmed({ fees: { dpo: rule }, feesConfirmedBy: 'Thoko Banda, 2026-11-20' })).toBe(true)
    // An operator may have confirmed that providers keep nothing.
    expect(areConfirmed({ feesConfirmedBy: 'Thoko Banda, 2026-11-20' })).toBe(true)
    expect(areConfirmed({ feesConfirmedBy: ' ' })).toBeUndefined()
  })
})
