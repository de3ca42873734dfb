import { displayMoney } from '@nyanja/domain/money'
import type { z } from 'zod'
import type { initiatePayment } from '../../contract/initiate.ts'
import {
  isTransactionType,
  type TransactionType,
  type TransactionTypeCode,
  transactionTypes,
} from '../../contract/transaction-types.ts'
import type { Market } from '../market.ts'
import type { CheckoutProblem, CheckoutRequest } from '../payments/checkout.ts'
import { type ApiAnswer, failed } from './api-answer.ts'
import { optionAsked } from './payment-option-asked.ts'

type Initiating = z.output<typeof initiatePayment.input>['data']

const buysByType: Readonly<Record<TransactionTypeCode, TransactionType>> = transactionTypes

type Bought = Pick<CheckoutRequest, 'buys' | 'isForBroadband'>

/** What a transaction type buys; without one the product code tells. Undefined where it cannot be initiated here. */
function boughtBy(type: string | undefined, productCode: string | undefined): Bought | undefined {
  if (type === undefined) return { buys: productCode === undefined ? 'airtime' : 'bundle' }
  const { buys, isForBroadband = false } = isTransactionType(type) ? buysByType[type] : {}
  return buys && { buys, isForBroadband }
}

/** What a client asks for, in our words, or why nobody could mean that. */
export function readCheckout(
  data: Initiating,
  client: string,
  market: Market,
  openOptions = market.paymentOptions,
): { readonly request: CheckoutRequest } | { readonly problem: ApiAnswer } {
  const { currency, secondCurrency, languages, numbers } = market
  const { mobileNumber, productCode, amount, paymentMobile, emailId, uniqueCode, accountId, invoiceNumber } = data
  const { countryCode = numbers.countryCode, currencyCode = currency } = data
  const option = optionAsked(data, { paymentOptions: openOptions })
  const bought = boughtBy(data.transactionType, productCode)
  if (countryCode.replace('+', '') !== numbers.countryCode) return { problem: failed('invalid_number') }
  const charged = [currency, secondCurrency].find((one) => one === currencyCode)
  if (charged === undefined) return { problem: failed('currency_differs') }
  if (option === undefined) return { problem: failed('method_unavailable') }
  if (bought === undefined) return { problem: failed('type_unavailable') }
  const request = {
    channel: client,
    language: languages.unprefixed,
    number: mobileNumber,
    ...bought,
    ...{ productCode, amount, uniqueCode, accountId, invoiceNumber },
    currency: charged,
    ...(secondCurrency !== undefined && { units: data.unit }),
    method: option.method,
    gateway: option.gateway,
    payerNumber: paymentMobile,
    email: emailId,
  }
  return { request }
}

/** Why nothing was begun. */
export function checkoutFailure(problem: CheckoutProblem, { brand }: Pick<Market, 'brand'>): ApiAnswer {
  if ('limit' in problem) return failed(problem.outcome, { values: { amount: displayMoney(problem.limit) } })
  const name = problem.outcome === 'too_many_prompts' ? 'too_many_requests' : problem.outcome
  return failed(name, { values: { product: brand } })
}
