import type { createStores } from './db/stores.ts'
import { newId, newReference } from './ids.ts'
import type { Market } from './market.ts'
import type { Attempt, Method } from './payments/attempt.ts'
import { Checkout } from './payments/checkout.ts'
import { Idempotency } from './payments/idempotency.ts'
import type { PlacedOrder } from './payments/order.ts'
import { Orders } from './payments/orders.ts'
import type { PaymentGateway } from './payments/payment-gateway.ts'
import { PaymentProgress } from './payments/payment-progress.ts'
import { type MethodSetup, Payments } from './payments/payments.ts'
import { rechargeLimits } from './recharge-limits.ts'
import type { BundleSource } from './subscriber/bundle-source.ts'
import { Bundles } from './subscriber/bundles.ts'
import type { LineSource } from './subscriber/line-source.ts'
import { Lines } from './subscriber/lines.ts'

const second = 1000
const minute = 60 * second

/** Longest call of each kind, and how long the provider keeps a payment open. */
const setups = {
  dpo: { gateway: 'dpo', startTimeoutMs: 35 * second, lifeMs: 30 * minute },
  'open-api-money': { gateway: 'open-api-money', startTimeoutMs: 65 * second, lifeMs: 10 * minute },
} as const satisfies Record<string, MethodSetup>

export type Gateways = Readonly<Record<keyof typeof setups, PaymentGateway>>

export interface UseCaseOptions {
  readonly market: Market
  readonly publicOrigin: string
  readonly stores: ReturnType<typeof createStores>
  readonly lineSource: LineSource
  readonly bundleSource: BundleSource
  readonly gateways: Gateways
  readonly now: () => number
  /** Tells the worker that something is due. */
  readonly wake: () => void
}

function methodsOf({ paymentOptions }: Market): Partial<Record<Method, MethodSetup>> {
  return Object.fromEntries(paymentOptions.map(({ method, gateway }) => [method, setups[gateway]]))
}

function returnUrlsOf(publicOrigin: string) {
  return ({ gateway, returnToken }: Attempt) => {
    const url = new URL(`/api/portal-service/transaction/v1/pg-callback/status/ORP/${gateway}`, publicOrigin)
    url.searchParams.set('back', returnToken)
    const cancel = new URL(url)
    cancel.searchParams.set('status', 'CANCELLED')
    return { returnUrl: url.href, cancelUrl: cancel.href }
  }
}

const describe = ({ choice }: PlacedOrder) => (choice.kind === 'bundle' ? choice.bundle.name : 'Airtime recharge')

/** What both doors can do, whatever stands behind the ports. */
export function createUseCases(options: UseCaseOptions) {
  const { market, publicOrigin, stores, lineSource, bundleSource, gateways, now, wake } = options
  const { attempts, reader } = stores
  const lines = new Lines({ source: lineSource, rules: market.numbers, now })
  const bundles = new Bundles({ source: bundleSource, hidePostpaid: market.hidePostpaidBundles, now })
  const orders = new Orders({ store: stores.orders, now, newId })
  const payments = new Payments({
    attempts,
    reader,
    gateways,
    methods: methodsOf(market),
    returnUrls: returnUrlsOf(publicOrigin),
    describe,
    now,
    newId,
    newReference: () => newReference(market.brand),
  })
  const progress = new PaymentProgress({ orders: stores.orders, reader, gateways, now, wake })
  const checkout = new Checkout({
    orders,
    payments,
    progress,
    lines,
    catalogue: bundles,
    limits: rechargeLimits(market),
  })
  const idempotency = new Idempotency({ store: stores.idempotency, now })
  return { lines, bundles, orders, payments, progress, checkout, idempotency }
}
