import type { CardPopup } from '@nyanja/server/adapters/gateway-definition'
import { createHttpRateSource } from '@nyanja/server/adapters/rates/http-rate-source'
import { createSmppSender } from '@nyanja/server/adapters/smpp/smpp-sender'
import { createTmfBalanceSource } from '@nyanja/server/adapters/tmf/tmf-balance-source'
import { createTmfBillSource, type TmfBillOptions } from '@nyanja/server/adapters/tmf/tmf-bill-source'
import { createTmfBundleSource } from '@nyanja/server/adapters/tmf/tmf-bundle-source'
import { createTmfContactSource } from '@nyanja/server/adapters/tmf/tmf-contact-source'
import { createTmfDeliveryProvider } from '@nyanja/server/adapters/tmf/tmf-delivery-provider'
import { createTmfLineSource } from '@nyanja/server/adapters/tmf/tmf-line-source'
import { FieldKeys, newFieldKey } from '@nyanja/server/common/field-keys'
import { createReachability, type Reachability } from '@nyanja/server/common/reachability'
import type { Content } from '@nyanja/server/content/content'
import type { GeneratedContent } from '@nyanja/server/content/content-source'
import type { OpenDatabase } from '@nyanja/server/db/open'
import { createOrphanQueue, recoverWork } from '@nyanja/server/db/payments/orphan-recovery'
import { createRecheckQueue, recheckAttempts } from '@nyanja/server/db/payments/recheck-queue'
import type { ProcessClock } from '@nyanja/server/db/process-clock'
import { createStores, type Stores } from '@nyanja/server/db/stores'
import { createMarketExchange, type Exchange } from '@nyanja/server/exchange/exchange'
import type { RateSource } from '@nyanja/server/exchange/rate-source'
import type { HelpCentre } from '@nyanja/server/help/help-centre'
import type { LeadWebhook } from '@nyanja/server/leads/lead-callbacks'
import { Messages } from '@nyanja/server/messages/messages'
import type { Metrics } from '@nyanja/server/metrics/metrics'
import { createRetentionQueue, Retention } from '@nyanja/server/operations/retention'
import { CodeSecrets } from '@nyanja/server/otp/code-secrets'
import type { DeliveryProvider } from '@nyanja/server/payments/delivery-provider'
import { journalDeliveries } from '@nyanja/server/payments/money-journal'
import { type CallbackReader, createRefundModes } from '@nyanja/server/payments/payment-gateway'
import { type Notify, type Queue, Worker } from '@nyanja/server/payments/worker'
import type { Config } from '@nyanja/server/settings/config'
import { type GatewayCatalog, gatewayCatalog } from '@nyanja/server/settings/gateways'
import type { Market } from '@nyanja/server/settings/market'
import type { MapFiles } from '@nyanja/server/settings/provider-config'
import { type LeadOverrides, openLeadService } from '@nyanja/server/wiring/lead-wiring'
import { createMailWork } from '@nyanja/server/wiring/mail-work'
import { createMoneyWork, moneyQueues, openJournal } from '@nyanja/server/wiring/money-queues'
import { openPlaces, type Places } from '@nyanja/server/wiring/place-service'
import { createProviders, tmfOptionsOf } from '@nyanja/server/wiring/providers'
import { createRateLimiting, type RateLimitingOptions, sealedForVisitors } from '@nyanja/server/wiring/rate-limiting'
import { createSmsText } from '@nyanja/server/wiring/sms-text'
import { createSubmissionService } from '@nyanja/server/wiring/submission-text'
import { createHelpService, loadTexts } from '@nyanja/server/wiring/texts'
import { createUseCases } from '@nyanja/server/wiring/use-cases'
import { createGeneratedContent } from './http/api/generated-content.ts'

/** Every use case, as pages and the JSON API call them. */
export interface Portal
  extends ReturnType<typeof createUseCases>,
    ReturnType<typeof sealedForVisitors>,
    ReturnType<typeof createSubmissionService>,
    ReturnType<typeof createHelpService>,
    GatewayCatalog {
  readonly market: Market
  readonly publicOrigin: string
  /** Where browsers fetch scripts and pictures, unless it is the portal itself. */
  readonly assetsOrigin: string | undefined
  /** The keys of the clients of the JSON API. */
  readonly apiKeys: readonly string[]
  /** The keys with which channels encrypt fields that nothing on the way may read. */
  readonly fieldKeys: FieldKeys
  readonly now: () => number
  readonly content: Content
  readonly places: Places
  /** Generated packages, by page name. */
  readonly generatedContent: Readonly<Record<string, GeneratedContent>>
  readonly map: MapFiles
  readonly callbackReaders: Readonly<Record<string, CallbackReader>>
  readonly leadWebhook: LeadWebhook
  /** Card popups by gateway. */
  readonly popups: Readonly<Partial<Record<string, CardPopup>>>
}

export interface RunningPortal {
  readonly portal: Portal
  readonly worker: Worker
  readonly stores: Stores
  readonly reachability: Reachability
  readonly moneyWork: ReturnType<typeof createMoneyWork>
  /** Ends connections that the adapters hold. */
  close(): Promise<void>
}

export interface PortalOptions {
  readonly config: Config
  readonly database: OpenDatabase
  readonly metrics: Metrics
  readonly log: { warn(fields: object | string, message?: string): void; error(message: string): void }
  readonly map: MapFiles
  readonly clock: Pick<ProcessClock, 'now' | 'mayClaim'>
}

type BssSources = ReturnType<typeof bssSources>
type Providers = ReturnType<typeof createProviders>

/** What a test puts in place of external systems and of slow parts. */
export interface PortalOverrides
  extends Partial<BssSources>,
    Partial<Pick<Providers, 'gateways' | 'pinWallets' | 'callbackReaders' | 'popups'>>,
    LeadOverrides {
  readonly deliveryProvider?: DeliveryProvider
  readonly rateSource?: RateSource
  readonly texts?: { readonly content: Content; readonly help: HelpCentre }
  /** The effort of challenges, by level. */
  readonly effortOf?: RateLimitingOptions['effortOf']
}

/** The reports of the BSS. */
function bssSources(options: TmfBillOptions) {
  return {
    lineSource: createTmfLineSource(options),
    bundleSource: createTmfBundleSource(options),
    balanceSource: createTmfBalanceSource(options),
    billSource: createTmfBillSource(options),
    contactSource: createTmfContactSource(options),
  }
}

function createRateSource({ config, metrics, clock: { now } }: PortalOptions): RateSource | undefined {
  const { currency: one, secondCurrency: other } = config.market
  const { rates } = config.providers
  if (other === undefined || rates === undefined) return undefined
  const watched = { added: metrics.addedProvider, observe: metrics.askedProvider, toggled: metrics.changedCircuit, now }
  return createHttpRateSource({ ...rates, one, other, ...watched })
}

function createExchange(options: PortalOptions, given: RateSource | undefined): Exchange | undefined {
  const { config, clock } = options
  const source = given ?? createRateSource(options)
  return source && createMarketExchange(config.market, { source, secret: config.otpSecret, now: clock.now })
}

/** SQLite serves one process, so no other process can leave orphans. */
function orphanQueues(database: OpenDatabase, now: () => number): Queue[] {
  return database.engine === 'postgres' ? [createOrphanQueue(() => recoverWork(database, now()), now)] : []
}

function createWorker({ metrics, log, clock, database }: PortalOptions, ofPortal: readonly Queue[]): Worker {
  const recheck = createRecheckQueue(() => recheckAttempts(database.db, clock.now()))
  const queues = [...ofPortal, recheck]
  for (const { name } of queues) metrics.addedQueue(name)
  return new Worker(queues, {
    pauseMs: 500,
    claimFailed: () => recheck.request(),
    mayClaim: () => clock.mayClaim(),
    failed: (queue, error) => {
      metrics.failedWork(queue)
      log.error(`${queue} failed: ${error instanceof Error ? error.message : 'unknown'}`)
    },
  })
}

async function closeAll(...open: readonly { close(): Promise<void> }[]): Promise<void> {
  await Promise.all(open.map((each) => each.close()))
}

/** What the settings and files of the portal give. */
function givenTo({ config, map, clock: { now } }: PortalOptions) {
  const { market, http, assets, apiKeys, fieldKeys, otpSecret } = config
  return {
    market,
    publicOrigin: http.publicOrigin,
    assetsOrigin: assets.origin,
    apiKeys,
    fieldKeys: new FieldKeys(fieldKeys.current ?? newFieldKey(), fieldKeys.previous),
    map,
    now,
    ...sealedForVisitors(otpSecret),
  }
}

interface CheckSoonOptions {
  readonly reader: Stores['reader']
  readonly notify: Notify
  readonly now: () => number
}

/** After a message from a provider about an attempt, the portal checks it soon. */
function checkSoonBy({ reader, notify, now }: CheckSoonOptions) {
  return (gateway: string, id: string) => {
    const notifyQueue = () => notify(`settle ${gateway}`)
    void reader.checkSoon(id, now()).then(notifyQueue, notifyQueue)
  }
}

/** Connects the payment providers, with a test's parts in place of the adapters. */
function connectProviders(options: Parameters<typeof createProviders>[0], overrides: PortalOverrides) {
  const { tmf, journal } = options
  const deliveryProvider = overrides.deliveryProvider ?? journalDeliveries(createTmfDeliveryProvider(tmf), journal)
  return { ...createProviders(options), ...overrides, deliveryProvider }
}

/** The only place that knows which adapter implements which port. */
export async function createPortal(options: PortalOptions, overrides: PortalOverrides = {}): Promise<RunningPortal> {
  const { config, database, metrics, clock } = options
  const { now } = clock
  const { market } = config
  const { publicOrigin } = config.http
  const tmf = tmfOptionsOf(options)
  const sender = createSmppSender({ ...config.smsc, countryCode: market.numbers.countryCode })
  const { content, help } = overrides.texts ?? (await loadTexts(options))
  const stores = createStores(database, now)
  const codeSecrets = new CodeSecrets(config.otpSecret)
  const rateLimiting = createRateLimiting({ stores, codeSecrets, effortOf: overrides.effortOf, now })
  const places = await openPlaces({ ...options, ...rateLimiting, stores, now })
  const notify: Notify = (queue) => worker.notify(queue)
  const reachability = createReachability(now)
  const answered = checkSoonBy({ ...stores, notify, now })
  const journal = openJournal(options)
  const provided = connectProviders({ ...options, journal, reachability, tmf, answered, now }, overrides)
  const { gateways, pinWallets, deliveryProvider, callbackReaders, popups } = provided
  const moneyWork = createMoneyWork(options, { stores, gateways, deliveryProvider, now, notify })
  const refundModeOf = createRefundModes(gateways)
  const textOf = createSmsText({ content, market, publicOrigin, codeSecrets, refundModeOf })
  const messages = new Messages({ ...stores, sender, textOf, now })
  const mailWork = createMailWork({ config, stores, content, metrics, refundModeOf, now })
  const leadService = openLeadService({ ...options, stores, tmf, places, now, notify }, overrides)
  const worker = createWorker(options, [
    ...moneyQueues({ gateways: Object.keys(gateways), ...stores, ...moneyWork, messages }),
    ...mailWork.queues,
    ...leadService.queues,
    ...orphanQueues(database, now),
    createRetentionQueue({ retention: new Retention({ store: stores.operations.retention }), now }),
  ])

  const useCases = createUseCases({
    market,
    publicOrigin,
    stores,
    ...bssSources({ ...tmf, numberLength: market.numbers.length }),
    ...overrides,
    gateways,
    pinWallets,
    reachability,
    exchange: createExchange(options, overrides.rateSource),
    codeSecrets,
    rateLimiting,
    leads: leadService.leads,
    now,
    notify,
    alert: metrics.alerted,
  })
  const service = { market, content, places, stores, rateLimits: rateLimiting.rateLimits, now }
  const portal: Portal = {
    ...givenTo(options),
    ...gatewayCatalog,
    content,
    places,
    generatedContent: createGeneratedContent({ content, help, sites: places.sites }),
    ...useCases,
    leadWebhook: leadService.leadWebhook,
    ...createSubmissionService({ ...service, secret: config.otpSecret }),
    ...createHelpService({ ...service, help }),
    callbackReaders,
    popups,
  }
  return { portal, worker, stores, reachability, moneyWork, close: () => closeAll(sender, mailWork, places, journal) }
}
