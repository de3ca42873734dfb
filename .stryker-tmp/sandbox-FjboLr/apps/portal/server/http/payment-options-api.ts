// @ts-nocheck
import { fillKnown } from '@nyanja/domain/fill'
import { displayMoney } from '@nyanja/domain/money'
import { paymentMethods } from '../../contract/payment-codes.ts'
import { paymentOptions, paymentOptionsUnversioned } from '../../contract/payment-options.ts'
import type { transactionTypes } from '../../contract/transaction-types.ts'
import type { Market } from '../market.ts'
import type { MethodStanding } from '../operations/method-records.ts'
import type { Method } from '../payments/attempt.ts'
import type { Portal } from '../portal.ts'
import { type ApiAnswer, failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'

type Offered = Pick<Market, 'paymentOptions' | 'brand'>

interface Named {
  readonly name: string
}

const byName = (left: Named, right: Named) => left.name.localeCompare(right.name)

function optionOf(method: Method, brand: string) {
  const { name, type } = paymentMethods[method]
  return { name: fillKnown(name, { product: brand }), type }
}

export function optionsOf({ paymentOptions: offered, brand }: Offered) {
  return offered.map(({ method }) => optionOf(method, brand)).sort(byName)
}

type PaymentOptionsPortal = Pick<Portal, 'market' | 'lines' | 'checkout' | 'openPaymentOptions' | 'methodRecords'>

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
      return succeed({ paymentOption: await optionsNow(portal) })
    })
}

/** With how each fares, and without those that nobody may begin with right now. */
async function optionsNow({ market, openPaymentOptions, methodRecords }: PaymentOptionsPortal) {
  const offered = await openPaymentOptions()
  const standings = await Promise.all(offered.map(({ method }) => methodRecords.of(method)))
  return offered
    .flatMap(({ method }, at) => {
      const standing = standings[at]
      return standing?.mayTry ? { ...optionOf(method, market.brand), ...fareOf(standing) } : []
    })
    .sort(byName)
}

function fareOf({ health, record: { medianToCreditMs } }: MethodStanding) {
  return { health, ...(medianToCreditMs === undefined ? {} : { usualSeconds: Math.ceil(medianToCreditMs / 1000) }) }
}

const recharge = 'PREPAID_RECHARGE' satisfies keyof typeof transactionTypes

interface Asked {
  readonly mobileNumber?: string
  readonly amount?: string
  readonly transactionType?: string
}
