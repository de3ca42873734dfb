import path from 'node:path'
import { z } from 'zod'
import { readFieldKeys } from '../common/field-keys.ts'
import { rotatedSecret } from '../common/rotated-secret.ts'
import { bssAddresses, bssKindOf, bssSettings, readBss } from './bss-config.ts'
import {
  badConfiguration,
  databaseAddress,
  databaseSettings,
  type Environment,
  names,
  readGiven,
} from './environment.ts'
import { limitToOptions, limitToServices, type Market, readMarket } from './market.ts'
import { findMarket, locateParts, placesBeside } from './market-folder.ts'
import { faultsOfOpenPoints, isPlaceholder } from './placeholders.ts'
import { faultOfProxy, faultsOfProduction } from './production-faults.ts'
import {
  faultsOfGeocoder,
  geocoderOf,
  geocoderSettings,
  neededInProduction,
  providerAddresses,
  providerSettings,
  readProviders,
} from './provider-config.ts'
import { smscOf, smscSettings } from './smsc-config.ts'

const port = z.coerce.number().int().min(0).max(65535)
const flag = z.enum(['on', 'off']).transform((value) => value === 'on')
/** An archive on this machine, or tiles at an address. */
const mapTiles = z
  .string()
  .regex(
    /^(https?:\/\/([^{}]+\{z\}.*|[^{}]+[.]pmtiles)|(?!\w+:\/\/).+)$/,
    'must be a file, or an address with {z}, {x} and {y} in it, or of a .pmtiles',
  )
  .transform((from) => (from.includes('://') ? { url: from } : { file: from }))
const rsaKeys = z.string().transform((text, context) => {
  const keys = readFieldKeys(text)
  if (keys !== undefined) return keys
  context.addIssue('must be an RSA private key of 2048 bits or more, or two with the previous one below')
  return z.NEVER
})

const Env = z.object({
  PORTAL_MODE: z.enum(['demo', 'production']).default('demo'),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  HOST: z.string().default('localhost'),
  PORT: port.default(3000),
  PUBLIC_ORIGIN: z.url().transform((url) => new URL(url).origin),
  ADMIN_HOST: z.string().default('127.0.0.1'),
  ADMIN_PORT: port.default(3200),
  ADMIN_TOKEN: z.string().min(1).optional(),
  TRUSTED_PROXIES: names
    .default([])
    .refine((list) => list.every((entry) => faultOfProxy(entry) !== 'malformed'), 'must be addresses or ranges'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(10),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DATA_DIR: z.string().default('.data'),
  ...databaseSettings,
  ALLOW_UNSAFE: names.default([]),
  JOURNAL_DIR: z.string().optional(),
  MARKET: z.string().default('mw'),
  MARKET_DIR: z.string().optional(),
  MARKETS_DIR: z.string(),
  PAYMENT_METHODS: names.optional(),
  MAP_TILES: mapTiles.optional(),
  ...geocoderSettings,
  CONTENT_DIR: z.string(),
  CONTENT_WATCH: flag.default(true),
  CONTENT_SOURCE: z.enum(['files', 'remote']).default('files'),
  ASSETS_DIR: z.string().optional(),
  ASSETS_ORIGIN: z
    .url()
    .transform((url) => new URL(url).origin)
    .optional(),
  API_KEYS: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .pipe(z.array(z.string().min(8)).min(1)),
  CALLBACK_TOKEN: rotatedSecret.refine((tokens) => tokens.every(({ length }) => length >= 12), 'is too short'),
  FIELD_KEY: rsaKeys.optional(),
  ...bssSettings,
  FEASIBILITY: z.enum(['towns', 'tmf645']).default('towns'),
  LEAD_EVENTS: z.enum(['poll', 'hub']).default('poll'),
  LEAD_EVENTS_ORIGIN: z
    .url()
    .transform((url) => new URL(url).origin)
    .optional(),
  OTP_SECRET: z.string().min(32),
  ...smscSettings,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
  CARE_MAIL_TO: z.email().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: names.default([]),
  OTEL_SERVICE_NAME: z.string().min(1).default('nyanja-portal'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
})

/** All settings, by name. */
export const settingNames = [...Object.keys(Env.shape), ...providerSettings]

/**
 * Selects the market's payment methods, or the subset that the operator wants, and lists the faults of that selection.
 */
function offerOf(market: Market, wanted: readonly string[] | undefined) {
  const { paymentOptions, sells } = market
  const unsold = sells.length > 0 ? [] : ['✖ BSS_KIND: this kind of BSS delivers nothing that the market sells']
  const all = paymentOptions.map(({ method, gateway }) => `${gateway} (${method})`).join(', ')
  if (wanted === undefined)
    return {
      market,
      faults: unsold,
      advice: `The market offers ${all}. PAYMENT_METHODS offers only those that it names.`,
    }
  const known = new Set<string>(paymentOptions.flatMap(({ method, gateway }) => [method, gateway]))
  const offered = limitToOptions(market, wanted)
  const unknown = wanted
    .filter((name) => !known.has(name))
    .map((name) => `✖ PAYMENT_METHODS: ${name} is not a payment method of this market, which has ${all}`)
  const faults = [...unsold, ...unknown]
  if (offered.paymentOptions.length === 0) faults.push('✖ PAYMENT_METHODS leaves no payment method')
  return { market: offered, faults }
}

function providersOf({ paymentOptions, secondCurrency }: Market, contentSource: string): readonly string[] {
  return [
    ...paymentOptions.map(({ gateway }) => gateway),
    ...(secondCurrency === undefined ? [] : ['rates']),
    ...(contentSource === 'remote' ? ['cms'] : []),
  ]
}

/** Makes the address for the BSS's callbacks about leads: undefined unless the operator enables them. */
function leadEventsOf({ LEAD_EVENTS, LEAD_EVENTS_ORIGIN, PUBLIC_ORIGIN }: z.infer<typeof Env>, { sells }: Market) {
  const isWanted = LEAD_EVENTS === 'hub' && sells.includes('plan')
  return { origin: isWanted ? (LEAD_EVENTS_ORIGIN ?? PUBLIC_ORIGIN) : undefined }
}

/** Returns where traces are sent, if anywhere. */
function tracingOf(env: z.infer<typeof Env>) {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined
  const pairs = env.OTEL_EXPORTER_OTLP_HEADERS.map((pair) => pair.split(/=(.*)/s, 2))
  return {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value])),
    serviceName: env.OTEL_SERVICE_NAME,
    share: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** The operator's own map or an external one, instead of the embedded one. */
function tilesOf({ MAP_TILES: from }: z.infer<typeof Env>, { map: { tiles } }: Market) {
  const { credit = '© OpenStreetMap', maxZoom = 18 } = tiles ?? {}
  return from && { credit, maxZoom, ...from }
}

function journalFolderOf({ JOURNAL_DIR, DATA_DIR }: z.infer<typeof Env>): string {
  return JOURNAL_DIR ?? path.join(DATA_DIR, 'journal')
}

interface DependentOptions {
  readonly given: Environment
  readonly needed: Parameters<typeof faultsOfProduction>[1]['needed']
}

/** Reads the BSS, and lists the faults of settings that depend on others. */
function readDependent(env: z.infer<typeof Env>, { given, needed }: DependentOptions) {
  const { bss, addresses, faults } = readBss(env)
  faults.unshift(...faultsOfGeocoder(env))
  if (env.PORTAL_MODE === 'production')
    faults.push(
      ...faultsOfProduction(env, {
        given: { ...given, ...addresses },
        addresses: [...bssAddresses, ...Object.keys(addresses), ...providerAddresses],
        names: settingNames,
        needed,
      }),
    )
  return { bss, faults }
}

function sharedFolders({ CONTENT_DIR, MARKETS_DIR }: z.infer<typeof Env>) {
  return { content: CONTENT_DIR, places: placesBeside(CONTENT_DIR, path.join(MARKETS_DIR, '..', 'places')) }
}

/** What is left to fill in. The shipped markets are examples whose address of customer care reaches nobody. */
function faultsOfMarket(env: z.infer<typeof Env> | undefined, market: Market | undefined): string[] {
  if (env?.PORTAL_MODE !== 'production' || market === undefined) return []
  const { code, contact } = market
  const { file, folder } = findMarket(env)
  const { places } = locateParts(folder, code, sharedFolders(env))
  const faults = faultsOfOpenPoints({ file, places })
  if (env.CARE_MAIL_TO === undefined && isPlaceholder(contact.email))
    faults.push('✖ CARE_MAIL_TO must be set: contact.email in the market file is a placeholder')
  return faults
}

export type Config = ReturnType<typeof readConfig>

/** Reports every missing or malformed variable at once. No other module reads the environment. */
export function readConfig(environment: Environment) {
  const { given, faults: unreadable, notices } = readGiven(environment, settingNames)
  const parsed = Env.safeParse(given)
  const env = parsed.data
  const found = env && findMarket(env)
  const whole = found && limitToServices(readMarket(found.file), bssKindOf(env))
  const offer = whole && offerOf(whole, env.PAYMENT_METHODS)
  const market = offer?.market
  const wanted = env && market ? providersOf(market, env.CONTENT_SOURCE) : []
  const { gateways, providers, faults } = readProviders(given, wanted)
  if (faults.length > 0 && offer?.advice !== undefined) faults.push(offer.advice)
  if (!parsed.success) faults.unshift(z.prettifyError(parsed.error))
  faults.unshift(...unreadable)
  faults.push(...(offer?.faults ?? []))
  const dependent = env && readDependent(env, { given, needed: neededInProduction(gateways) })
  faults.push(...(dependent?.faults ?? []))
  faults.push(...faultsOfMarket(env, market))
  if (env === undefined || dependent === undefined || market === undefined || faults.length > 0)
    throw badConfiguration(faults, notices)

  const parts = locateParts(found?.folder, market.code, sharedFolders(env))
  return {
    isProduction: env.PORTAL_MODE === 'production',
    /** Settings of earlier releases, for the log. */
    notices,
    role: env.ROLE,
    http: { host: env.HOST, port: env.PORT, publicOrigin: env.PUBLIC_ORIGIN, trustedProxies: env.TRUSTED_PROXIES },
    admin: { host: env.ADMIN_HOST, port: env.ADMIN_PORT },
    adminToken: env.ADMIN_TOKEN,
    drainMs: env.DRAIN_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
    tracing: tracingOf(env),
    database: databaseAddress(env, { file: path.join(env.DATA_DIR, 'portal.db') }),
    journalFolder: journalFolderOf(env),
    market,
    content: { ...parts.content, watch: env.CONTENT_WATCH, source: env.CONTENT_SOURCE },
    placesFolder: parts.places,
    tiles: tilesOf(env, market),
    geocoder: geocoderOf(env, market),
    assets: { releasesFolder: env.ASSETS_DIR, origin: env.ASSETS_ORIGIN, marketFiles: parts.files },
    apiKeys: env.API_KEYS,
    fieldKeys: { current: env.FIELD_KEY?.[0], previous: env.FIELD_KEY?.[1] },
    /** The current token, then the one that providers may still use while it is rotated. */
    callbackTokens: env.CALLBACK_TOKEN,
    bss: dependent.bss,
    feasibility: env.FEASIBILITY,
    leadEvents: leadEventsOf(env, market),
    gateways: gateways.filter(({ method }) => method !== 'airtime' || dependent.bss.definition.chargesAirtime),
    providers,
    otpSecret: env.OTP_SECRET,
    mail: { url: env.SMTP_URL, from: env.MAIL_FROM, careAddress: env.CARE_MAIL_TO ?? market.contact.email },
    smsc: smscOf(env),
  } as const
}

interface EnvironmentOptions {
  readonly env: Environment
  /** The folder with `markets/`, `content/` and `places/`. */
  readonly home: string
}

export function readEnvironment({ env, home }: EnvironmentOptions): Config {
  return readConfig({
    MARKETS_DIR: path.join(home, 'markets'),
    CONTENT_DIR: path.join(home, 'content'),
    ...env,
  })
}
