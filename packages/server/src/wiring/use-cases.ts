import type { Alert } from '@nyanja/domain/alerts'
import { getConnectionFee } from '@nyanja/domain/leads/plan'
import { otpLimits } from '@nyanja/domain/otp'
import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { type IssuedIds, newId } from '../common/ids.ts'
import type { Reachability } from '../common/reachability.ts'
import { startOfDayIn } from '../common/zone-time.ts'
import type { createStores } from '../db/stores.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Leads } from '../leads/leads.ts'
import { Tracking } from '../leads/tracking.ts'
import { type CodeSecrets, randomOtp } from '../otp/code-secrets.ts'
import { isForPayment, type OtpPurpose, otpPurposes } from '../otp/one-time-code.ts'
import { OneTimeCodes } from '../otp/one-time-codes.ts'
import type { WalletCodes } from '../otp/wallet-codes.ts'
import { Checkout, type CheckoutOptions } from '../payments/checkout.ts'
import { openBillChoice, type RenewalSources, renewedChoice } from '../payments/checkout-repeat.ts'
import { Corrections } from '../payments/corrections.ts'
import type { Notify } from '../payments/due-work.ts'
import { EligibilityCheck } from '../payments/eligibility.ts'
import { findGiftStanding } from '../payments/gift-messages.ts'
import { Idempotency } from '../payments/idempotency.ts'
import { maskReceiver, Orders, type PlacedOrder } from '../payments/orders.ts'
import { PayLinks, type PayLinksOptions } from '../payments/pay-links.ts'
import { PaymentSearch } from '../payments/payment-search.ts'
import { PinCheckout, type PinCheckoutOptions } from '../payments/pin/pin-checkout.ts'
import { Plans } from '../payments/plans.ts'
import { Reminders } from '../payments/reminders/reminders.ts'
import { Repurchases } from '../payments/repurchases.ts'
import { CoverageReports } from '../places/coverage-reports.ts'
import { billLimits, type Market, rechargeLimits } from '../settings/market.ts'
import { AccountLookups } from '../subscriber/account-lookups.ts'
import { AttemptLimit } from '../subscriber/attempt-limit.ts'
import { type BalanceSource, Balances } from '../subscriber/balances.ts'
import { accountAttemptsPerDay, type BillSource, Bills } from '../subscriber/bills.ts'
import { type BundleSource, Bundles } from '../subscriber/bundles.ts'
import { type ContactSource, Contacts } from '../subscriber/contacts.ts'
import { LineLookups } from '../subscriber/line-lookups.ts'
import { type LineSource, Lines } from '../subscriber/lines.ts'
import { createDraftService, payableLeadIn, payablePlanIn } from './lead-wiring.ts'
import { createMethodService } from './method-service.ts'
import {
  createPaymentUseCases,
  type Gateways,
  type PaymentUseCaseOptions,
  type PinWallets,
} from './payment-use-cases.ts'
import type { RateLimiting } from './rate-limiting.ts'
import type { UseCases } from './use-case-groups.ts'

export interface UseCaseOptions {
  readonly market: Market
  readonly publicOrigin: string
  readonly issuedIds: IssuedIds
  readonly stores: ReturnType<typeof createStores>
  readonly lineSource: LineSource
  readonly bundleSource: BundleSource
  readonly balanceSource: BalanceSource
  readonly billSource: BillSource
  readonly contactSource: ContactSource
  readonly gateways: Gateways
  readonly pinWallets: PinWallets
  readonly reachability: Reachability
  /** The exchange, in a market with a second currency. */
  readonly exchange: Exchange | undefined
  readonly codeSecrets: CodeSecrets
  readonly rateLimiting: RateLimiting
  readonly leads: Leads
  readonly hintedChecks: PaymentUseCaseOptions['hintedChecks']
  readonly now: () => number
  /** Notifies the worker that something is due. */
  readonly notify: Notify
  /** Reports an event that staff should examine. */
  readonly alert: (event: Alert) => void
}

function codesOf(wallets: PinWallets): Partial<Record<OtpPurpose, WalletCodes>> {
  return Object.fromEntries(Object.values(wallets).map(({ method, codes }) => [method, codes]))
}

/** The purposes of wallet codes have the names of the payment methods. */
function tieTokensWith(codes: OneTimeCodes): PinCheckoutOptions['tieToken'] {
  return async (uniqueCode, { client, method, msisdn }, subject) => {
    const purpose = otpPurposes.find((one) => one === method)
    return purpose !== undefined && codes.tie({ uniqueCode }, { purpose, msisdn, subject: client }, subject)
  }
}

/** Creates the bill service, and the limits of requests for bills. */
function createBillService({ market, stores, billSource, rateLimiting, now }: UseCaseOptions) {
  const limit = { store: stores.attemptLimits, perDay: accountAttemptsPerDay, now } as const
  const tries = new AttemptLimit({ ...limit, of: 'account' })
  const comparisons = new AttemptLimit({ ...limit, of: 'amount' })
  const startOfDay = (at: number) => startOfDayIn(market.timeZone, at)
  const { unposted } = stores
  const roundUp = market.roundUpPostpaidAmounts
  const bills = new Bills({ source: billSource, unposted, tries, comparisons, roundUp, now, startOfDay })
  const accountLookups = new AccountLookups({ bills, limit: rateLimiting.rateLimits('account_lookup') })
  const accounts = {
    openInvoices: async (account: string) => (await bills.fixedLineNow(account))?.invoices,
  }
  return { bills, accounts, accountLookups }
}

/** Creates the look-ups of lines and accounts. */
function createSubscriberUseCases({ market, now, rateLimiting: { rateLimits }, ...sources }: UseCaseOptions) {
  const lines = new Lines({ source: sources.lineSource, rules: market.numbers, now })
  return {
    lines,
    lineLookups: new LineLookups({
      lines,
      looks: rateLimits('line_check'),
      orders: rateLimits('line_check', 'order'),
      now,
    }),
    bundles: new Bundles({
      source: sources.bundleSource,
      hidePostpaid: market.hidePostpaidBundles,
      areSold: market.sells.some((kind) => kind === 'bundle' || kind === 'plan'),
      now,
    }),
    balances: new Balances({ source: sources.balanceSource }),
    contacts: new Contacts({ source: sources.contactSource, now }),
  }
}

function createPlans({ market, stores }: UseCaseOptions, orders: Orders) {
  return new Plans({
    store: stores.plans,
    orders,
    payable: payablePlanIn(stores.leadReader),
    feeOf: (ordered) => getConnectionFee(market, ordered),
  })
}

interface PayLinkSources {
  readonly orders: Orders
  readonly bundles: Bundles
  readonly plans: Plans
  readonly accounts: ReturnType<typeof createBillService>['accounts']
  readonly bills: Bills
}

/** Creates what sells the same again: to another payer, and to one who comes back. */
function createRepeatedSales(
  { market, stores, issuedIds: { newId }, now }: UseCaseOptions,
  { orders, bundles, plans, accounts, bills }: PayLinkSources,
) {
  const corrections = new Corrections({ store: stores.corrections, now })
  const sources: RenewalSources = {
    bundle: (code, line) => bundles.bundle(code, line),
    openInvoices: async (account) => (await accounts.openInvoices(account)) ?? [],
    billOf: (msisdn) => bills.ofLine(msisdn),
    plans,
    roundUp: market.roundUpPostpaidAmounts,
  }
  const renew: PayLinksOptions['renew'] = (link) => renewedChoice(link, sources)
  const openBill = (order: PlacedOrder) => openBillChoice(order, sources)
  const common = { store: stores.payLinks, orders, renew, now, newId }
  const repurchases = new Repurchases({ ...common, corrections, openBill })
  return {
    corrections,
    payLinks: new PayLinks(common),
    repurchases,
    reminders: new Reminders({
      store: stores.reminders,
      repurchases,
      terms: market.reminders,
      timeZone: market.timeZone,
      now,
      newId,
    }),
  }
}

function createCodes(
  { market, stores, issuedIds: { newId }, pinWallets, codeSecrets, rateLimiting, now, notify, alert }: UseCaseOptions,
  { lines, orders }: { readonly lines: Lines; readonly orders: Orders },
) {
  const { clientNetworks, challenges } = rateLimiting
  const policy = ratePolicies.code_message
  return new OneTimeCodes({
    challenges,
    policy,
    clientNetworks: {
      countRequest: (clientIp) => clientNetworks.countRequest('code_message', policy.clientNetwork, { clientIp }),
      uncountRequest: (clientIp) => clientNetworks.uncountRequest('code_message', policy.clientNetwork, { clientIp }),
      countSuccess: (clientIp) => clientNetworks.countSuccess('code_message', policy.clientNetwork, { clientIp }),
    },
    store: stores.codes,
    proofs: stores.proofs,
    secrets: codeSecrets,
    limits: otpLimits,
    isOurLine: async (msisdn) => (await lines.check(msisdn)).outcome === 'line',
    maskReceiver: async ({ purpose, subject }) => {
      const order = isForPayment(purpose) ? await orders.order(subject) : undefined
      return order && maskReceiver(order, market.numbers)
    },
    now,
    wallets: codesOf(pinWallets),
    newId,
    newCode: randomOtp,
    notify: () => notify('send messages'),
    alert,
  })
}

function createPaymentSearch({ stores, rateLimiting, now }: UseCaseOptions, codes: OneTimeCodes) {
  const { challenges, rateLimits } = rateLimiting
  return new PaymentSearch({
    store: stores.paymentSearch,
    sendCode: ({ reference, mayGoOut, ...request }) =>
      codes.sendBlind({ ...request, purpose: 'find_payment', subject: reference, channel: 'web' }, mayGoOut),
    issueChallenge: (level, reference, token) => challenges.issue(level, reference, token),
    limit: rateLimits('payment_lookup'),
    now,
  })
}

function createEligibilityCheck(
  { market }: UseCaseOptions,
  { payLinks, plans, bills, accounts }: Omit<PayLinkSources, 'orders' | 'bundles'> & { readonly payLinks: PayLinks },
) {
  return new EligibilityCheck({
    payLinks,
    plans,
    openInvoices: accounts.openInvoices,
    billOf: (msisdn) => bills.ofLine(msisdn),
    isPaidSince: (account, since) => bills.isPaidSince(account, since),
    roundUp: market.roundUpPostpaidAmounts,
  })
}

type CheckoutSources = Pick<
  CheckoutOptions,
  'orders' | 'payments' | 'progress' | 'lines' | 'catalogue' | 'openInvoices' | 'lineBills' | 'currenciesOf'
> &
  Pick<PinCheckoutOptions, 'pins' | 'tieToken'> & { readonly plans: Plans }

/** Creates the checkouts for channels: order and payment in one call. */
function createCheckouts({ market, stores, exchange }: UseCaseOptions, sources: CheckoutSources) {
  const { plans, progress, pins, tieToken } = sources
  const checkout = new Checkout({
    ...sources,
    numbers: market.numbers,
    payableLead: payableLeadIn(stores.leadReader, plans),
    quote: async (amount) => exchange?.quote(amount),
    isDualCurrency: market.secondCurrency !== undefined,
    limits: rechargeLimits(market),
    bills: { limits: billLimits(market), roundUp: market.roundUpPostpaidAmounts },
  })
  return { checkout, pinCheckout: new PinCheckout({ checkout, pins, progress, tieToken }) }
}

function createCoverageReports({ market, stores, rateLimiting, now }: UseCaseOptions) {
  return new CoverageReports({
    store: stores.coverageReports,
    bounds: market.map.bounds,
    limit: rateLimiting.rateLimits('coverage_report'),
    now,
    newId,
  })
}

/** Creates the use cases of home internet orders. */
function createLeadUseCases(options: UseCaseOptions, plans: Plans) {
  const { stores, now } = options
  const { rateLimits } = options.rateLimiting
  return {
    leads: options.leads,
    tracking: new Tracking({ store: stores.leadReader, limit: rateLimits('lead_lookup'), now }),
    ...createDraftService({ ...options, plans, rateLimits }),
  }
}

/** The use cases of pages and API, independent of the adapters. */
export function createUseCases(options: UseCaseOptions): UseCases {
  const { market, stores, issuedIds, exchange, rateLimiting, now } = options
  const subscriber = createSubscriberUseCases(options)
  const { lines, bundles } = subscriber
  const orders = new Orders({ store: stores.orders, now, newId: () => issuedIds.newTimedId(now()) })
  const amountLimits = { recharge: rechargeLimits(market), bill: billLimits(market) }
  const { challenges, rateLimits } = rateLimiting
  const { bills, accounts, accountLookups } = createBillService(options)
  const codes = createCodes(options, { lines, orders })
  const plans = createPlans(options, orders)
  const repeatedSales = createRepeatedSales(options, { orders, bundles, plans, accounts, bills })
  const { payLinks } = repeatedSales
  const eligibilityCheck = createEligibilityCheck(options, { payLinks, plans, bills, accounts })
  const { isOpen, suits, currenciesOf, ...methods } = createMethodService(options)
  const { payments, pinPayments, progress, returnUrls } = createPaymentUseCases({
    ...options,
    codes,
    isOpen,
    suits,
    isEligible: async (order) => (await eligibilityCheck.of(order)) === 'due',
  })
  const checkouts = createCheckouts(options, {
    ...{ orders, payments, progress, lines, plans, pins: pinPayments, lineBills: bills, catalogue: bundles },
    currenciesOf,
    ...{ openInvoices: accounts.openInvoices, tieToken: tieTokensWith(codes) },
  })

  return {
    amountLimits,
    ...subscriber,
    bills,
    ...{ accountLookups, codes, challenges, rateLimits, orders },
    plans,
    paymentSearch: createPaymentSearch(options, codes),
    ...repeatedSales,
    eligibilityCheck,
    payments,
    pinPayments,
    ...methods,
    exchange,
    returnUrls,
    progress,
    ...checkouts,
    giftStanding: (payment) => findGiftStanding(stores.giftMessages, payment),
    coverageReports: createCoverageReports(options),
    ...createLeadUseCases(options, plans),
    idempotency: new Idempotency({ store: stores.idempotency, now }),
  }
}
