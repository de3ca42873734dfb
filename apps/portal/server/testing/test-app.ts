import path from 'node:path'
import { dailyBundle, endlessBundle, homeBundle } from '@nyanja/domain/bundles/test-bundles'
import { money } from '@nyanja/domain/money/money'
import { createContentFiles } from '@nyanja/server/adapters/content-files/content-files'
import { tmf } from '@nyanja/server/adapters/tmf/definition'
import { tmfV4 } from '@nyanja/server/adapters/tmf/profile'
import { FieldKeys, newFieldKey } from '@nyanja/server/common/field-keys'
import { createLog } from '@nyanja/server/common/log'
import { Content } from '@nyanja/server/content/content'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { openMigrated } from '@nyanja/server/db/test-database'
import type { RateSource } from '@nyanja/server/exchange/exchange'
import type { HelpCentre } from '@nyanja/server/help/help-centre'
import { createMetrics } from '@nyanja/server/metrics/metrics'
import { CodeSecrets } from '@nyanja/server/otp/code-secrets'
import { codeMessageKind } from '@nyanja/server/otp/code-text'
import type { WalletCodes } from '@nyanja/server/otp/wallet-codes'
import type { DeliveryProvider } from '@nyanja/server/payments/delivery-provider'
import type {
  CallbackReader,
  PaymentGateway,
  PinGateway,
  ProviderAttempt,
  VerificationResult,
} from '@nyanja/server/payments/payment-gateway'
import type { PinWallet } from '@nyanja/server/payments/pin/pin-wallet'
import type { Config } from '@nyanja/server/settings/config'
import { gateways as definitions } from '@nyanja/server/settings/gateways'
import { contentConstants, type Market, readMarket } from '@nyanja/server/settings/market'
import type { BalanceSource } from '@nyanja/server/subscriber/balances'
import type { BillSource } from '@nyanja/server/subscriber/bills'
import type { BundleSource } from '@nyanja/server/subscriber/bundles'
import type { ContactSource } from '@nyanja/server/subscriber/contacts'
import type { LineSource } from '@nyanja/server/subscriber/lines'
import { placesWithFewSites } from '@nyanja/server/testing/test-files'
import { leadsTaken, type OutsideOfLeads } from '@nyanja/server/testing/test-lead-service'
import type { Gateways, PinWallets } from '@nyanja/server/wiring/payment-use-cases'
import { loadHelpCentre } from '@nyanja/server/wiring/texts'
import { createConnections, Drain } from '@nyanja/web/http/connections'
import { createApp } from '../app.ts'
import { Admission } from '../http/admission.ts'
import { DocumentedAnswers } from '../http/api/test-documented-answers.ts'
import type { RequestHandler } from '../http/pages/serve-pages.ts'
import { createPortal, type Portal } from '../portal.ts'

const home = path.join(import.meta.dirname, '..', '..')
const otpSecret = 'a secret of tests'
const publicOrigin = 'http://localhost:3000'
export const testCallbackToken = 'test-token'
export const testKeys = { whatsapp: 'whatsapp-key', kiosk: 'kiosk-key' } as const

// Making one costs more than the rest of an app.
const testFieldKey = newFieldKey()
export const testFieldKeys = new FieldKeys(testFieldKey)

interface TestWallet {
  readonly wallet: PinWallet
  readonly codes: WalletCodes
  readonly gateway: PinGateway
}

/** The answers of external systems; tests replace those that they are about. */
export interface Outside extends OutsideOfLeads {
  readonly lineSource: LineSource
  readonly bundleSource: BundleSource
  readonly balanceSource: BalanceSource
  readonly billSource: BillSource
  readonly contactSource: ContactSource
  readonly card: PaymentGateway
  readonly push: PaymentGateway
  readonly airtime: PaymentGateway
  /** Wallets that take their PIN on the portal's page. */
  readonly wallets: Readonly<Record<string, TestWallet>>
  readonly rateSource: RateSource
  readonly deliveryProvider: DeliveryProvider
  readonly log: { write(line: string): void }
  readonly handlePage: RequestHandler
  readonly admission: Admission
}

/** The lines that the fakes know. */
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

/** An order of airtime for the prepaid line, not paid yet. */
export const orderAirtime = ({ orders }: Pick<Portal, 'orders'>) =>
  orders.open({
    channel: 'web',
    language: 'en',
    msisdn: testLines.prepaid,
    lineType: 'PREPAID',
    choice: { kind: 'airtime', amount: money('MWK', 50_000) },
    redirectPage: '/prepaid-recharge',
  })

/** Takes the money as soon as it is charged. */
export function fakeGateway(
  checkoutType: PaymentGateway['checkoutType'],
  overrides: Partial<PaymentGateway> = {},
): PaymentGateway {
  return {
    checkoutType,
    firstEnquiryAfterMs: 0,
    start: async ({ id }) =>
      checkoutType === 'redirect' ? { outcome: 'redirect', url: `https://pay.example/${id}` } : { outcome: 'waiting' },
    verify: async ({ id, amount }: ProviderAttempt): Promise<VerificationResult> => ({
      state: 'captured',
      attemptId: id,
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
  read: (body) => ({ attemptId: body.toString() }),
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
    admission: new Admission({ now: () => 0 }),
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

/** The texts by market: they never change, and reading them costs more than the rest of an app. */
const loadedTexts = new Map<string, Promise<LoadedTexts>>()

async function loadTexts(market: Market): Promise<LoadedTexts> {
  const content = new Content(createContentFiles({ folder: path.join(home, 'content') }), {
    languages: market.languages.map(({ code }) => code),
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

const lightWork = { rounds: 10, guesses: { min: 2, max: 5 } }

// One registry serves all apps: no test reads it, and making it costs more than a request.
const metrics = createMetrics()
const map = { moduleHref: '/assets/map.js', credit: 'Somebody' }

/** Settings of a portal without external systems: tests override the adapters that would call them. */
function configOf(market: Market): Config {
  const folder = path.join(home, 'content')
  const nowhere = { host: 'localhost', port: 0 }
  return {
    isProduction: false,
    notices: [],
    role: 'all',
    http: { ...nowhere, publicOrigin, trustedProxies: [] },
    admin: nowhere,
    adminToken: undefined,
    drainMs: 0,
    logLevel: 'info',
    tracing: undefined,
    database: { file: ':memory:' },
    journalFolder: '',
    market,
    content: { folder, own: undefined, watch: false, source: 'files' },
    placesFolder: path.join(placesWithFewSites(), market.code),
    tiles: undefined,
    geocoder: undefined,
    assets: { releasesFolder: undefined, origin: undefined, marketFiles: undefined },
    apiKeys: Object.entries(testKeys).map((entry) => entry.join(':')),
    fieldKeys: { current: testFieldKey, previous: undefined },
    callbackTokens: [testCallbackToken],
    bss: {
      ...{ definition: tmf, baseUrl: 'http://bss.example', timeoutMs: 20_000, profile: tmfV4, centsPerUnit: 100 },
      ...{ credentials: { kind: 'none' }, tls: undefined },
    },
    feasibility: 'towns',
    leadEvents: { origin: publicOrigin },
    gateways: [],
    providers: { rates: undefined, cms: undefined },
    otpSecret,
    mail: { url: 'smtp://mail.example', from: 'portal@mail.example', careAddress: market.contact.email },
    smsc: {
      addresses: [nowhere],
      ...{ systemId: 'portal', password: 'secret', sender: 'Nyanja', alphabet: 'gsm7' },
      tls: undefined,
      messagesPerSecond: undefined,
    },
  }
}

const markets = new Map<string, Market>()

function marketOf(name: 'mw' | 'cd'): Market {
  const market = markets.get(name) ?? readMarket(path.join(home, 'markets', `${name}.json`))
  markets.set(name, market)
  return market
}

/** Opens the whole web server over real stores (SQLite in memory by default), with fakes of the external systems. */
export async function createTestApp(
  overrides: Partial<Outside> = {},
  marketName: 'mw' | 'cd' = 'mw',
  given?: OpenDatabase,
) {
  const { card, push, airtime, wallets, ...outside } = outsideWith(overrides)
  const database = given ?? (await openMigrated())
  const clock = { ms: Date.UTC(2026, 10, 20, 12) }
  const now = () => clock.ms
  const market = marketOf(marketName)
  const walletGateways = Object.entries(wallets).map(([name, { gateway }]) => [name, gateway] as const)
  const gateways: Gateways = {
    ...{ dpo: card, paystack: card, 'open-api-money': push, mpesa: push, airtime },
    ...Object.fromEntries(walletGateways),
  }
  const log = { warn: () => {}, error: () => {} }
  const running = await createPortal(
    {
      ...{ config: configOf(market), database, metrics, log, map, clock: { now, mayClaim: async () => true } },
      receiptOf: async () => undefined,
    },
    {
      ...outside,
      gateways,
      pinWallets: pinWalletsOf(wallets),
      callbackReaders: { dpo: reader, 'open-api-money': reader },
      popups: {
        paystack: {
          scriptUrl: 'https://js.pay.example/pop.js',
          frameOrigin: 'https://pay.example',
          publicKey: 'pk_test',
        },
      },
      texts: await textsOf(market),
      effortOf: () => lightWork,
    },
  )
  const { portal, stores, reachability } = running
  const codeSecrets = new CodeSecrets(otpSecret)
  const [connections, drain] = [createConnections(), new Drain()]
  const answers = new DocumentedAnswers()
  const app = await createApp({
    portal,
    log: createLog('info', outside.log),
    metrics: { recordRequest: () => {}, countRefusal: () => {}, countView: () => {} },
    publicOrigin,
    trustedProxies: [],
    callbackTokens: [testCallbackToken],
    assets: { buildFolder: import.meta.dirname },
    browserFiles: { module: (name) => `/assets/${name}.js`, island: () => [] },
    handlePage: outside.handlePage,
    connections,
    admission: outside.admission,
    drain,
  })

  answers.watch(app)

  /** Does all due work, once. */
  async function doDueWork(): Promise<void> {
    const { statusChecks, deliveries, credits, refunds } = running.moneyWork
    const claim = { limit: 100, leaseMs: 1 }
    for (const gateway of Object.keys(gateways)) {
      for (const attempt of await stores.due.attempts(gateway, claim)) await statusChecks.checkPayment(attempt)
    }
    for (const delivery of await stores.due.deliveries(claim)) await deliveries.deliver(delivery)
    for (const credit of await stores.due.credits(claim)) await credits.deliver(credit)
    for (const gateway of Object.keys(gateways)) {
      for (const payment of await stores.due.refunds(gateway, claim)) await refunds.processRefund(payment)
    }
  }

  /** Returns the code that was sent last to a number. */
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
    await running.close()
    await database.close()
    answers.assertAll()
  }

  return { app, connections, drain, portal, stores, database, clock, reachability, doDueWork, codeOn, close }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
