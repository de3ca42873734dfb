import type { Environment } from './environment.ts'
import { isKnownSecret } from './known-secrets.ts'
import { faultOfProxy, isAnyAddress, isRefusedHost } from './refused-addresses.ts'

export interface ProductionSettings {
  readonly PUBLIC_ORIGIN: string
  readonly LEAD_EVENTS_ORIGIN?: string | undefined
  readonly ASSETS_ORIGIN?: string | undefined
  readonly FIELD_KEY?: unknown
  readonly DATABASE_URL?: string | undefined
  readonly ALLOW_SQLITE: boolean
  readonly ALLOW_PLAIN_HTTP: readonly string[]
  readonly API_KEYS: readonly string[]
  readonly TRUSTED_PROXIES: readonly string[]
  readonly ADMIN_HOST: string
  readonly ADMIN_TOKEN?: string | undefined
}

export interface Given {
  /** Everything that is set, by its name. */
  readonly given: Environment
  /** Settings that hold the address of a BSS or provider. */
  readonly addresses: readonly string[]
  /** Every setting there is. */
  readonly names: readonly string[]
  /** Settings that production must have, with the reason. */
  readonly needed: readonly (readonly [name: string, reason: string])[]
}

/** What a secret must have at the least. Ours are made by the operator, others by a provider, and SMPP takes 8 bytes. */
const strengths = {
  own: { length: 16, different: 8 },
  provider: { length: 8, different: 4 },
  smpp: { length: 6, different: 3 },
} as const

const ownSecrets = ['CALLBACK_TOKEN', 'OTP_SECRET', 'ADMIN_TOKEN']
const isSecret = (name: string) => /_(SECRET|KEY|TOKEN|PASSWORD)$/.test(name) && !/^FIELD_|_PUBLIC_KEY$/.test(name)

function strengthOf(name: string) {
  if (name === 'SMSC_PASSWORD') return strengths.smpp
  return strengths[ownSecrets.includes(name) ? 'own' : 'provider']
}

function faultsOfSecret(name: string, secret: string, strength: { length: number; different: number }): string[] {
  if (isKnownSecret(secret)) return [`✖ ${name} is the value of the demo, which everybody knows`]
  if (secret.length < strength.length) return [`✖ ${name} must have ${strength.length} characters or more`]
  if (new Set(secret).size < strength.different) return [`✖ ${name} repeats too few characters`]
  return []
}

function faultsOfSecrets({ API_KEYS }: ProductionSettings, { given, names }: Given): string[] {
  const set = names.flatMap((name) => (given[name] === undefined ? [] : [{ name, value: given[name] }]))
  return [
    ...API_KEYS.flatMap((entry) => {
      const [, channel = 'a channel without a name', key = entry] = /^([a-z][a-z0-9-]*):(.*)$/.exec(entry) ?? []
      return faultsOfSecret(`API_KEYS: the key of ${channel}`, key, strengths.own)
    }),
    ...set.flatMap(({ name, value }) => (isSecret(name) ? faultsOfSecret(name, value, strengthOf(name)) : [])),
    ...set
      .filter(({ name, value }) => name.endsWith('_PUBLIC_KEY') && isKnownSecret(value))
      .map(({ name }) => `✖ ${name} is the value of the demo, which everybody knows`),
  ]
}

function faultsOfAddress(name: string, given: Environment, plain: readonly string[]): string[] {
  const url = URL.parse(given[name] ?? '')
  if (url === null) return []
  const faults: string[] = []
  if (isRefusedHost(url.hostname))
    faults.push(`✖ ${name} points at this machine or at no machine, which production mode refuses`)
  if (url.protocol !== 'https:' && !plain.includes(name))
    faults.push(`✖ ${name} must be https in production mode (in a private network: ALLOW_PLAIN_HTTP=${name})`)
  return faults
}

function faultsOfNetwork(env: ProductionSettings, { given, addresses }: Given): string[] {
  const faults = addresses.flatMap((name) => faultsOfAddress(name, given, env.ALLOW_PLAIN_HTTP))
  for (const name of ['PUBLIC_ORIGIN', 'LEAD_EVENTS_ORIGIN', 'ASSETS_ORIGIN'] as const)
    if (env[name]?.startsWith('https:') === false) faults.push(`✖ ${name} must be https in production mode`)
  for (const entry of env.TRUSTED_PROXIES)
    if (faultOfProxy(entry) === 'too wide') faults.push(`✖ TRUSTED_PROXIES: ${entry} trusts every visitor`)
  if (isAnyAddress(env.ADMIN_HOST) && env.ADMIN_TOKEN === undefined)
    faults.push(`✖ ADMIN_HOST=${env.ADMIN_HOST} opens the admin port on all addresses: set ADMIN_TOKEN`)
  return faults
}

/** What is public or unsafe among the settings, a line for each. */
export function faultsOfProduction(env: ProductionSettings, given: Given): string[] {
  const faults = [...faultsOfSecrets(env, given), ...faultsOfNetwork(env, given)]
  // One made at start would be another one in each process, and after each restart.
  if (env.FIELD_KEY === undefined) faults.push('✖ FIELD_KEY must be set in production mode')
  for (const [name, reason] of given.needed)
    if (given.given[name] === undefined) faults.push(`✖ ${name} must be set in production mode: ${reason}`)
  if (env.DATABASE_URL === undefined && !env.ALLOW_SQLITE)
    faults.push('✖ DATABASE_URL must be set in production mode (one process on one disk is enough: ALLOW_SQLITE=on)')
  return faults
}
