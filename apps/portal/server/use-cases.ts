import { otpLimits } from '@nyanja/domain/otp-limits'
import type { createStores } from './db/stores.ts'
import { newId, newReference } from './ids.ts'
import type { Market } from './market.ts'
import { MethodRecords } from './operations/method-records.ts'
import { MethodSwitches } from './operations/method-switches.ts'
import { ServiceFigures } from './operations/service-figures.ts'
import { type CodeSecrets, randomOtp } from './otp/code-secrets.ts'
import { OneTimeCodes } from './otp/one-time-codes.ts'
import type { Attempt, Method } from './payments/attempt.ts'
import { Checkout } from './payments/checkout.ts'
import { Idempotency } from './payments/idempotency.ts'
import type { PlacedOrder } from './payments/order.ts'
import { Orders } from './payments/orders.ts'
import type { PaymentGateway } from './payments/payment-gateway.ts'
import { PaymentProgress } from './payments/payment-progress.ts'
import { type MethodSetup, Payments } from './payments/payments.ts'
import { rechargeLimits } from './recharge-limits.ts'
import type { BalanceSource } from './subscriber/balance-source.ts'
import { Balances } from './subscriber/balances.ts'
import type { BundleSource } from './subscriber/bundle-source.ts'
import { Bundles } from './subscriber/bundles.ts'
import type { LineSource } from './subscriber/line-source.ts'
import { Lines } from './subscriber/lines.ts'

const second = 1000
const minute = 60 * second

/** Longest call of each kind, and how long the provider keeps a payment open. */
const setups = {
  dpo: { gateway: 'dpo', startTimeoutMs: 35 * second, lifeMs: 30 * minute },
  paychangu: { gateway: 'paychangu', startTimeoutMs: 35 * second, lifeMs: 30 * minute },
  paystack: { gateway: 'paystack', startTimeoutMs: 25 * second, lifeMs: 30 * minute },
  cellulant: { gateway: 'cellulant', startTimeoutMs: 35 * second, lifeMs: 30 * minute },
  uba: { gateway: 'uba', startTimeoutMs: 35 * second, lifeMs: 60 * minute },
  'open-api-money': { gateway: 'open-api-money', startTimeoutMs: 65 * second, lifeMs: 10 * minute },
  mpesa: { gateway: 'mpesa', startTimeoutMs: 15 * second, lifeMs: 10 * minute },
  airtime: { gateway: 'airtime', startTimeoutMs: 35 * second, lifeMs: 10 * minute, needsProof: true },
} as const satisfies Record<Market['paymentOptions'][number]['gateway'], MethodSetup>

/** Those that are set up: the market's own, and others that payments were begun with. */
export type Gateways = Readonly<Record<string, PaymentGateway>>

export interface UseCaseOptions {
  readonly market: Market
  readonly publicOrigin: string
  readonly stores: ReturnType<typeof createStores>
  readonly lineSource: LineSource
  readonly bundleSource: BundleSource
  readonly balanceSource: BalanceSource
  readonly gateways: Gateways
  readonly codeSecrets: CodeSecrets
  readonly now: () => number
  /** Tells the worker that something is due. */
  readonly wake: () => void
  /** Something that a person should look at. */
  readonly alert: (event: string) => void
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

/** What is known of the ways to pay, and whether anybody may begin with one. */
function createMethodDesk({ market, stores, now }: Pick<UseCaseOptions, 'market' | 'stores' | 'now'>) {
  const switches = new MethodSwitches({ store: stores.operations.switches, now })
  const counted = {
    tries: stores.operations.tries,
    methods: market.paymentOptions.map(({ method }) => method),
    now,
  }
  const methodRecords = new MethodRecords(counted)

  return {
    methodRecords,
    serviceFigures: new ServiceFigures({ ...counted, records: methodRecords, switches }),

    isOpen: async (method: Method) => (await switches.isOpen(method)) && (await methodRecords.of(method)).mayTry,

    /** The market's ways to pay, less those that an operator has switched off. */
    async openPaymentOptions(): Promise<Market['paymentOptions']> {
      const open = await Promise.all(market.paymentOptions.map(({ method }) => switches.isOpen(method)))
      return market.paymentOptions.filter((_, at) => open[at])
    },
  }
}

/** What both doors can do, whatever stands behind the ports. */
export function createUseCases(options: UseCaseOptions) {
  const { market, publicOrigin, stores, lineSource, bundleSource, gateways, codeSecrets, now, wake, alert } = options
  const { attempts, reader } = stores
  const lines = new Lines({ source: lineSource, rules: market.numbers, now })
  const bundles = new Bundles({ source: bundleSource, hidePostpaid: market.hidePostpaidBundles, now })
  const orders = new Orders({ store: stores.orders, now, newId })
  const balances = new Balances({ source: options.balanceSource })
  const codes = new OneTimeCodes({
    store: stores.codes,
    proofs: stores.proofs,
    secrets: codeSecrets,
    limits: otpLimits,
    isOurLine: async (msisdn) => (await lines.check(msisdn)).outcome === 'line',
    now,
    newId,
    newCode: randomOtp,
    wake,
    alert,
  })
  const { isOpen, ...methods } = createMethodDesk(options)
  const payments = new Payments({
    attempts,
    reader,
    gateways,
    methods: methodsOf(market),
    returnUrls: returnUrlsOf(publicOrigin),
    describe,
    isOpen,
    consumeProof: ({ uniqueCode, subject }, msisdn) =>
      codes.consume({ uniqueCode }, { purpose: 'airtime_payment', msisdn, subject }),
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
    numbers: market.numbers,
    catalogue: bundles,
    limits: rechargeLimits(market),
  })
  const idempotency = new Idempotency({ store: stores.idempotency, now })

  return {
    lines,
    bundles,
    balances,
    codes,
    orders,
    payments,
    ...methods,
    progress,
    checkout,
    idempotency,
  }
}
