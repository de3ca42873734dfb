import path from 'node:path'
import { type Role, roles } from '@nyanja/domain/staff/roles'
import {
  badConfiguration,
  databaseAddress,
  databaseSettings,
  type Environment,
  names,
  readGiven,
} from '@nyanja/server/settings/environment'
import { limitToOptions, readMarket } from '@nyanja/server/settings/market'
import { findMarket } from '@nyanja/server/settings/market-folder'
import { faultsOfPlaceholders } from '@nyanja/server/settings/placeholders'
import { faultsOfAddress, faultsOfConnections, faultsOfOrigin } from '@nyanja/server/settings/production-faults'
import { faultsOfOwnSecret } from '@nyanja/server/settings/secret-faults'
import { z } from 'zod'
import { faultsOfFormats } from '../adapters/settlement-files/load-formats.ts'

const port = z.coerce.number().int().min(0).max(65535)
const origin = z.url().transform((url) => new URL(url).origin)

/** The text of pairs such as `care_agent=portal-care|portal-care-night,finance=portal-finance`. */
const roleValues = z.string().transform((text, context): Partial<Record<Role, string[]>> => {
  const pairs = text.split(',').map((pair) => pair.trim().split(/=(.*)/s, 2))
  const unknown = pairs.filter(([role, values = '']) => values === '' || !roles.some((one) => one === role))
  if (unknown.length > 0)
    context.addIssue(`must be role=value|value,… for the roles ${roles.join(', ')}: ${unknown.join(' ')}`)
  return Object.fromEntries(pairs.map(([role = '', values = '']) => [role, values.split('|')]))
})

const Env = z.object({
  PORTAL_MODE: z.enum(['demo', 'production']).default('demo'),
  CONSOLE_HOST: z.string().default('localhost'),
  CONSOLE_PORT: port.default(3400),
  CONSOLE_ORIGIN: origin,
  PUBLIC_ORIGIN: origin,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(10),
  DATA_DIR: z.string().default('.data'),
  ...databaseSettings,
  ALLOW_UNSAFE: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((name) => name.trim())),
  MARKET: z.string().default('mw'),
  MARKET_DIR: z.string().optional(),
  PAYMENT_METHODS: names.optional(),
  MARKETS_DIR: z.string(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }),
  OIDC_CLIENT_ID: z.string().min(1),
  OIDC_CLIENT_SECRET: z.string().min(1),
  OIDC_SCOPE: z.string().default('openid profile email'),
  OIDC_ACR_VALUES: z
    .string()
    .default('')
    .transform((text) => text.split(' ').filter(Boolean)),
  OIDC_ROLES_CLAIM: z.string().min(1).default('roles'),
  OIDC_ROLE_VALUES: roleValues.default({}),
})

type ConsoleEnv = z.infer<typeof Env>

export const consoleSettingNames = Object.keys(Env.shape)

function faultsInProduction(env: ConsoleEnv, given: Environment): string[] {
  if (env.PORTAL_MODE !== 'production') return []
  return [
    ...faultsOfPlaceholders(given, consoleSettingNames),
    ...faultsOfAddress('CONSOLE_ORIGIN', given, []),
    ...faultsOfAddress('PUBLIC_ORIGIN', given, []),
    ...faultsOfAddress('OIDC_ISSUER', given, []),
    ...faultsOfOwnSecret('OIDC_CLIENT_SECRET', env.OIDC_CLIENT_SECRET),
    ...(env.CONSOLE_ORIGIN === env.PUBLIC_ORIGIN ? ['✖ CONSOLE_ORIGIN must differ from PUBLIC_ORIGIN'] : []),
    ...['CONSOLE_ORIGIN', 'PUBLIC_ORIGIN'].flatMap((name) => faultsOfOrigin(name, given)),
    ...faultsOfConnections(env, given),
    ...(env.DATABASE_URL === undefined && !env.ALLOW_UNSAFE.includes('sqlite')
      ? ['✖ DATABASE_URL must be set in production mode, as the portal has it']
      : []),
  ]
}

export type ConsoleConfig = ReturnType<typeof readConsoleConfig>

interface ConsoleEnvironment {
  readonly env: Environment
  /** The folder with the `markets/` of the portal. */
  readonly home: string
}

/** The settings of the console: some are the portal's. Reports every missing or malformed variable at once. */
export function readConsoleConfig({ env: environment, home }: ConsoleEnvironment) {
  const shared = { MARKETS_DIR: path.join(home, 'markets'), ...environment }
  const { given, faults, notices } = readGiven(shared, consoleSettingNames)
  const { data: env, error } = Env.safeParse(given)
  if (error !== undefined) faults.push(z.prettifyError(error))
  if (env !== undefined)
    faults.push(...faultsInProduction(env, given), ...faultsOfFormats(findMarket(env).formatsFolder))
  if (env === undefined || faults.length > 0) throw badConfiguration(faults, notices)

  const { file, formatsFolder } = findMarket(env)
  const market = readMarket(file)
  return {
    /** Settings of earlier releases, for the log. */
    notices,
    http: { host: env.CONSOLE_HOST, port: env.CONSOLE_PORT, origin: env.CONSOLE_ORIGIN },
    /** The portal's origin, for links to what a customer sees. */
    publicOrigin: env.PUBLIC_ORIGIN,
    logLevel: env.LOG_LEVEL,
    drainMs: env.DRAIN_SECONDS * 1000,
    database: databaseAddress(env, { file: path.resolve(env.DATA_DIR, 'portal.db'), isBeside: true }),
    market,
    /** The market with the payment methods that the portal offers; the whole one also names those of earlier payments. */
    offeredMarket: env.PAYMENT_METHODS === undefined ? market : limitToOptions(market, env.PAYMENT_METHODS),
    /** The folder with the operator's own descriptions of settlement files. */
    formatsFolder,
    identityProvider: {
      issuer: env.OIDC_ISSUER,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET,
      scope: env.OIDC_SCOPE,
      acrValues: env.OIDC_ACR_VALUES,
    },
    roleClaims: { claim: env.OIDC_ROLES_CLAIM, valuesOf: valuesOfRoles(env.OIDC_ROLE_VALUES) },
  } as const
}

/** A role that no value is mapped to has its own name at the provider. */
const valuesOfRoles = (given: Partial<Record<Role, string[]>>): Record<Role, readonly string[]> => ({
  care_agent: given.care_agent ?? ['care_agent'],
  care_lead: given.care_lead ?? ['care_lead'],
  finance: given.finance ?? ['finance'],
  administrator: given.administrator ?? ['administrator'],
})
