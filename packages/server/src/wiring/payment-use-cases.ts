import { type IssuedIds, newReference } from '../common/ids.ts'
import type { OneTimeCodes } from '../otp/one-time-codes.ts'
import type { WalletCodes } from '../otp/wallet-codes.ts'
import { type Attempt, type AttemptStore, type Method, methods, type PaymentReader } from '../payments/attempt.ts'
import type { Notify } from '../payments/due-work.ts'
import type { Choice, OrderStore, PlacedOrder } from '../payments/orders.ts'
import type { Gateway, UnknownCallbacks } from '../payments/payment-gateway.ts'
import { PaymentProgress, type PaymentProgressOptions } from '../payments/payment-progress.ts'
import { type MethodSetup, type PayerProof, Payments, type PaymentsOptions } from '../payments/payments.ts'
import { type ConsentGiven, type PinEntries, PinPayments } from '../payments/pin/pin-payments.ts'
import type { PinWallet } from '../payments/pin/pin-wallet.ts'
import { PushPrompts, type PushPromptsOptions } from '../payments/push-prompts.ts'
import { gateways as gatewayDefinitions } from '../settings/gateways.ts'
import type { Market } from '../settings/market.ts'
import type { RateLimiting } from './rate-limiting.ts'

/** All configured gateways: the market's own, and others that payments were started with. */
export type Gateways = Readonly<Record<string, Gateway>>

/** The wallets whose PIN is entered on the portal's page, by gateway name. */
export type PinWallets = Readonly<
  Record<string, { readonly method: Method; readonly wallet: PinWallet; readonly codes: WalletCodes }>
>

export interface PaymentUseCaseOptions {
  readonly market: Market
  readonly publicOrigin: string
  readonly issuedIds: IssuedIds
  readonly stores: {
    readonly attempts: AttemptStore
    readonly reader: PaymentReader
    readonly orders: OrderStore
    readonly pinEntries: PinEntries
    readonly unknownCallbacks: UnknownCallbacks
    readonly listApproved: PushPromptsOptions['listApproved']
  }
  readonly gateways: Gateways
  readonly pinWallets: PinWallets
  readonly rateLimiting: Pick<RateLimiting, 'rateLimits'>
  readonly codes: Pick<OneTimeCodes, 'consentOf' | 'consume'>
  readonly isOpen: PaymentsOptions['isOpen']
  readonly isEligible: (order: PlacedOrder) => Promise<boolean>
  readonly suits: NonNullable<PaymentsOptions['suits']>
  readonly hintedChecks: PaymentProgressOptions['hintedChecks']
  readonly now: () => number
  readonly notify: Notify
}

function setupOf(name: string): MethodSetup | undefined {
  const definition = gatewayDefinitions.get(name)
  if (definition === undefined) return undefined
  const { startTimeoutMs, lifeMs, needsProof } = definition
  return { gateway: name, startTimeoutMs, lifeMs, ...(needsProof && { needsProof }) }
}

function methodsOf({ paymentOptions }: Market): Partial<Record<Method, MethodSetup[]>> {
  const setupsOf = (method: Method) =>
    paymentOptions.filter((option) => option.method === method).flatMap(({ gateway }) => setupOf(gateway) ?? [])
  return Object.fromEntries(paymentOptions.map(({ method }) => [method, setupsOf(method)]))
}

function toPinWallets(wallets: PinWallets): Record<string, PinWallet> {
  return Object.fromEntries(Object.entries(wallets).map(([name, { wallet }]) => [name, wallet]))
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

/** Providers truncate or refuse longer texts. */
const longestDescription = 64

/**
 * Writes the text that the payer reads at a provider: the product and the receiver, so that a prompt for a stranger is
 * recognised.
 */
export function describe({ choice, msisdn, account = msisdn, payLink }: PlacedOrder): string {
  // The payer of a link may not see the receiver.
  const ending = payLink === undefined ? account.slice(-4) : ''
  const receiver = ending === '' ? '' : ` for number ending ${ending}`
  return goodsIn(choice).slice(0, longestDescription - receiver.length) + receiver
}

function goodsIn(choice: Choice): string {
  if (choice.kind === 'bundle') return choice.bundle.name
  if (choice.kind === 'plan') return choice.plan.description
  return (
    {
      airtime: 'Airtime recharge',
      bill: 'Bill payment',
      invoice: 'Invoice payment',
      several: 'Recharge of several numbers',
    } as const
  )[choice.kind]
}

/** Creates the use cases that start payments and report their progress. */
export function createPaymentUseCases(options: PaymentUseCaseOptions) {
  const { market, publicOrigin, stores, gateways, pinWallets, codes, isOpen, isEligible, suits, now, notify } = options
  const { attempts, reader } = stores
  const { issuedIds } = options
  const { rateLimits } = options.rateLimiting

  /** The purposes of wallet codes have the names of the payment methods. */
  async function consentOf({ uniqueCode, subject }: PayerProof): Promise<ConsentGiven | undefined> {
    const given = await codes.consentOf({ uniqueCode })
    const method = methods.find((one) => one === given?.purpose)
    if (given === undefined || method === undefined || given.subject !== subject) return undefined
    return { method, msisdn: given.msisdn, consent: given.consent }
  }

  const returnUrls = returnUrlsOf(publicOrigin)
  const payments = new Payments({
    attempts,
    reader,
    gateways,
    methods: methodsOf(market),
    returnUrls,
    describe,
    prompts: new PushPrompts({
      ofPages: rateLimits('push_prompt'),
      ofChannels: rateLimits('channel_prompt'),
      listApproved: stores.listApproved,
    }),
    isOpen,
    isEligible,
    suits,
    acceptProof: async ({ uniqueCode, subject }, { method, msisdn }) => {
      const given = await consentOf({ uniqueCode, subject })
      if (given !== undefined) return given.method === method && given.msisdn === msisdn
      return codes.consume({ uniqueCode }, { purpose: 'airtime_payment', msisdn, subject })
    },
    now,
    newId: () => issuedIds.newTimedId(now()),
    newReference: () => newReference(market.brand),
  })
  const pinPayments = new PinPayments({
    payments,
    attempts,
    reader,
    entries: stores.pinEntries,
    wallets: toPinWallets(pinWallets),
    consentOf,
    now,
    notify,
  })
  const progress = new PaymentProgress({
    orders: stores.orders,
    reader,
    unknownCallbacks: stores.unknownCallbacks,
    gateways,
    hintedChecks: options.hintedChecks,
    now,
    notify,
  })
  return { payments, pinPayments, progress, returnUrls }
}
