import { fillKnown } from '@nyanja/domain/fill'
import { displayMoney } from '@nyanja/domain/money'
import { dollarsFor, unitsPerDollar } from '@nyanja/domain/units'
import { cardGateways, paymentMethods } from '../../contract/payment-codes.ts'
import { paymentOptions, paymentOptionsUnversioned } from '../../contract/payment-options.ts'
import type { transactionTypes } from '../../contract/transaction-types.ts'
import type { Market } from '../market.ts'
import type { MethodStanding } from '../operations/method-records.ts'
import type { Portal } from '../portal.ts'
import { type ApiAnswer, failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'

type Offered = Pick<Market, 'paymentOptions' | 'brand'>

interface Named {
  readonly name: string
}

const byName = (left: Named, right: Named) => left.name.localeCompare(right.name)

/** Several card gateways are told apart by their names. */
function optionOf(option: Market['paymentOptions'][number], { paymentOptions, brand }: Offered) {
  const { name, type } = paymentMethods[option.method]
  if (option.method !== 'card') return { name: fillKnown(name, { product: brand }), type }
  const { gateway } = option
  const isOnlyCard = paymentOptions.filter(({ method }) => method === 'card').length === 1
  return { name: isOnlyCard ? name : `${name} with ${cardGateways[gateway]}`, type, paymentGateway: gateway }
}

export function optionsOf(offered: Offered) {
  return offered.paymentOptions.map((option) => optionOf(option, offered)).sort(byName)
}

type PaymentOptionsPortal = Pick<
  Portal,
  'market' | 'lines' | 'checkout' | 'openPaymentOptions' | 'waysFor' | 'methodRecords'
>

export function servePaymentOptions(api: Api, portal: PaymentOptionsPortal): void {
  const { lines, checkout } = portal

  async function problemWith({ mobileNumber, amount, transactionType }: Asked): Promise<ApiAnswer | undefined> {
    if (mobileNumber !== undefined && (await lines.check(mobileNumber)).outcome !== 'line')
      return failed('invalid_number')
    if (amount === undefined || transactionType !== recharge) return undefined
    const reading = checkout.amountOf(amount)
    if (reading.outcome === 'valid') return undefined
    return failed(reading.outcome, 'limit' in reading ? { values: { amount: displayMoney(reading.limit) } } : {})
  }

  for (const operation of [paymentOptions, paymentOptionsUnversioned])
    serve(api, operation, async ({ input, succeed }) => {
      const problem = await problemWith(input)
      if (problem !== undefined) return problem
      const ways = waysAsked(input, portal)
      return ways === undefined
        ? failed('currency_differs')
        : succeed({ paymentOption: await optionsNow(portal, ways) })
    })
}

type Ways = (offered: Market['paymentOptions']) => Market['paymentOptions']

/** Which of them can be charged in the currency that is asked for, for so much. Undefined: it is in no use here. */
function waysAsked({ amount = '', currencyCode }: Asked, { market, waysFor }: PaymentOptionsPortal): Ways | undefined {
  const { currency, secondCurrency } = market
  const charged = [currency, secondCurrency].find((one) => one === (currencyCode ?? currency))
  if (charged === undefined) return undefined
  if (secondCurrency === undefined) return (offered) => offered
  const units = /^[1-9]\d{0,8}$/.test(amount) ? Number(amount) : unitsPerDollar
  return (offered) => waysFor(offered, dollarsFor(units), charged)
}

/** With how each fares, and without those that nobody may begin with right now. */
async function optionsNow({ market, openPaymentOptions, methodRecords }: PaymentOptionsPortal, ways: Ways) {
  const { brand } = market
  const paymentOptions = ways(await openPaymentOptions())
  const standings = await Promise.all(paymentOptions.map(({ method }) => methodRecords.of(method)))
  return paymentOptions
    .flatMap((option, at) => {
      const standing = standings[at]
      return standing?.mayTry ? { ...optionOf(option, { brand, paymentOptions }), ...fareOf(standing) } : []
    })
    .sort(byName)
}

function fareOf({ health, record: { medianToCreditMs } }: MethodStanding) {
  return { health, ...(medianToCreditMs === undefined ? {} : { usualSeconds: Math.ceil(medianToCreditMs / 1000) }) }
}

const recharge = 'PREPAID_RECHARGE' satisfies keyof typeof transactionTypes

interface Asked {
  readonly currencyCode?: string
  readonly mobileNumber?: string
  readonly amount?: string
  readonly transactionType?: string
}
