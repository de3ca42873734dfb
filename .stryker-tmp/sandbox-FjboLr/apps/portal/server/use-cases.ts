// @ts-nocheck
import { otpLimits } from '@nyanja/domain/otp-limits'
import type { createStores } from './db/stores.ts'
import { newId } from './ids.ts'
import type { Market } from './market.ts'
import { MethodRecords } from './operations/method-records.ts'
import { MethodSwitches } from './operations/method-switches.ts'
import { ServiceFigures } from './operations/service-figures.ts'
import { type CodeSecrets, randomOtp } from './otp/code-secrets.ts'
import type { OtpPurpose } from './otp/one-time-code.ts'
import { OneTimeCodes } from './otp/one-time-codes.ts'
import type { WalletCodes } from './otp/wallet-codes.ts'
import { createPaymentUseCases, type Gateways, type PinWallets } from './payment-use-cases.ts'
import type { Method } from './payments/attempt.ts'
import { Checkout } from './payments/checkout.ts'
import { Idempotency } from './payments/idempotency.ts'
import { Orders } from './payments/orders.ts'
import { rechargeLimits } from './recharge-limits.ts'
import type { BalanceSource } from './subscriber/balance-source.ts'
import { Balances } from './subscriber/balances.ts'
import type { BundleSource } from './subscriber/bundle-source.ts'
import { Bundles } from './subscriber/bundles.ts'
import type { LineSource } from './subscriber/line-source.ts'
import { Lines } from './subscriber/lines.ts'

export interface UseCaseOptions {
  readonly market: Market
  readonly publicOrigin: string
  readonly stores: ReturnType<typeof createStores>
  readonly lineSource: LineSource
  readonly bundleSource: BundleSource
  readonly balanceSource: BalanceSource
  readonly gateways: Gateways
  readonly pinWallets: PinWallets
  readonly codeSecrets: CodeSecrets
  readonly now: () => number
  /** Tells the worker that something is due. */
  readonly wake: () => void
  /** Something that a person should look at. */
  readonly alert: (event: string) => void
}

function codesOf(wallets: PinWallets): Partial<Record<OtpPurpose, WalletCodes>> {
  const { 'nyanja-money-pin': moneyPin, smartcash } = wallets
  return { ...(moneyPin && { nyanja_money_pin: moneyPin.codes }), ...(smartcash && { smartcash: smartcash.codes }) }
}

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
  const { market, stores, lineSource, bundleSource, pinWallets, codeSecrets, now, wake, alert } = options
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
    wallets: codesOf(pinWallets),
    newId,
    newCode: randomOtp,
    wake,
    alert,
  })
  const { isOpen, ...methods } = createMethodDesk(options)
  const { payments, pinPayments, progress } = createPaymentUseCases({ ...options, codes, isOpen })
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
    pinPayments,
    ...methods,
    progress,
    checkout,
    idempotency,
  }
}
