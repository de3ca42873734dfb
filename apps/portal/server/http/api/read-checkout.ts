import { displayMoney } from '@nyanja/domain/money/money'
import { isLineType } from '@nyanja/domain/numbers/msisdn'
import { type GiftFault, giftMessageDigits, giftMessageLength } from '@nyanja/domain/payments/gift-message'
import type { Method } from '@nyanja/server/payments/attempt'
import type { CheckoutRepeat } from '@nyanja/server/payments/checkout-repeat'
import type { CheckoutProblem, CheckoutRequest } from '@nyanja/server/payments/checkout-request'
import type { Market } from '@nyanja/server/settings/market'
import type { z } from 'zod'
import { leadMode, optionCodes, paymentModes } from '../../../contract/otp.ts'
import type { initiatePayment } from '../../../contract/payment.ts'
import {
  isTransactionType,
  type TransactionType,
  type TransactionTypeCode,
  transactionTypes,
} from '../../../contract/transaction.ts'
import type { Portal } from '../../portal.ts'
import { type ApiAnswer, failed } from './api-answer.ts'

type Catalog = Pick<Portal, 'cardGateways'>

interface OptionFields {
  readonly paymentMode?: string
  readonly paymentGateway?: string
}

const methodByCode: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...Object.entries(optionCodes),
  ...Object.entries(paymentModes),
])

const usualMode = 'PAYMENT_GATEWAY' satisfies keyof typeof paymentModes

/** Finds a method, whether the market offers it or not. */
export function findMethod(name: string, { cardGateways }: Catalog): Method | undefined {
  return cardGateways.includes(name.toLowerCase()) ? 'card' : methodByCode.get(name.toUpperCase())
}

/**
 * Finds the payment option that a channel means and the market offers. The mode decides; without one the gateway or
 * option code.
 */
export function findOption(
  { paymentMode, paymentGateway }: OptionFields,
  { paymentOptions, cardGateways }: Pick<Market, 'paymentOptions'> & Catalog,
): Market['paymentOptions'][number] | undefined {
  const isOfLead = paymentMode === leadMode
  const name = (isOfLead ? undefined : paymentMode) ?? paymentGateway ?? (isOfLead ? usualMode : '')
  const method = findMethod(name, { cardGateways })
  const gateway = paymentGateway?.toLowerCase()
  const isAnyGateway = gateway === undefined || !cardGateways.includes(gateway)
  return paymentOptions.find((option) => option.method === method && (isAnyGateway || option.gateway === gateway))
}

/** Tells whether the gateway is unknown, or belongs to another payment method. */
function isForeignGateway(name: string | undefined, method: Method, catalog: Catalog): boolean {
  return name !== undefined && findMethod(name, catalog) !== method
}

/** Does the same for a payment that was initiated, for comparing it; our own name of a gateway is accepted too. */
export function findRepeatedOption(
  { paymentMode, paymentGateway }: OptionFields,
  { cardGateways }: Catalog,
): Pick<CheckoutRepeat, 'method' | 'gateway'> {
  const ofGateway = paymentGateway === undefined ? undefined : findMethod(paymentGateway, { cardGateways })
  const isModeOfMethod = paymentMode !== undefined && paymentMode !== leadMode
  const method = isModeOfMethod ? (findMethod(paymentMode, { cardGateways }) ?? 'unknown') : ofGateway
  const gateway = paymentGateway?.toLowerCase()
  const isGateway = gateway !== undefined && (cardGateways.includes(gateway) || ofGateway === undefined)
  const isContradiction = ofGateway !== undefined && ofGateway !== method
  return {
    ...(method !== undefined && { method }),
    ...((isGateway || isContradiction) && gateway !== undefined && { gateway }),
  }
}

type Initiating = z.output<typeof initiatePayment.input>['data']

const buysByType: Readonly<Record<TransactionTypeCode, TransactionType>> = transactionTypes

type Bought = Pick<CheckoutRequest, 'buys' | 'isForBroadband'>

/**
 * Returns what a transaction type buys; without one the product code decides. It is undefined where it cannot be
 * initiated here.
 */
function boughtBy(type: string | undefined, productCode: string | undefined): Bought | undefined {
  if (type === undefined) return { buys: productCode === undefined ? 'airtime' : 'bundle' }
  const { buys, isForBroadband = false } = isTransactionType(type) ? buysByType[type] : {}
  return buys && { buys, isForBroadband }
}

const badField = (field: string): ApiAnswer => failed('bad_input', { values: { field: `data.${field}` } })

/** Translates a client's request to terms of the domain, or returns why it is invalid. */
export function readCheckout(
  data: Initiating,
  client: string,
  { market, cardGateways }: Pick<Portal, 'market' | 'cardGateways'>,
  openOptions = market.paymentOptions,
): { readonly request: CheckoutRequest } | { readonly problem: ApiAnswer } {
  const { currency, secondCurrency, languages, numbers } = market
  const {
    mobileNumber,
    productCode,
    amount,
    paymentMobile,
    emailId,
    uniqueCode,
    accountId,
    invoiceNumber,
    giftMessage,
  } = data
  const { countryCode = numbers.countryCode, currencyCode = currency, accountType } = data
  const option = findOption(data, { paymentOptions: openOptions, cardGateways })
  const isOfLead = data.transactionType === undefined && data.paymentMode === leadMode
  const bought = boughtBy(isOfLead ? leadMode : data.transactionType, productCode)
  if (countryCode.replace('+', '') !== numbers.countryCode) return { problem: failed('invalid_number') }
  const charged = [currency, secondCurrency].find((one) => one === currencyCode)
  if (charged === undefined) return { problem: failed('currency_differs') }
  if (option === undefined) return { problem: failed('method_unavailable') }
  if (isForeignGateway(data.paymentGateway, option.method, { cardGateways }))
    return { problem: badField('paymentGateway') }
  if (bought === undefined || !market.sells.includes(bought.buys)) return { problem: failed('type_unavailable') }
  if (data.paymentMode === leadMode && bought.buys !== 'plan') return { problem: badField('paymentMode') }
  const units = unitsIn(data, { secondCurrency, ...bought })
  if (units === 'differs') return { problem: badField('unit') }
  // Only a payment by PIN is initiated again.
  if (data.txnId !== undefined) return { problem: badField('txnId') }
  const request = {
    channel: client,
    language: languages[0].code,
    number: mobileNumber,
    ...bought,
    ...{ productCode, amount, uniqueCode, accountId, invoiceNumber, units, giftMessage },
    currency: charged,
    lineType: lineTypeNamed(accountType),
    acceptsCredit: data.payAhead,
    method: option.method,
    gateway: option.gateway,
    payerNumber: paymentMobile,
    email: emailId,
  }
  return { request }
}

/** Clients have their own names for account types; where those are line types, the number decides. */
function lineTypeNamed(accountType = '') {
  const named = accountType.toUpperCase()
  return isLineType(named) ? named : undefined
}

const counted: readonly Bought['buys'][] = ['airtime', 'bill']

/** With one currency the units are the amount itself; units that are no figure name a unit and are ignored. */
function unitsIn(
  { unit, amount }: Initiating,
  { secondCurrency, buys }: Bought & Pick<Market, 'secondCurrency'>,
): string | 'differs' | undefined {
  if (secondCurrency !== undefined || unit === undefined) return unit
  const isFigure = /^\d/.test(unit) && counted.includes(buys)
  return isFigure && Number(unit) !== Number(amount) ? 'differs' : undefined
}

const apiNames: Readonly<Partial<Record<keyof CheckoutRequest, string>>> = {
  number: 'mobileNumber',
  payerNumber: 'paymentMobile',
  method: 'paymentMode',
  gateway: 'paymentGateway',
  acceptsCredit: 'payAhead',
  lineType: 'accountType',
  units: 'unit',
}

/** Nothing was initiated for one of these reasons. */
export function checkoutFailure(problem: CheckoutProblem, { brand }: Pick<Market, 'brand'>): ApiAnswer {
  const values = { product: brand }
  if (problem.outcome === 'bad_field') return badField(apiNames[problem.field] ?? problem.field)
  if ('fault' in problem) return failed(problem.outcome, { message: giftFaults[problem.fault], values: giftLimits })
  if ('limit' in problem) return failed(problem.outcome, { values: { ...values, amount: displayMoney(problem.limit) } })
  if ('currencies' in problem) return failed(problem.outcome, { values: { currencies: problem.currencies.join(', ') } })
  if ('left' in problem)
    return failed(problem.outcome, { message: onlyLeft, values: { amount: displayMoney(problem.left) } })
  return failed(problem.outcome === 'too_many_prompts' ? 'too_many_requests' : problem.outcome, { values })
}

const giftLimits = { length: String(giftMessageLength), digits: String(giftMessageDigits) }

const giftFaults = {
  too_long: 'The gift message is longer than {length} characters of the GSM alphabet',
  has_link: 'The gift message has a link, or no space after a full stop',
  has_address: 'The gift message has an email address or the sign @',
  has_digits: 'The gift message has more than {digits} digits, or a number to dial',
  has_pictures: 'The gift message has characters that the GSM alphabet lacks',
  has_controls: 'The gift message has control characters',
  own_number: 'The number that pays also gets the gift',
} as const satisfies Record<GiftFault | 'own_number', string>

const onlyLeft = 'Only {amount} is left to pay of this bill. The rest would be a credit'
