import { fillKnown } from '@nyanja/domain/texts/fill'
import type { MethodStanding } from '@nyanja/server/operations/method-records'
import type { Market } from '@nyanja/server/settings/market'
import { paymentMethods } from '../../../contract/payment-codes.ts'
import { paymentOptions, paymentOptionsUnversioned } from '../../../contract/payment-options.ts'
import type { Portal } from '../../portal.ts'
import { type Api, serve } from './api-serve.ts'
import { readOptionsAsked } from './payment-options-asked.ts'

type Offered = Pick<Market, 'paymentOptions' | 'brand'>

interface Named {
  readonly name: string
}

const byName = (left: Named, right: Named) => left.name.localeCompare(right.name)

/** Several card gateways are told apart by their names. */
function optionOf(option: Market['paymentOptions'][number], { paymentOptions, brand }: Offered) {
  const { name, type } = paymentMethods[option.method]
  if (option.method !== 'card') return { name: fillKnown(name, { product: brand }), type }
  const { gateway, displayName = gateway } = option
  const isOnlyCard = paymentOptions.filter(({ method }) => method === 'card').length === 1
  return { name: isOnlyCard ? name : `${name} with ${displayName}`, type, paymentGateway: gateway }
}

export function optionsOf(offered: Offered) {
  return offered.paymentOptions.map((option) => optionOf(option, offered)).sort(byName)
}

type PaymentOptionsPortal = Pick<
  Portal,
  'market' | 'lines' | 'checkout' | 'openPaymentOptions' | 'methodsFor' | 'methodRecords'
>

export function servePaymentOptions(api: Api, portal: PaymentOptionsPortal): void {
  for (const operation of [paymentOptions, paymentOptionsUnversioned])
    serve(api, operation, async ({ input, succeed }) => {
      const asked = await readOptionsAsked(input, portal)
      if ('problem' in asked) return asked.problem
      const { ordered, charged } = asked
      const paymentOption = await optionsNow(portal, (offered) => portal.methodsFor(offered, ordered, charged))
      return succeed({ paymentOption })
    })
}

type Ways = (offered: Market['paymentOptions']) => Market['paymentOptions']

/** With how each fares, and without those that nobody may begin with right now. */
async function optionsNow({ market, openPaymentOptions, methodRecords }: PaymentOptionsPortal, ways: Ways) {
  const { brand } = market
  const paymentOptions = ways(await openPaymentOptions())
  const standings = await Promise.all(paymentOptions.map(({ method }) => methodRecords.of(method)))
  return paymentOptions
    .flatMap((option, at) => {
      const standing = standings[at]
      return standing?.isAvailable ? { ...optionOf(option, { brand, paymentOptions }), ...fareOf(standing) } : []
    })
    .sort(byName)
}

function fareOf({ health, record: { medianToCreditMs } }: MethodStanding) {
  return { health, ...(medianToCreditMs === undefined ? {} : { usualSeconds: Math.ceil(medianToCreditMs / 1000) }) }
}
