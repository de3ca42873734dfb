import path from 'node:path'
import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { createContentFiles } from '../adapters/content-files/content-files.ts'
import { createTmfLeadCallbackReader } from '../adapters/tmf/lead-callback.ts'
import { createApp } from '../app.ts'
import { FieldKeys, newFieldKey } from '../common/field-keys.ts'
import { createReachability } from '../common/reachability.ts'
import { Content } from '../content/content.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/all.ts'
import { openDatabase } from '../db/open.ts'
import { createStores } from '../db/stores.ts'
import { exchangeIn } from '../exchange/exchange.ts'
import type { RateSource } from '../exchange/rate-source.ts'
import type { HelpCentre } from '../help/help-centre.ts'
import { Admission } from '../http/admission.ts'
import { createConnections } from '../http/connections.ts'
import { Drain } from '../http/drain.ts'
import type { RequestHandler } from '../http/serve-pages.ts'
import { DocumentedAnswers } from '../http/test-documented-answers.ts'
import { LeadCallbacks } from '../leads/lead-callbacks.ts'
import { createLog } from '../log.ts'
import { type Market, readMarket } from '../market.ts'
import { CodeSecrets } from '../otp/code-secrets.ts'
import { codeMessageKind } from '../otp/code-text.ts'
import type { WalletCodes } from '../otp/wallet-codes.ts'
import type { CallbackReader } from '../payments/callback-reader.ts'
import type { DeliveryProvider } from '../payments/delivery-provider.ts'
import { Fulfilment } from '../payments/fulfilment.ts'
import type { AskedAttempt, PaymentGateway, PinGateway, VerificationResult } from '../payments/payment-gateway.ts'
import type { PinWallet } from '../payments/pin-wallet.ts'
import { Refunds } from '../payments/refunds.ts'
import { Settlement } from '../payments/settlement.ts'
import type { Portal } from '../portal.ts'
import { contentConstants } from '../settings/content-constants.ts'
import { gateways as definitions, gatewayCatalog } from '../settings/gateways.ts'
import type { BalanceSource } from '../subscriber/balance-source.ts'
import type { BillSource } from '../subscriber/bill-source.ts'
import type { BundleSource } from '../subscriber/bundle-source.ts'
import type { ContactSource } from '../subscriber/contact-source.ts'
import type { LineSource } from '../subscriber/line-source.ts'
import { createHelpService, loadHelpCentre } from '../wiring/help-service.ts'
import { createLeadWork } from '../wiring/lead-work.ts'
import type { Gateways, PinWallets } from '../wiring/payment-use-cases.ts'
import { openPlaces } from '../wiring/place-service.ts'
import { createRateLimiting } from '../wiring/rate-limiting.ts'
import { sealedForVisitors } from '../wiring/sealed-for-visitors.ts'
import { createSubmissionService } from '../wiring/submission-service.ts'
import { createUseCases } from '../wiring/use-cases.ts'
import { dailyBundle, endlessBundle, homeBundle } from './test-bundles.ts'
import { leadsTaken, type OutsideOfLeads } from './test-lead-service.ts'

const home = path.join(import.meta.dirname, '..', '..')
const publicOrigin = 'http://localhost:3000'
export const testCallbackToken = 'test-token'
export const testKeys = { whatsapp: 'whatsapp-key', kiosk: 'kiosk-key' } as const

// Making one costs more than the rest of an app.
export const testFieldKeys = new FieldKeys(newFieldKey())

interface TestWallet {
  readonly wallet: PinWallet
  readonly codes: WalletCodes
  readonly gateway: PinGateway
}

/** What the outside world says; tests replace what they are about. */
export interface Outside extends OutsideOfLeads {
  readonly lineSource: LineSource
  readonly bundleSource: BundleSource
  readonly balanceSource: BalanceSource
  readonly billSource: BillSource
  readonly contactSource: ContactSource
  readonly card: PaymentGateway
  readonly push: PaymentGateway
  readonly airtime: PaymentGateway
  /** Those whose PIN is typed with us. */
  readonly wallets: Readonly<Record<string, TestWallet>>
  readonly rateSource: RateSource
  readonly deliveryProvider: DeliveryProvider
  readonly log: { write(line: string): void }
  readonly handlePage: RequestHandler
  readonly admission: Admission
}

/** Of the lines that the outside world knows. */
export const testLines = {
  prepaid: '991234567',
  postpaid: '991234568',
  hybrid: '991234569',
  router: '991234570',
} as const

const kinds: Readonly<Record<string, { lineType: 'PREPAID' | 'POSTPAID' | 'HYBRID'; isBroadband: boolean }>> = {
  [testLines.prepaid]: { lineType: 'PREPAID', isBroadband: false },
  [testLines.postpaid]: { lineType: 'POSTPAID', isBroadband: false },
  [testLines.hybrid]: { lineType: 'HYBRID', isBroadband: false },
  [testLines.router]: { lineType: 'PREPAID', isBroadband: true },
}

/** Takes the money as soon as it is asked. */
export function fakeGateway(
  checkoutType: PaymentGateway['checkoutType'],
  overrides: Partial<PaymentGateway> = {},
): PaymentGateway {
  return {
    checkoutType,
    firstEnquiryAfterMs: 0,
    start: async ({ id }) =>
      checkoutType === 'page' ? { outcome: 'redirect', url: `https://pay.example/${id}` } : { outcome: 'waiting' },
    verify: async ({ id, amount }: AskedAttempt): Promise<VerificationResult> => ({
      state: 'captured',
      reference: id,
      amount,
    }),
    abandon: async () => {},
    refund: async () => 'refunded',
    verifyRefund: async () => 'refunded',
    ...overrides,
  }
}

/** A callback that is nothing but the id. */
const reader: CallbackReader = {
  isSigned: false,
  read: (body) => ({ reference: body.toString() }),
  answer: { status: 200, contentType: 'text/plain', body: 'OK' },
}

function outsideWith(overrides: Partial<Outside>): Outside {
  return {
    lineSource: {
      lineOf: async (msisdn) => (kinds[msisdn] === undefined ? { found: false } : { found: true, ...kinds[msisdn] }),
    },
    bundleSource: { bundles: async () => [endlessBundle, homeBundle, dailyBundle] },
    balanceSource: { balancesOf: async () => [] },
    billSource: {
      accountOfLine: async () => undefined,
      fixedLineAccount: async () => undefined,
      openInvoices: async () => [],
    },
    contactSource: { contactOf: async () => undefined },
    card: fakeGateway('page'),
    push: fakeGateway('push'),
    airtime: fakeGateway('direct'),
    wallets: {},
    rateSource: { rate: async () => ({ one: 'USD', costs: money('CDF', 285_000) }) },
    deliveryProvider: {
      prepare: async () => async () => ({ outcome: 'delivered', bssReference: 'top-up-1' }),
      findByReference: async () => undefined,
      callOf: (kind) => `bss ${kind}`,
    },
    ...leadsTaken,
    log: { write: () => {} },
    admission: new Admission(),
    handlePage: async () => new Response('a page', { headers: { 'content-type': 'text/html' } }),
    ...overrides,
  }
}

/** Each pays by the method of its gateway. */
function pinWalletsOf(wallets: Outside['wallets']): PinWallets {
  return Object.fromEntries(
    Object.entries(wallets).flatMap(([name, wallet]) => {
      const method = definitions.get(name)?.method
      return method === undefined ? [] : [[name, { ...wallet, method }]]
    }),
  )
}

interface LoadedTexts {
  readonly content: Content
  readonly help: HelpCentre
}

/** By market: nothing changes them, and reading them costs more than the rest of an app. */
const loadedTexts = new Map<string, Promise<LoadedTexts>>()

async function loadTexts(market: Market): Promise<LoadedTexts> {
  const content = new Content(createContentFiles({ folder: path.join(home, 'content') }), {
    languages: [market.languages.unprefixed, market.languages.prefixed],
    constants: contentConstants(market),
  })
  await content.load()
  return { content, help: await loadHelpCentre({ market, content, files: { folder: path.join(home, 'content') } }) }
}

function textsOf(market: Market): Promise<LoadedTexts> {
  const texts = loadedTexts.get(market.code) ?? loadTexts(market)
  loadedTexts.set(market.code, texts)
  return texts
}

const lightWork = { rounds: 10, guesses: { least: 2, most: 5 } }

/** The whole web server over real stores, of SQLite in memory unless said, with the outside world faked. */
export async function createTestApp(
  overrides: Partial<Outside> = {},
  marketName: 'mw' | 'cd' = 'mw',
  database = openDatabase({ file: ':memory:' }),
) {
  const outside = outsideWith(overrides)
  await migrate(database, migrations)
  const clock = { ms: Date.UTC(2026, 10, 20, 12) }
  const now = () => clock.ms
  const market = readMarket(path.join(home, 'markets', `${marketName}.json`))
  const stores = createStores(database, now)
  const { card, push, airtime, wallets } = outside
  const walletGateways = Object.entries(wallets).map(([name, { gateway }]) => [name, gateway] as const)
  const gateways: Gateways = {
    ...{ dpo: card, paystack: card, 'open-api-money': push, mpesa: push, airtime },
    ...Object.fromEntries(walletGateways),
  }
  const { lineSource, bundleSource, balanceSource, billSource, contactSource } = outside
  const codeSecrets = new CodeSecrets('a secret of tests')
  const reachability = createReachability(now)
  const notify = () => {}
  const { content, help } = await textsOf(market)
  const silent = { warn: () => {}, error: () => {} }
  const config = { market, placesFolder: path.join(home, 'places'), geocoder: undefined, http: { publicOrigin } }
  const metrics = { addedProvider: () => {}, askedProvider: () => {}, changedCircuit: () => {} }
  const rateLimiting = createRateLimiting({ stores, codeSecrets, effortOf: () => lightWork, now })
  const { rateLimits } = rateLimiting
  const places = await openPlaces({ config, stores, metrics, log: silent, rateLimits, now })

  const around = { service: outside.leadService, feasibility: outside.feasibility, checkingMs: minute, alert: () => {} }
  const leadWork = createLeadWork({ ...around, stores, now, notify })
  const useCases = createUseCases({
    market,
    publicOrigin,
    stores,
    lineSource,
    bundleSource,
    balanceSource,
    billSource,
    contactSource,
    gateways,
    pinWallets: pinWalletsOf(wallets),
    reachability,
    exchange: exchangeIn(market, { source: outside.rateSource, secret: 'a secret of tests', now }),
    codeSecrets,
    rateLimiting,
    leads: leadWork.leads,
    now,
    notify,
    alert: () => {},
  })
  const service = { market, content, places, stores, rateLimits, now }
  const portal: Portal = {
    ...useCases,
    ...createSubmissionService({ ...service, secret: 'a secret of tests' }),
    market,
    publicOrigin,
    assetsOrigin: undefined,
    apiKeys: Object.entries(testKeys).map((entry) => entry.join(':')),
    fieldKeys: testFieldKeys,
    now,
    content,
    livePackages: {},
    ...createHelpService({ help, stores, rateLimits, now }),
    places,
    map: { moduleHref: '/assets/map.js', credit: 'Somebody' },
    ...sealedForVisitors('a secret of tests'),
    leadWebhook: {
      token: testCallbackToken,
      callbacks: new LeadCallbacks({
        reader: createTmfLeadCallbackReader(),
        hints: stores.leadHints,
        notify: () => {},
      }),
    },
    ...gatewayCatalog,
    callbackReaders: { dpo: reader, 'open-api-money': reader },
    popups: {
      paystack: {
        scriptUrl: 'https://js.pay.example/pop.js',
        frameOrigin: 'https://pay.example',
        publicKey: 'pk_test',
      },
    },
  }
  const [connections, drain] = [createConnections(), new Drain()]
  const answers = new DocumentedAnswers(outside.log)
  const app = await createApp({
    portal,
    log: createLog('info', answers),
    metrics: { answered: () => {}, refused: () => {}, viewed: () => {} },
    publicOrigin,
    trustedProxies: [],
    callbackToken: testCallbackToken,
    assets: { buildFolder: import.meta.dirname },
    browserFiles: { module: (name) => `/assets/${name}.js`, island: () => [] },
    handlePage: outside.handlePage,
    connections,
    admission: outside.admission,
    drain,
  })

  const alert = () => {}
  const settlement = new Settlement({ attempts: stores.attempts, checks: stores.checks, gateways, now, notify, alert })
  const { deliveries, checks } = stores
  const fulfilment = new Fulfilment({
    deliveries,
    checks,
    deliveryProvider: outside.deliveryProvider,
    checkingMs: minute,
    now,
    notify,
    alert,
    report: () => {},
  })
  const refunds = new Refunds({ refunds: stores.refunds, gateways, now, notify, alert })

  /** Does all work that is due, once. */
  async function doDueWork(): Promise<void> {
    const claim = { limit: 100, leaseMs: 1 }
    for (const gateway of Object.keys(gateways)) {
      for (const attempt of await stores.due.attempts(gateway, claim)) await settlement.checkPayment(attempt)
    }
    for (const delivery of await stores.due.deliveries(claim)) await fulfilment.deliver(delivery)
    for (const gateway of Object.keys(gateways)) {
      for (const payment of await stores.due.refunds(gateway, claim)) await refunds.giveBack(payment)
    }
  }

  /** The code that was sent last to a number. */
  async function codeOn(msisdn: string): Promise<string> {
    const messages = await database.db
      .selectFrom('messages')
      .select(['id', 'params_json'])
      .where('kind', '=', codeMessageKind)
      .where('msisdn', '=', msisdn)
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute()
    return messages.map(({ id, params_json }) => codeSecrets.open(JSON.parse(params_json).sealed, id)).join()
  }

  async function close(): Promise<void> {
    await app.close()
    await places.close()
    await database.close()
    answers.assertAll()
  }

  return { app, connections, drain, portal, stores, database, clock, reachability, doDueWork, codeOn, close }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
