import { readFileSync } from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { displayMoney, money, moneyFormat } from '@nyanja/domain/money/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMarket } from '../../server/market.ts'

const home = path.join(import.meta.dirname, '../..')
const script = new vm.Script(readFileSync(path.join(home, 'public/files/total.js'), 'utf8'))
const markets = ['mw', 'cd'].map((name) => readMarket(path.join(home, 'markets', `${name}.json`)))
const currencies = [
  ...new Set(markets.flatMap(({ currency, secondCurrency }) => [currency, secondCurrency ?? currency])),
]

/** What the script writes where boxes of such amounts are ticked. */
function totalOf(currency: (typeof currencies)[number], minors: readonly number[]): string {
  const { group, decimal, exponent } = moneyFormat(currency)
  const said = { textContent: '', className: '' }
  const form = {
    // A data attribute is text.
    dataset: { total: 'Total {amount}', currency, group, decimal, exponent: String(exponent) },
    querySelector: (what: string) => (what === 'output' ? said : { disabled: false }),
    querySelectorAll: () => minors.map((minor) => ({ checked: true, dataset: { minor: String(minor) } })),
    addEventListener: () => {},
  }
  script.runInNewContext({ document: { querySelector: () => form }, addEventListener: () => {} })
  return said.textContent
}

describe('the total of ticked invoices', () => {
  it.each(currencies)('is written by the script as by the server in %s', (currency) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 ** 12 }), { maxLength: 5 }), (minors) => {
        const sum = minors.reduce((left, right) => left + right, 0)
        expect(totalOf(currency, minors)).toBe(`Total ${displayMoney(money(currency, sum))}`)
      }),
    )
  })

  it('has the separators of the market', () => {
    expect(totalOf('USD', [123_450])).toBe('Total USD 1\u202f234,50')
    expect(totalOf('MWK', [123_450])).toBe('Total MWK 1,234.50')
  })
})
