import { parseMoney } from '@nyanja/domain/money/money'
import { exchangeRate } from '../../../contract/product.ts'
import type { Portal } from '../../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { serializeAmount } from './product-api.ts'

const problems = { rate_unknown: 'conversion_failed', beyond_counting: 'invalid_amount' } as const

export function serveExchangeRate(api: Api, { exchange, market }: Pick<Portal, 'exchange' | 'market'>): void {
  serve(api, exchangeRate, async ({ input: { fromCurrency, toCurrency, amount = '' }, succeed }) => {
    const { currency, secondCurrency } = market
    if (exchange === undefined || fromCurrency !== currency || toCurrency !== secondCurrency)
      return failed('currency_differs')
    const asked = parseMoney(amount, currency)
    if (asked === undefined || asked.minor === 0) return failed('invalid_amount')
    const reckoning = await exchange.reckon(asked)
    return reckoning.outcome === 'quoted'
      ? succeed({ convertedAmount: serializeAmount(reckoning.quote.charged) })
      : failed(problems[reckoning.outcome])
  })
}
