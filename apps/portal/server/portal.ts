import type { AcknowledgedCommits } from '@nyanja/database/acknowledged-commits'
import type { ProcessClock } from '@nyanja/database/process-clock'
import type { BssAdapters } from '@nyanja/server/adapters/bss-definition'
import { createHttpRateSource } from '@nyanja/server/adapters/exchange-rates/http-rate-source'
import type { CardPopup } from '@nyanja/server/adapters/gateway-definition'
import { createPdfReceiptPrinter } from '@nyanja/server/adapters/pdf-receipt/pdf-receipt-printer'
import { createSmppSender } from '@nyanja/server/adapters/smpp/smpp-sender'
import { FailureLog } from '@nyanja/server/common/failure-log'
import { FieldKeys, newFieldKey } from '@nyanja/server/common/field-keys'
import { IssuedIds } from '@nyanja/server/common/ids'
import { createReachability, type Reachability } from '@nyanja/server/common/reachability'
import { traceUseCases } from '@nyanja/server/common/tracing'
import { type Queue, Worker } from '@nyanja/server/common/work-queue'
import { dayIn } from '@nyanja/server/common/zone-time'
import type { Content } from '@nyanja/server/content/content'
import type { GeneratedContent } from '@nyanja/server/content/content-source'
import { createEventMonthQueue } from '@nyanja/server/db/payments/event-months'
import { createOrphanQueue, recoverWork } from '@nyanja/server/db/payments/orphan-recovery'
import { createRecheckQueue, recheckAttempts } from '@nyanja/server/db/payments/recheck-queue'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { createStores, type Stores } from '@nyanja/server/db/stores'
import { createMarketExchange, type Exchange, type RateSource } from '@nyanja/server/exchange/exchange'
import type { HelpCentre } from '@nyanja/server/help/help-centre'
import { KnownIncident } from '@nyanja/server/incidents/incidents'
import type { LeadWebhook } from '@nyanja/server/leads/lead-callbacks'
import { createSmsText, type SmsTextOptions } from '@nyanja/server/message-texts/sms-text'
import type { MailFile } from '@nyanja/server/messages/mails'
import { Messages, type SmsSender } from '@nyanja/server/messages/messages'
import type { Metrics } from '@nyanja/server/metrics/metrics'
import { CodeSecrets } from '@nyanja/server/otp/code-secrets'
import type { DeliveryProvider } from '@nyanja/server/payments/delivery-provider'
import type { Notify, Reserve } from '@nyanja/server/payments/due-work'
import { journalDeliveries } from '@nyanja/server/payments/money-journal'
import { countPayments } from '@nyanja/server/payments/payment-counts'
import { type CallbackReader, createRefundModes } from '@nyanja/server/payments/payment-gateway'
import type { RateLimits } from '@nyanja/server/rate-limits/rate-limits'
import { Receipts } from '@nyanja/server/receipts/receipts'
import type { Config } from '@nyanja/server/settings/config'
import { type GatewayCatalog, gatewayCatalog } from '@nyanja/server/settings/gateways'
import type { Market } from '@nyanja/server/settings/market'
import type { MapFiles } from '@nyanja/server/settings/provider-config'
import { type LeadOverrides, openLeadService } from '@nyanja/server/wiring/lead-wiring'
import { createMailWork, type DueReceipt } from '@nyanja/server/wiring/mail-work'
import { createMoneyWork, moneyQueues, openJournal } from '@nyanja/server/wiring/money-queues'
import { openPlaces, type Places } from '@nyanja/server/wiring/place-service'
import { bssOptionsOf, createProviders } from '@nyanja/server/wiring/providers'
import {
  createRateLimiting,
  createSealedData,
  type RateLimiting,
  type RateLimitingOptions,
} from '@nyanja/server/wiring/rate-limiting'
import { createReminderWork } from '@nyanja/server/wiring/reminder-wiring'
import { createSubmissions } from '@nyanja/server/wiring/submissions'
import { createHelpService, loadTexts } from '@nyanja/server/wiring/texts'
import type { HelpUseCases, SealedData, UseCases } from '@nyanja/server/wiring/use-case-groups'
import { createUseCases } from '@nyanja/server/wiring/use-cases'
import { createGeneratedContent } from './http/api/generated-content.ts'

/** Every use case, as pages and the JSON API call them. Each of them takes the members that it needs. */
export interface Portal extends UseCases, HelpUseCases, SealedData, GatewayCatalog {
  readonly market: Market
  readonly publicOrigin: string
  /** The origin of scripts and pictures, unless it is the portal itself. */
  readonly assetsOrigin: string | undefined
  readonly apiKeys: readonly string[]
  /** Channels encrypt fields that nothing on the way may read with these keys. */
  readonly fieldKeys: FieldKeys
  readonly issuedIds: IssuedIds
  readonly now: () => number
  readonly content: Content
  readonly places: Places
  /** What all visitors should know right now. */
  readonly incident: KnownIncident
  /** Generated packages by page name. */
  readonly generatedContent: Readonly<Record<string, GeneratedContent>>
  readonly map: MapFiles
  readonly callbackReaders: Readonly<Record<string, CallbackReader>>
  readonly leadWebhook: LeadWebhook
  readonly receipts: Receipts
  /** Card popups by gateway. */
  readonly popups: Readonly<Partial<Record<string, CardPopup>>>
}

export interface RunningPortal {
  readonly portal: Portal
  readonly worker: Worker
  readonly stores: Stores
  readonly reachability: Reachability
  readonly moneyWork: ReturnType<typeof createMoneyWork>
  /** It ends connections that the adapters hold. */
  close(): Promise<void>
}

export interface PortalOptions {
  readonly config: Config
  readonly database: OpenDatabase
  readonly metrics: Metrics
  readonly log: {
    warn(fields: object | string, message?: string): void
    error(message: string): void
  }
  /** The receipt of a payment as its page offers it, for a mail. */
  readonly receiptOf: (portal: Portal, due: DueReceipt) => Promise<MailFile | undefined>
  readonly map: MapFiles
  /** What the database has acknowledged, on PostgreSQL. */
  readonly commits?: AcknowledgedCommits
  readonly clock: Pick<ProcessClock, 'now' | 'mayClaim'>
  /** Queues of other parts of the product, which the worker does too. */
  readonly moreQueues?: readonly Queue[]
}

type BssSources = Pick<BssAdapters, 'lineSource' | 'bundleSource' | 'balanceSource' | 'billSource' | 'contactSource'>
type Providers = ReturnType<typeof createProviders>
type ProvidersOptions = Parameters<typeof createProviders>[0]

/** What a test puts in place of external systems and of slow parts. */
export interface PortalOverrides
  extends Partial<BssSources>,
    Partial<Pick<Providers, 'gateways' | 'pinWallets' | 'callbackReaders' | 'popups'>>,
    LeadOverrides {
  readonly deliveryProvider?: DeliveryProvider
  readonly rateSource?: RateSource
  readonly texts?: { readonly content: Content; readonly help: HelpCentre }
  /** The effort of a challenge, by level. */
  readonly effortOf?: RateLimitingOptions['effortOf']
}

function createSms({ config, metrics, clock: { now } }: PortalOptions): SmsSender {
  const watched = { added: metrics.startProviderSeries, observe: metrics.recordCall, now }
  return createSmppSender({ ...config.smsc, countryCode: config.market.numbers.countryCode, ...watched })
}

function createRateSource({ config, metrics, clock: { now } }: PortalOptions): RateSource | undefined {
  const { currency: one, secondCurrency: other } = config.market
  const { rates } = config.providers
  if (other === undefined || rates === undefined) return undefined
  const watched = { added: metrics.startProviderSeries, observe: metrics.recordCall, toggled: metrics.setCircuit, now }
  return createHttpRateSource({ ...rates, one, other, ...watched })
}

function createExchange(options: PortalOptions, given: RateSource | undefined): Exchange | undefined {
  const { config, clock } = options
  const source = given ?? createRateSource(options)
  return source && createMarketExchange(config.market, { source, secret: config.otpSecret, now: clock.now })
}

/** SQLite serves one process, so no other process can leave orphans, and has no partitions. */
function queuesOfEngine(database: OpenDatabase, now: () => number): Queue[] {
  if (database.engine === 'sqlite') return []
  return [createOrphanQueue(() => recoverWork(database, now()), now), createEventMonthQueue(database, now)]
}

function createWorker({ metrics, log, clock, database }: PortalOptions, ofPortal: readonly Queue[]): Worker {
  const recheck = createRecheckQueue(() => recheckAttempts(database.db, clock.now()))
  const queues = [...ofPortal, recheck]
  for (const { name } of queues) metrics.startQueueSeries(name)
  const failures = new FailureLog({ log, now: clock.now })
  return new Worker(queues, {
    pauseMs: 500,
    claimFailed: () => recheck.request(),
    mayClaim: () => clock.mayClaim(),
    failed: (queue, error) => {
      metrics.countFailedWork(queue)
      failures.report(`${queue} failed`, error)
    },
  })
}

async function openIncident({ incidents }: Pick<Stores, 'incidents'>): Promise<KnownIncident> {
  const incident = new KnownIncident({ store: incidents })
  await incident.refresh()
  return incident
}

async function closeAll(...open: readonly { close(): Promise<void> }[]): Promise<void> {
  await Promise.all(open.map((each) => each.close()))
}

/** Wraps use cases in spans where traces are exported. */
function tracingWith({ tracing }: Config): <T extends object>(useCases: T) => T {
  return tracing === undefined ? (useCases) => useCases : traceUseCases
}

/** Opens the stores; payments that this process changes are counted. */
function openStores({ config, database, metrics, clock: { now } }: PortalOptions): Stores {
  for (const { method, gateway } of config.market.paymentOptions) metrics.startMethodSeries(method, gateway)
  const stores = createStores(database, now)
  return { ...stores, attempts: countPayments(stores.attempts, metrics.countPayment) }
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
    issuedIds: new IssuedIds(otpSecret),
    map,
    now,
    ...createSealedData(otpSecret),
  }
}

function createReceipts({ market, http }: Config, rateLimits: RateLimits): Receipts {
  return new Receipts({
    printer: createPdfReceiptPrinter(),
    origin: http.publicOrigin,
    taxRates: market.taxes?.rates ?? [],
    dayOf: (at) => dayIn(market.timeZone, at),
    limit: rateLimits('receipt'),
  })
}

interface MessagingOptions extends SmsTextOptions, Pick<RateLimiting, 'rateLimits'> {
  readonly stores: Stores
  readonly sender: SmsSender
  readonly now: () => number
}

/** Creates the sending of text messages, and the work on reminders, whose messages may be out of date. */
function createMessaging({ stores, sender, rateLimits, now, ...texts }: MessagingOptions, useCases: () => UseCases) {
  const { queue: reminderQueue, standingOf } = createReminderWork({ ...texts, stores, rateLimits, useCases, now })
  const messages = new Messages({ ...stores, sender, textOf: createSmsText(texts), standingOf, now })
  return { messages, reminderQueue }
}

interface CheckSoonOptions {
  readonly reader: Stores['reader']
  readonly notify: Notify
  readonly now: () => number
}

/** Checks an attempt soon after a message from a provider about it. */
function checkSoonBy({ reader, notify, now }: CheckSoonOptions) {
  return (gateway: string, id: string) => {
    const notifyQueue = () => notify(`settle ${gateway}`)
    void reader.checkSoon(id, now()).then(notifyQueue, notifyQueue)
  }
}

/**
 * Creates the adapters of the configured kind of BSS, and the connection that a gateway at the BSS shares with them.
 */
function openBss(options: PortalOptions) {
  const tmf = bssOptionsOf({ ...options, now: options.clock.now })
  return { bss: options.config.bss.definition.open(tmf), tmf }
}

interface Connecting extends ProvidersOptions {
  readonly bss: Pick<BssAdapters, 'deliveryProvider' | 'takebackProvider'>
}

/** Connects the payment providers, with a test's parts in place of the adapters. */
function connectProviders({ bss, ...options }: Connecting, overrides: PortalOverrides) {
  const deliveryProvider = overrides.deliveryProvider ?? journalDeliveries(bss.deliveryProvider, options.journal)
  const takebackProvider = bss.takebackProvider && journalDeliveries(bss.takebackProvider, options.journal, 'take_back')
  return { ...createProviders(options), ...overrides, deliveryProvider, takebackProvider }
}

/** The only place that knows which adapter implements which port. */
export async function createPortal(options: PortalOptions, overrides: PortalOverrides = {}): Promise<RunningPortal> {
  const { config, database, metrics, clock } = options
  const { now } = clock
  const given = givenTo(options)
  const { market, publicOrigin } = given
  const ofBss = openBss(options)
  const sender = createSms(options)
  const { content, help } = overrides.texts ?? (await loadTexts(options))
  const stores = openStores(options)
  const codeSecrets = new CodeSecrets(config.otpSecret)
  const rateLimiting = createRateLimiting({ stores, codeSecrets, effortOf: overrides.effortOf, now })
  const places = await openPlaces({ ...options, ...rateLimiting, stores, now })
  const notify: Notify = (queue) => worker.notify(queue)
  const reserve: Reserve = (queue) => worker.reserve(queue)
  const reachability = createReachability(now)
  const answered = checkSoonBy({ ...stores, notify, now })
  const journal = openJournal(options)
  const provided = connectProviders({ ...options, ...ofBss, journal, reachability, answered, now }, overrides)
  const { gateways, pinWallets } = provided
  const refundModeOf = createRefundModes(gateways)
  const texts = { content, market, publicOrigin, codeSecrets, refundModeOf }
  const { messages, reminderQueue } = createMessaging({ ...texts, stores, ...rateLimiting, sender, now }, () => portal)
  const moneyWork = createMoneyWork(options, { ...provided, stores, messages, now, notify, reserve })
  const receiptOf = (due: DueReceipt) => options.receiptOf(portal, due)
  const mailWork = createMailWork({ config, stores, content, metrics, refundModeOf, receiptOf, now })
  const leadService = openLeadService({ ...options, ...ofBss, ...given, stores, places, now, notify }, overrides)
  const worker = createWorker(options, [
    ...moneyQueues({ gateways: Object.keys(gateways), ...stores, ...moneyWork, messages }),
    reminderQueue,
    ...mailWork.queues,
    ...leadService.queues,
    ...queuesOfEngine(database, now),
    ...(options.moreQueues ?? []),
  ])

  const useCases = createUseCases({
    ...{ ...given, stores, ...ofBss.bss },
    ...overrides,
    ...{ gateways, pinWallets, reachability },
    exchange: createExchange(options, overrides.rateSource),
    codeSecrets,
    rateLimiting,
    leads: leadService.leads,
    hintedChecks: moneyWork.hintedChecks,
    now,
    notify,
    alert: metrics.countAlert,
  })
  const service = { market, content, places, stores, rateLimits: rateLimiting.rateLimits, now }
  const portal: Portal = {
    ...given,
    ...gatewayCatalog,
    ...{ content, places },
    incident: await openIncident(stores),
    generatedContent: createGeneratedContent({ content, help, sites: places.sites }),
    ...tracingWith(config)(useCases),
    leadWebhook: leadService.leadWebhook,
    submissions: createSubmissions({ ...service, secret: config.otpSecret }),
    ...createHelpService({ ...service, help }),
    callbackReaders: provided.callbackReaders,
    popups: provided.popups,
    receipts: createReceipts(config, rateLimiting.rateLimits),
  }
  return { portal, worker, stores, reachability, moneyWork, close: () => closeAll(sender, mailWork, places, journal) }
}
