import path from 'node:path'
import { z } from 'zod'
import { readFieldKey } from '../common/field-keys.ts'
import { type Environment, withSecretFiles } from './environment.ts'
import { type Market, offering, readMarket } from './market.ts'
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

const port = z.coerce.number().int().min(0).max(65535)
const secret = z.string().min(1)
const names = z.string().transform((list) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean),
)
const flag = z.enum(['on', 'off']).transform((value) => value === 'on')
const tilesUrl = z.string().regex(/^https?:\/\/[^{}]+\{z\}.*$/, 'must be an address with {z}, {x} and {y} in it')
const rsaKey = z.string().transform((text, context) => {
  const key = readFieldKey(text)
  if (key === undefined) context.addIssue('must be an RSA private key of 2048 bits or more')
  return key
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
  DATABASE_URL: z.url().optional(),
  ALLOW_SQLITE: flag.default(false),
  ALLOW_PLAIN_HTTP: names.default([]),
  JOURNAL_DIR: z.string().optional(),
  MARKET: z.string().default('mw'),
  MARKET_FILE: z.string().optional(),
  MARKETS_DIR: z.string(),
  PAYMENT_METHODS: names.optional(),
  MAP_TILES_URL: tilesUrl.optional(),
  MAP_TILES_CREDIT: z.string().min(1).default('© OpenStreetMap'),
  MAP_TILES_MAX_ZOOM: z.coerce.number().int().min(1).max(22).default(18),
  ...geocoderSettings,
  CONTENT_DIR: z.string(),
  PLACES_DIR: z.string(),
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
  CALLBACK_TOKEN: z.string().min(12),
  FIELD_KEY: rsaKey.optional(),
  FIELD_PREVIOUS_KEY: rsaKey.optional(),
  BSS_URL: z.url(),
  FEASIBILITY: z.enum(['towns', 'tmf645']).default('towns'),
  LEAD_EVENTS: z.enum(['poll', 'hub']).default('poll'),
  LEAD_EVENTS_ORIGIN: z
    .url()
    .transform((url) => new URL(url).origin)
    .optional(),
  // Several calls must fit between a payment and its refund.
  BSS_TIMEOUT_MS: z.coerce.number().int().positive().max(60_000).default(10_000),
  OTP_SECRET: z.string().min(32),
  SMSC_HOST: z.string(),
  SMSC_PORT: port,
  SMSC_SYSTEM_ID: secret,
  SMSC_PASSWORD: secret,
  SMS_SENDER: z.string().min(1).max(11),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
  CARE_MAIL_TO: z.email().optional(),
  SMS_ALPHABET: z.enum(['gsm7', 'ascii']).default('gsm7'),
})

/** All settings, by name. */
const settingNames = [...Object.keys(Env.shape), ...providerSettings]

/** The market's payment methods, or the subset that the operator selects, and the faults of that selection. */
function offerOf(market: Market, wanted: readonly string[] | undefined) {
  const { paymentOptions } = market
  const all = paymentOptions.map(({ method, gateway }) => `${gateway} (${method})`).join(', ')
  if (wanted === undefined)
    return { market, faults: [], advice: `The market offers ${all}. PAYMENT_METHODS offers only those that it names.` }
  const known = new Set<string>(paymentOptions.flatMap(({ method, gateway }) => [method, gateway]))
  const offered = offering(market, wanted)
  const faults = wanted
    .filter((name) => !known.has(name))
    .map((name) => `✖ PAYMENT_METHODS: ${name} is not a payment method of this market, which has ${all}`)
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

/** The address for the BSS's callbacks about leads; undefined unless the operator enables them. */
function leadEventsOf({ LEAD_EVENTS, LEAD_EVENTS_ORIGIN, PUBLIC_ORIGIN }: z.infer<typeof Env>) {
  return { origin: LEAD_EVENTS === 'hub' ? (LEAD_EVENTS_ORIGIN ?? PUBLIC_ORIGIN) : undefined }
}

/** An external map, instead of the embedded one. */
function tilesOf({ MAP_TILES_URL, MAP_TILES_CREDIT, MAP_TILES_MAX_ZOOM }: z.infer<typeof Env>) {
  if (MAP_TILES_URL === undefined) return undefined
  return { url: MAP_TILES_URL, credit: MAP_TILES_CREDIT, maxZoom: MAP_TILES_MAX_ZOOM }
}

function journalFolderOf({ JOURNAL_DIR, DATA_DIR }: z.infer<typeof Env>): string {
  return JOURNAL_DIR ?? path.join(DATA_DIR, 'journal')
}

export type Config = ReturnType<typeof readConfig>

/** Reports every missing or malformed variable at once. No other module reads the environment. */
export function readConfig(environment: Environment) {
  const { given, faults: unreadable } = withSecretFiles(environment, settingNames)
  const parsed = Env.safeParse(given)
  const env = parsed.data
  const whole = env && readMarket(env.MARKET_FILE ?? path.join(env.MARKETS_DIR, `${env.MARKET}.json`))
  const offer = whole && offerOf(whole, env.PAYMENT_METHODS)
  const market = offer?.market
  const wanted = env && market ? providersOf(market, env.CONTENT_SOURCE) : []
  const { gateways, providers, faults } = readProviders(given, wanted)
  if (faults.length > 0 && offer?.advice !== undefined) faults.push(offer.advice)
  if (!parsed.success) faults.unshift(z.prettifyError(parsed.error))
  faults.unshift(...unreadable)
  faults.push(...(offer?.faults ?? []))
  if (env !== undefined) faults.push(...faultsOfGeocoder(env))
  if (env?.PORTAL_MODE === 'production')
    faults.push(
      ...faultsOfProduction(env, {
        given,
        addresses: ['BSS_URL', ...providerAddresses],
        names: settingNames,
        needed: neededInProduction(gateways),
      }),
    )
  if (env === undefined || market === undefined || faults.length > 0)
    throw new Error(`Bad configuration\n${faults.join('\n')}`)

  return {
    isProduction: env.PORTAL_MODE === 'production',
    role: env.ROLE,
    http: { host: env.HOST, port: env.PORT, publicOrigin: env.PUBLIC_ORIGIN, trustedProxies: env.TRUSTED_PROXIES },
    admin: { host: env.ADMIN_HOST, port: env.ADMIN_PORT },
    adminToken: env.ADMIN_TOKEN,
    drainMs: env.DRAIN_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
    database:
      env.DATABASE_URL === undefined ? { file: path.join(env.DATA_DIR, 'portal.db') } : { url: env.DATABASE_URL },
    journalFolder: journalFolderOf(env),
    market,
    content: { folder: env.CONTENT_DIR, watch: env.CONTENT_WATCH, source: env.CONTENT_SOURCE },
    placesFolder: env.PLACES_DIR,
    tiles: tilesOf(env),
    geocoder: geocoderOf(env),
    assets: { folder: env.ASSETS_DIR, origin: env.ASSETS_ORIGIN },
    apiKeys: env.API_KEYS,
    fieldKeys: { current: env.FIELD_KEY, previous: env.FIELD_PREVIOUS_KEY },
    callbackToken: env.CALLBACK_TOKEN,
    bss: { baseUrl: env.BSS_URL, timeoutMs: env.BSS_TIMEOUT_MS },
    feasibility: env.FEASIBILITY,
    leadEvents: leadEventsOf(env),
    gateways,
    providers,
    otpSecret: env.OTP_SECRET,
    mail: { url: env.SMTP_URL, from: env.MAIL_FROM, careAddress: env.CARE_MAIL_TO ?? market.contact.email },
    smsc: {
      host: env.SMSC_HOST,
      port: env.SMSC_PORT,
      systemId: env.SMSC_SYSTEM_ID,
      password: env.SMSC_PASSWORD,
      sender: env.SMS_SENDER,
      alphabet: env.SMS_ALPHABET,
    },
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
    PLACES_DIR: path.join(home, 'places'),
    ...env,
  })
}
