import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { computeFee, type FeeRule, findFeeRule } from './fees.ts'

const rule: FeeRule = { basisPoints: 350, flatMinor: {}, taxBasisPoints: 1_650, rounding: 'half_up' }

describe('a fee', () => {
  it.each([
    ['a share', 100_000, rule, { feeMinor: 3_500, taxMinor: 578 }],
    ['a share that is rounded half up', 100, { ...rule, basisPoints: 250 }, { feeMinor: 3, taxMinor: 0 }],
    [
      'a share that is rounded down',
      100,
      { ...rule, basisPoints: 250, rounding: 'down' },
      { feeMinor: 2, taxMinor: 0 },
    ],
    ['a share that is rounded up', 100, { ...rule, basisPoints: 201, rounding: 'up' }, { feeMinor: 3, taxMinor: 1 }],
    ['a share and a flat part', 100, { ...rule, flatMinor: { MWK: 50 } }, { feeMinor: 54, taxMinor: 9 }],
    [
      'without the flat part of another currency',
      100,
      { ...rule, flatMinor: { USD: 50 } },
      { feeMinor: 4, taxMinor: 1 },
    ],
    ['nothing without a rule', 100, undefined, { feeMinor: 0, taxMinor: 0 }],
  ] as const)('is %s', (_what, minor, given, fee) => {
    expect(computeFee(money('MWK', minor), given)).toEqual(fee)
  })

  it.each([
    ['the only rule, which has no day', rule, '2026-11-20', 350],
    ['the first rule before the change', [rule, { ...rule, basisPoints: 300, from: '2026-12-01' }], '2026-11-30', 350],
    ['the next one from its day on', [rule, { ...rule, basisPoints: 300, from: '2026-12-01' }], '2026-12-01', 300],
    ['none before the contract begins', { ...rule, from: '2026-12-01' }, '2026-11-30', undefined],
    ['none without a contract', undefined, '2026-11-30', undefined],
  ] as const)('follows %s', (_what, rules, day, basisPoints) => {
    expect(findFeeRule(rules, day)?.basisPoints).toBe(basisPoints)
  })

  it('follows the latest rule that has begun, however often the contract changed', () => {
    const months = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 }).map((found) => found.sort())
    fc.assert(
      fc.property(months, fc.integer({ min: 1, max: 9 }), (changes, month) => {
        const rules = changes.map((change) => ({ ...rule, basisPoints: change, from: `2026-0${change}-01` }))
        const begun = changes.filter((change) => change <= month)
        expect(findFeeRule(rules, `2026-0${month}-15`)?.basisPoints).toBe(begun.at(-1))
      }),
    )
  })

  it('is exact for the largest amounts, where a float would not be', () => {
    expect(computeFee(money('MWK', Number.MAX_SAFE_INTEGER), { ...rule, basisPoints: 1 }).feeMinor).toBe(
      900_719_925_474,
    )
  })

  it('is at most one minor unit from its exact share, and never below it when rounded up', () => {
    const amounts = fc.integer({ min: 0, max: 1e9 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (minor, basisPoints) => {
        const feeBy = (rounding: FeeRule['rounding']) =>
          computeFee(money('MWK', minor), { ...rule, basisPoints, rounding }).feeMinor
        const exact = (minor * basisPoints) / 10_000
        expect(feeBy('down')).toBeLessThanOrEqual(exact)
        expect(feeBy('up')).toBeGreaterThanOrEqual(exact)
        expect(feeBy('up') - feeBy('down')).toBeLessThanOrEqual(1)
        expect([feeBy('down'), feeBy('up')]).toContain(feeBy('half_up'))
      }),
    )
  })
})
