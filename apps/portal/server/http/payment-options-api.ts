import { fillKnown } from '@nyanja/domain/fill'
import { displayMoney } from '@nyanja/domain/money'
import { paymentMethods } from '../../contract/payment-codes.ts'
import { paymentOptions, paymentOptionsUnversioned } from '../../contract/payment-options.ts'
import type { transactionTypes } from '../../contract/transaction-types.ts'
import type { Market } from '../market.ts'
import type { Portal } from '../portal.ts'
import { type ApiAnswer, failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'

export function optionsOf({ paymentOptions: offered, brand }: Pick<Market, 'paymentOptions' | 'brand'>) {
  return offered
    .map(({ method }) => paymentMethods[method])
    .map(({ name, type }) => ({ name: fillKnown(name, { product: brand }), type }))
    .sort((left, right) => left.name.localeCompare(right.name))
}

type PaymentOptionsPortal = Pick<Portal, 'market' | 'lines' | 'checkout' | 'openPaymentOptions'>

export function servePaymentOptions(api: Api, portal: PaymentOptionsPortal): void {
  const { market, lines, checkout } = portal

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
      const { brand } = market
      return succeed({ paymentOption: optionsOf({ brand, paymentOptions: await portal.openPaymentOptions() }) })
    })
}

const recharge = 'PREPAID_RECHARGE' satisfies keyof typeof transactionTypes

interface Asked {
  readonly mobileNumber?: string
  readonly amount?: string
  readonly transactionType?: string
}
