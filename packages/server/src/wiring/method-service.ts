import type { Currency, Money } from '@nyanja/domain/money/money'
import { findSuitableOptions } from '@nyanja/domain/payments/payment-options'
import type { Reachability } from '../common/reachability.ts'
import type { createStores } from '../db/stores.ts'
import type { Method } from '../payments/attempt.ts'
import { MethodRecords, MethodSwitches } from '../payments/methods.ts'
import { ServiceFigures } from '../payments/service-figures.ts'
import type { Market } from '../settings/market.ts'

type PaymentOption = Market['paymentOptions'][number]

interface Sums {
  readonly ordered: Money
  readonly charged: Money
}

interface MethodOption {
  readonly method: Method
  readonly gateway: string
}

const isOption = (wanted: MethodOption) => (option: PaymentOption) =>
  option.method === wanted.method && option.gateway === wanted.gateway

interface MethodServiceOptions {
  readonly market: Market
  readonly stores: Pick<ReturnType<typeof createStores>, 'switches' | 'tries'>
  readonly reachability: Reachability
  readonly now: () => number
}

/** Creates the payment methods with their state, and whether new payments with them are allowed. */
export function createMethodService({ market, stores, reachability, now }: MethodServiceOptions) {
  const switches = new MethodSwitches({ store: stores.switches, now })
  const counted = {
    tries: stores.tries,
    methods: [...new Set(market.paymentOptions.map(({ method }) => method))],
    now,
  }
  const gatewaysOf = (method: string) =>
    market.paymentOptions.filter((option) => option.method === method).map(({ gateway }) => gateway)
  const methodRecords = new MethodRecords({
    ...counted,
    isReachable: (method) => gatewaysOf(method).some(reachability.isReachable),
  })
  const isOn = async (method: string, gateway: string) =>
    (await switches.isOpen(method)) && (await switches.isOpen(gateway))

  /** Selects the methods that can pay this order in this currency. */
  const methodsFor = (offered: readonly PaymentOption[], ordered: Money, charged: Currency) =>
    findSuitableOptions(offered, { ordered, charged, isDualCurrency: market.secondCurrency !== undefined })

  return {
    methodRecords,
    serviceFigures: new ServiceFigures({
      ...counted,
      records: methodRecords,
      gatewaysOf: (method) =>
        Promise.all(gatewaysOf(method).map(async (gateway) => ({ gateway, isOpen: await isOn(method, gateway) }))),
    }),

    isOpen: async (method: Method, gateway: string) =>
      (await isOn(method, gateway)) &&
      (await methodRecords.of(method)).isAvailable &&
      reachability.isAvailable(gateway),

    /** Tells whether this method can charge this amount at all. */
    suits: (wanted: MethodOption, { ordered, charged }: Sums) =>
      methodsFor(market.paymentOptions.filter(isOption(wanted)), ordered, charged.currency).length > 0,

    methodsFor,

    /** Lists the currencies that this method can charge. */
    currenciesOf: ({ method, gateway }: { readonly method: Method; readonly gateway?: string }): readonly Currency[] =>
      market.paymentOptions
        .filter((option) => option.method === method && (gateway ?? option.gateway) === option.gateway)
        .flatMap(({ currencies = [market.currency] }) => currencies),

    /**
     * Lists the market's payment methods, without those that staff have switched off or replaced by another gateway.
     */
    async openPaymentOptions(): Promise<Market['paymentOptions']> {
      const on = await Promise.all(market.paymentOptions.map(({ method, gateway }) => isOn(method, gateway)))
      const options = market.paymentOptions.filter((_, at) => on[at])
      const hasOther = (method: Method) =>
        options.some((option) => option.method === method && reachability.isReachable(option.gateway))
      return options.filter(({ method, gateway }) => reachability.isReachable(gateway) || !hasOther(method))
    },
  }
}
