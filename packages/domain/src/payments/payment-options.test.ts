import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { dollarsFor } from '../money/units.ts'
import { findSuitableOptions, problemOfPayer } from './payment-options.ts'

const offered = ['airtime', 'card', 'mpesa', 'nyanja_money', 'smartcash'].map((method) => ({ method }))
const namesOf = (methods: readonly { readonly method: string }[]) => methods.map(({ method }) => method)

describe('the payment methods of an order', () => {
  it('are all that the market offers, in a market with one currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (minor) => {
        expect(
          findSuitableOptions(offered, { ordered: money('MWK', minor), charged: 'MWK', isDualCurrency: false }),
        ).toEqual(offered)
      }),
    )
  })

  it.each([
    [99, ['nyanja_money']],
    [100, namesOf(offered)],
  ] as const)('are, with two currencies and %i units, %j', (units, methods) => {
    const sums = { ordered: dollarsFor(units), charged: 'USD', isDualCurrency: true } as const
    expect(namesOf(findSuitableOptions(offered, sums))).toEqual(methods)
  })

  it('are those that can charge the chosen currency', () => {
    const methods = [
      { method: 'card', currencies: ['USD', 'CDF'] },
      { method: 'airtime' },
      { method: 'mpesa', currencies: ['CDF'] },
    ] as const
    const inCurrency = (charged: 'USD' | 'CDF') =>
      namesOf(findSuitableOptions(methods, { ordered: dollarsFor(500), charged, isDualCurrency: true }))
    expect(inCurrency('USD')).toEqual(['card', 'airtime'])
    expect(inCurrency('CDF')).toEqual(['card', 'mpesa'])
  })

  it('are none where only methods with a higher minimum are offered', () => {
    expect(
      findSuitableOptions([{ method: 'card' }], { ordered: dollarsFor(50), charged: 'USD', isDualCurrency: true }),
    ).toEqual([])
  })
})

describe('a line that pays by airtime', () => {
  const line = { msisdn: '991234567', lineType: 'PREPAID' } as const
  const other = '881234567'

  it.each([
    ['its own airtime', { buys: 'airtime', msisdn: line.msisdn }, 'same_line'],
    ["another line's airtime", { buys: 'airtime', msisdn: other }, undefined],
    ['its own bundle', { buys: 'bundle', msisdn: line.msisdn }, undefined],
    ['its own bill', { buys: 'bill', msisdn: line.msisdn }, undefined],
    ['an invoice without a line', { buys: 'invoice' }, undefined],
  ] as const)('pays for %s only up to its limit', (_what, order, problem) => {
    expect(problemOfPayer('airtime', line, order)).toBe(problem)
  })

  it.each([
    ['PREPAID', undefined],
    ['HYBRID', undefined],
    ['POSTPAID', 'no_airtime'],
  ] as const)('of the type %s has the problem %s', (lineType, problem) => {
    expect(problemOfPayer('airtime', { ...line, lineType }, { buys: 'bundle', msisdn: other })).toBe(problem)
  })

  it('has no such problem with other methods', () => {
    for (const methodName of namesOf(offered).filter((one) => one !== 'airtime')) {
      const own = { buys: 'airtime', msisdn: line.msisdn } as const
      expect(problemOfPayer(methodName, { ...line, lineType: 'POSTPAID' }, own)).toBeUndefined()
    }
  })
})
