import type { Alert } from '@nyanja/domain/alerts'
import { createContentFiles } from '@nyanja/server/adapters/content-files/content-files'
import type { CardPopup } from '@nyanja/server/adapters/gateway-definition'
import { JournalFiles } from '@nyanja/server/adapters/journal-files/journal-files'
import { createHttpRateSource } from '@nyanja/server/adapters/rates/http-rate-source'
import { createRemoteContent } from '@nyanja/server/adapters/remote-content/remote-content'
import { createSmppSender } from '@nyanja/server/adapters/smpp/smpp-sender'
import { createTmfBalanceSource } from '@nyanja/server/adapters/tmf/tmf-balance-source'
import { createTmfBillSource, type TmfBillOptions } from '@nyanja/server/adapters/tmf/tmf-bill-source'
import { createTmfBundleSource } from '@nyanja/server/adapters/tmf/tmf-bundle-source'
import type { TmfOptions } from '@nyanja/server/adapters/tmf/tmf-client'
import { createTmfContactSource } from '@nyanja/server/adapters/tmf/tmf-contact-source'
import { createTmfDeliveryProvider } from '@nyanja/server/adapters/tmf/tmf-delivery-provider'
import { createTmfLineSource } from '@nyanja/server/adapters/tmf/tmf-line-source'
import { PortalError } from '@nyanja/server/common/errors'
import { FieldKeys, newFieldKey } from '@nyanja/server/common/field-keys'
import { createReachability } from '@nyanja/server/common/reachability'
import { Content } from '@nyanja/server/content/content'
import type { ContentSource, GeneratedContent } from '@nyanja/server/content/content-source'
import type { OpenDatabase } from '@nyanja/server/db/open'
import { createOrphanQueue, takeUpWork } from '@nyanja/server/db/payments/orphan-recovery'
import { createRecheckQueue, recheckAttempts } from '@nyanja/server/db/payments/recheck-queue'
import type { ProcessClock } from '@nyanja/server/db/process-clock'
import { createStores } from '@nyanja/server/db/stores'
import { type Exchange, exchangeIn } from '@nyanja/server/exchange/exchange'
import type { HelpCentre } from '@nyanja/server/help/help-centre'
import type { LeadWebhook } from '@nyanja/server/leads/lead-callbacks'
import { Messages } from '@nyanja/server/messages/messages'
import type { Metrics } from '@nyanja/server/metrics/metrics'
import { createRetentionQueue, Retention } from '@nyanja/server/operations/retention'
import { CodeSecrets } from '@nyanja/server/otp/code-secrets'
import type { Attempt } from '@nyanja/server/payments/attempt'
import { Fulfilment } from '@nyanja/server/payments/fulfilment'
import { journalDeliveries, type MoneyJournal } from '@nyanja/server/payments/money-journal'
import { type CallbackReader, createRefundModes } from '@nyanja/server/payments/payment-gateway'
import { Refunds } from '@nyanja/server/payments/refunds'
import { Settlement } from '@nyanja/server/payments/settlement'
import { type Notify, type Queue, Worker } from '@nyanja/server/payments/worker'
import type { Config } from '@nyanja/server/settings/config'
import type { GatewayCatalog } from '@nyanja/server/settings/gateways'
import { contentConstants, type Market } from '@nyanja/server/settings/market'
import type { MapFiles } from '@nyanja/server/settings/provider-config'
import { createHelpService, loadHelpCentre } from '@nyanja/server/wiring/help-service'
import { openLeadOffice } from '@nyanja/server/wiring/lead-wiring'
import { createMailWork } from '@nyanja/server/wiring/mail-work'
import { moneyQueues } from '@nyanja/server/wiring/money-queues'
import { openPlaces, type Places } from '@nyanja/server/wiring/place-service'
import { createProviders, tmfOptionsOf } from '@nyanja/server/wiring/providers'
import { createRateLimiting } from '@nyanja/server/wiring/rate-limiting'
import { sealedForVisitors } from '@nyanja/server/wiring/sealed-for-visitors'
import { createSmsText } from '@nyanja/server/wiring/sms-text'
import { createSubmissionService } from '@nyanja/server/wiring/submission-text'
import { createUseCases, type UseCaseOptions } from '@nyanja/server/wiring/use-cases'
import { livePackagesOf } from './http/api/live-packages.ts'

/** Every use case, as the two doors see them. */
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
  /** Of the JSON door's clients. */
  readonly apiKeys: readonly string[]
  /** With which they seal what nobody on the way may read. */
  readonly fieldKeys: FieldKeys
  readonly now: () => number
  readonly content: Content
  readonly places: Places
  /** Packages that are made of data, by page name. */
  readonly livePackages: Readonly<Record<string, GeneratedContent>>
  readonly map: MapFiles
  readonly callbackReaders: Readonly<Record<string, CallbackReader>>
  readonly leadWebhook: LeadWebhook
  /** By gateway. */
  readonly popups: Readonly<Partial<Record<string, CardPopup>>>
}

export interface RunningPortal {
  readonly portal: Portal
  readonly worker: Worker
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

/** The files, or the operator's CMS before them. */
function contentSourceOf({ config, metrics, log, clock: { now } }: PortalOptions): ContentSource {
  const files = createContentFiles(config.content)
  const { cms } = config.providers
  if (config.content.source === 'files' || cms === undefined) return files
  const { opco, languages } = config.market
  const constants = contentConstants(config.market)
  const watched = { added: metrics.addedProvider, observe: metrics.askedProvider, turned: metrics.changedCircuit }
  return createRemoteContent({ ...cms, files, opco, languages, constants, log, now, ...watched })
}

async function loadContent(options: PortalOptions): Promise<Content> {
  const { market } = options.config
  const content = new Content(contentSourceOf(options), {
    languages: [market.languages.unprefixed, market.languages.prefixed],
    constants: contentConstants(market),
    log: options.log,
    observeFaultyFiles: (files) => options.metrics.setFaultyFiles('texts', files),
  })
  await content.load()
  return content
}

function loadHelp({ config, metrics, log }: PortalOptions, content: Content): Promise<HelpCentre> {
  const observeFaultyFiles = (files: readonly string[]) => metrics.setFaultyFiles('help', files)
  return loadHelpCentre({ market: config.market, content, files: config.content, log, observeFaultyFiles })
}

/** What the BSS knows. */
function bssSources(options: TmfBillOptions) {
  return {
    lineSource: createTmfLineSource(options),
    bundleSource: createTmfBundleSource(options),
    balanceSource: createTmfBalanceSource(options),
    billSource: createTmfBillSource(options),
    contactSource: createTmfContactSource(options),
  }
}

function createExchange({ config, metrics }: PortalOptions, now: () => number): Exchange | undefined {
  const { currency: one, secondCurrency: other } = config.market
  const { rates } = config.providers
  if (other === undefined || rates === undefined) return undefined
  const watched = { added: metrics.addedProvider, observe: metrics.askedProvider, turned: metrics.changedCircuit, now }
  const source = createHttpRateSource({ ...rates, one, other, ...watched })
  return exchangeIn(config.market, { source, secret: config.otpSecret, now })
}

interface MoneyWorkOptions extends Pick<UseCaseOptions, 'stores' | 'gateways' | 'now' | 'notify'> {
  readonly tmf: TmfOptions
  readonly journal: MoneyJournal
}

/** What workers do once money is under way. */
function createMoneyWork({ config, metrics, log }: PortalOptions, options: MoneyWorkOptions) {
  const { stores, gateways, tmf, journal, now, notify } = options
  const { attempts, checks, deliveries } = stores
  const alert = (event: Alert, { reference }: Attempt) => {
    metrics.alerted(event)
    log.warn(`${event} ${reference}`)
  }
  return {
    settlement: new Settlement({ attempts, checks, gateways, now, notify, alert }),
    fulfilment: new Fulfilment({
      deliveries,
      checks,
      deliveryProvider: journalDeliveries(createTmfDeliveryProvider(tmf), journal),
      checkingMs: 3 * config.bss.timeoutMs,
      now,
      notify,
      alert: metrics.alerted,
      report: ({ event, reference, call, error }) =>
        log.warn(`${event} ${reference}: ${call}${error instanceof PortalError ? `, ${error.message}` : ''}`),
    }),
    refunds: new Refunds({ refunds: stores.refunds, gateways, now, notify, alert }),
  }
}

/** Without it no money moves, so that its failures are those of work that stays due. */
function openJournal({ config, database, metrics, log, clock: { now } }: PortalOptions): JournalFiles {
  metrics.addedQueue('journal')
  return new JournalFiles({
    folder: config.journalFolder,
    self: database.self,
    now,
    failed(error) {
      metrics.failedWork('journal')
      log.error(`The journal cannot be written: ${error instanceof Error ? error.message : 'unknown'}`)
    },
  })
}

/** SQLite serves one process, so there nobody else can die. */
function orphanQueues(database: OpenDatabase, now: () => number): Queue[] {
  return database.engine === 'postgres' ? [createOrphanQueue(() => takeUpWork(database, now()), now)] : []
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

/** What its settings and files say. */
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
  readonly reader: ReturnType<typeof createStores>['reader']
  readonly notify: Notify
  readonly now: () => number
}

/** A provider has spoken of an attempt, so it is asked about soon. */
function checkSoonBy({ reader, notify, now }: CheckSoonOptions) {
  return (gateway: string, id: string) => {
    const notifyQueue = () => notify(`settle ${gateway}`)
    void reader.checkSoon(id, now()).then(notifyQueue, notifyQueue)
  }
}

/** The only place that knows which adapter stands behind which port. */
export async function createPortal(options: PortalOptions): Promise<RunningPortal> {
  const { config, database, metrics, clock } = options
  const { now } = clock
  const { market } = config
  const { publicOrigin } = config.http
  const tmf = tmfOptionsOf(options)
  const sender = createSmppSender({ ...config.smsc, countryCode: market.numbers.countryCode })

  const content = await loadContent(options)

  const stores = createStores(database, now)
  const codeSecrets = new CodeSecrets(config.otpSecret)
  const rateLimiting = createRateLimiting({ stores, codeSecrets, now })
  const places = await openPlaces({ ...options, ...rateLimiting, stores, now })
  const { reader, due, outbox } = stores

  const notify: Notify = (queue) => worker.notify(queue)
  const reachability = createReachability(now)
  const answered = checkSoonBy({ reader, notify, now })
  const journal = openJournal(options)
  const provided = createProviders({ ...options, journal, reachability, tmf, answered, now })
  const { gateways, pinWallets, ...providers } = provided
  const moneyWork = createMoneyWork(options, { stores, gateways, tmf, journal, now, notify })
  const refundModeOf = createRefundModes(gateways)
  const textOf = createSmsText({ content, market, publicOrigin, codeSecrets, refundModeOf })
  const messages = new Messages({ outbox, sender, textOf, now })

  const mailWork = createMailWork({ config, stores, content, metrics, refundModeOf, now })
  const leadOffice = openLeadOffice({ ...options, stores, tmf, places, now, notify })
  const queues = moneyQueues({ gateways: Object.keys(gateways), due, ...moneyWork, outbox, messages })
  const worker = createWorker(options, [
    ...queues,
    ...mailWork.queues,
    ...leadOffice.queues,
    ...orphanQueues(database, now),
    createRetentionQueue({ retention: new Retention({ store: stores.operations.retention }), now }),
  ])

  const useCases = createUseCases({
    market,
    publicOrigin,
    stores,
    ...bssSources({ ...tmf, numberLength: market.numbers.length }),
    gateways,
    pinWallets,
    reachability,
    exchange: createExchange(options, now),
    codeSecrets,
    rateLimiting,
    leads: leadOffice.leads,
    now,
    notify,
    alert: metrics.alerted,
  })
  const service = { market, content, places, stores, rateLimits: rateLimiting.rateLimits, now }
  const helpService = createHelpService({ ...service, help: await loadHelp(options, content) })
  const portal: Portal = {
    ...givenTo(options),
    content,
    places,
    livePackages: livePackagesOf({ content, help: helpService.help, sites: places.sites }),
    ...useCases,
    leadWebhook: leadOffice.leadWebhook,
    ...createSubmissionService({ ...service, secret: config.otpSecret }),
    ...helpService,
    ...providers,
  }
  return { portal, worker, close: () => closeAll(sender, mailWork, places, journal) }
}
