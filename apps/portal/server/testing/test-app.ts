import path from 'node:path'
import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { createContentFiles } from '@nyanja/server/adapters/content-files/content-files'
import { createTmfLeadCallbackReader } from '@nyanja/server/adapters/tmf/tmf-lead-hub'
import { FieldKeys, newFieldKey } from '@nyanja/server/common/field-keys'
import { createLog } from '@nyanja/server/common/log'
import { createReachability } from '@nyanja/server/common/reachability'
import { Content } from '@nyanja/server/content/content'
import { migrate } from '@nyanja/server/db/migrate'
import { migrations } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import { createStores } from '@nyanja/server/db/stores'
import { exchangeIn } from '@nyanja/server/exchange/exchange'
import type { RateSource } from '@nyanja/server/exchange/rate-source'
import type { HelpCentre } from '@nyanja/server/help/help-centre'
import { LeadCallbacks } from '@nyanja/server/leads/lead-callbacks'
import { CodeSecrets } from '@nyanja/server/otp/code-secrets'
import { codeMessageKind } from '@nyanja/server/otp/code-text'
import type { WalletCodes } from '@nyanja/server/otp/wallet-codes'
import type { DeliveryProvider } from '@nyanja/server/payments/delivery-provider'
import { Fulfilment } from '@nyanja/server/payments/fulfilment'
import type {
  AskedAttempt,
  CallbackReader,
  PaymentGateway,
  PinGateway,
  VerificationResult,
} from '@nyanja/server/payments/payment-gateway'
import type { PinWallet } from '@nyanja/server/payments/pin-wallet'
import { Refunds } from '@nyanja/server/payments/refunds'
import { Settlement } from '@nyanja/server/payments/settlement'
import { gateways as definitions, gatewayCatalog } from '@nyanja/server/settings/gateways'
import { contentConstants, type Market, readMarket } from '@nyanja/server/settings/market'
import type { BalanceSource } from '@nyanja/server/subscriber/balances'
import type { BillSource } from '@nyanja/server/subscriber/bills'
import type { BundleSource } from '@nyanja/server/subscriber/bundles'
import type { ContactSource } from '@nyanja/server/subscriber/contacts'
import type { LineSource } from '@nyanja/server/subscriber/lines'
import { dailyBundle, endlessBundle, homeBundle } from '@nyanja/server/testing/test-bundles'
import { leadsTaken, type OutsideOfLeads } from '@nyanja/server/testing/test-lead-service'
import { createHelpService, loadHelpCentre } from '@nyanja/server/wiring/help-service'
import { createLeadWork } from '@nyanja/server/wiring/lead-wiring'
import type { Gateways, PinWallets } from '@nyanja/server/wiring/payment-use-cases'
import { openPlaces } from '@nyanja/server/wiring/place-service'
import { createRateLimiting } from '@nyanja/server/wiring/rate-limiting'
import { sealedForVisitors } from '@nyanja/server/wiring/sealed-for-visitors'
import { createSubmissionService } from '@nyanja/server/wiring/submission-text'
import { createUseCases } from '@nyanja/server/wiring/use-cases'
import { createApp } from '../app.ts'
import { Admission } from '../http/admission.ts'
import { DocumentedAnswers } from '../http/api/test-documented-answers.ts'
import { createConnections, Drain } from '../http/connections.ts'
import type { RequestHandler } from '../http/pages/serve-pages.ts'
import type { Portal } from '../portal.ts'

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
      checkoutType === 'redirect' ? { outcome: 'redirect', url: `https://pay.example/${id}` } : { outcome: 'waiting' },
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
    card: fakeGateway('redirect'),
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
