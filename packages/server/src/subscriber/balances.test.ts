import { PortalError } from '@nyanja/domain/errors'
import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { type BalanceEntry, Balances } from './balances.ts'

const price = money('MWK', 200_050)
const airtime = (balance: string | undefined, unit = 'MWK'): BalanceEntry => ({
  serviceType: 'AIRTIME',
  description: 'Main balance',
  unit,
  ...(balance !== undefined && { balance }),
})
const data: BalanceEntry = { serviceType: 'DATA', description: 'Weekly 1GB', unit: 'GB', balance: '9000' }

function fundsOn(...entries: readonly BalanceEntry[]) {
  return new Balances({ source: { balancesOf: async () => entries } }).fundsFor('991234567', price)
}

describe('the airtime of a line', () => {
  it.each([
    ['2000.50', 'enough'],
    ['90000', 'enough'],
    ['2000.49', 'not_enough'],
    ['0', 'not_enough'],
  ])('with %s has the result %s for MWK 2,000.50', async (balance, outcome) => {
    expect(await fundsOn(data, airtime(balance))).toMatchObject({ outcome })
  })

  it('is returned with the result', async () => {
    expect(await fundsOn(airtime('800.5'))).toEqual({ outcome: 'not_enough', airtime: money('MWK', 80_050) })
  })

  it('is not added up from several buckets, because a debit takes from one', async () => {
    expect(await fundsOn(airtime('1500'), airtime('600'))).toEqual({
      outcome: 'not_enough',
      airtime: money('MWK', 150_000),
    })
    expect(await fundsOn(airtime('600'), airtime('2500'))).toMatchObject({ outcome: 'enough' })
  })

  it('is zero where a line has none, or owes', async () => {
    const nothing = { outcome: 'not_enough', airtime: money('MWK', 0) }
    expect(await fundsOn(data)).toEqual(nothing)
    expect(await fundsOn(airtime('-12'))).toEqual(nothing)
  })

  it.each([
    ['has no figure', airtime(undefined)],
    ['is in another currency', airtime('9000', 'USD')],
    ['is no amount', airtime('plenty')],
  ])('is unknown when the balance %s', async (_what, entry) => {
    expect(await fundsOn(entry)).toEqual({ outcome: 'unknown' })
  })

  it('is unknown while the BSS is silent', async () => {
    const balancesOf = () => Promise.reject(new PortalError('provider_unreachable', 'bss bucket: HTTP 500'))
    expect(await new Balances({ source: { balancesOf } }).fundsFor('991234567', price)).toEqual({ outcome: 'unknown' })
  })
})
