import { displayMoney } from '@nyanja/domain/money'
import { initiatePayment } from '../../contract/initiate.ts'
import {
  isTransactionType,
  type TransactionType,
  type TransactionTypeCode,
  transactionTypes,
} from '../../contract/transaction-types.ts'
import type { CheckoutProblem } from '../payments/checkout.ts'
import type { Portal } from '../portal.ts'
import { type ApiAnswer, failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { methodAsked } from './payment-method-asked.ts'

const buysByType: Readonly<Record<TransactionTypeCode, TransactionType>> = transactionTypes

/** What a transaction type buys; without one the product code tells. Undefined where it cannot be initiated here. */
function buysOf(type: string | undefined, productCode: string | undefined): 'airtime' | 'bundle' | undefined {
  if (type === undefined) return productCode === undefined ? 'airtime' : 'bundle'
  return isTransactionType(type) ? buysByType[type].buys : undefined
}

export function serveInitiate(api: Api, { market, checkout }: Pick<Portal, 'market' | 'checkout'>): void {
  const { currency, brand, languages, numbers } = market

  function problemOf(problem: CheckoutProblem): ApiAnswer {
    if ('limit' in problem) return failed(problem.outcome, { values: { amount: displayMoney(problem.limit) } })
    const name = problem.outcome === 'too_many_prompts' ? 'too_many_requests' : problem.outcome
    return failed(name, { values: { product: brand } })
  }

  serve(api, initiatePayment, async ({ input: { data }, client, succeed }) => {
    const { mobileNumber, productCode, amount, paymentMobile, emailId, countryCode = numbers.countryCode } = data
    const method = methodAsked(data, market)
    const buys = buysOf(data.transactionType, productCode)
    if (countryCode.replace('+', '') !== numbers.countryCode) return failed('invalid_number')
    if (data.currencyCode !== undefined && data.currencyCode !== currency) return failed('currency_differs')
    if (method === undefined) return failed('method_unavailable')
    if (buys === undefined) return failed('type_unavailable')

    const result = await checkout.initiate({
      channel: client,
      language: languages.unprefixed,
      number: mobileNumber,
      buys,
      productCode,
      amount,
      method,
      payerNumber: paymentMobile,
      email: emailId,
    })
    return result.outcome === 'initiated' ? succeed({ transactionId: result.attempt.id }) : problemOf(result)
  })
}
