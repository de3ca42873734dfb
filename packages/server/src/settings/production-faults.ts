import { createHash } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Environment } from './environment.ts'
import { faultsOfPlaceholders } from './placeholders.ts'

/** Digests of the demo's secrets, which are public. A test compares the demo's settings with this list. */
export const knownSecretDigests: ReadonlySet<string> = new Set([
  'aeb3acac153d919b9c445010f803a302',
  'db6bcf6a2a36ee93dafa7dfcdc40973d',
  'eae21cad56e00156c9ec64e0ed13d9dc',
  'cbd79fa816c1355523ddf10c9486b3fd',
  '2b27e13b24db3a0b0df4cd11398d945c',
  'd638f56f5b118f15e25373f68fc49b08',
  '5e1869083d3f3b3617abf612f1ae51c8',
  'cd57a925b403b1e7c042b8e1ecc7d67e',
  '95f76a38bc01c1322e725a67f2ad65f1',
  '8c363c50d134f9f246b961fd4adb5b9a',
  '6e2e5cdd55ca002bdbbb9fdbbf16dced',
  '16a82d636bf543b17a3736a92f9cded6',
  '752d327e74fd13b338b31219b2660062',
  'cfbb1355cca030f752c6edb452a16028',
  '9469e3207c884838e46bbe9382fb87da',
  'cb3539ed04f5d0f048a2b51227ad85ba',
  '430ff6714f5342847c8f09a2e5f8f928',
  '11a850e55b1e5c1fe6a9dda34fb93867',
  'b7ad567477c83756aab9a542b2be04f7',
  '9bdb596dd5f6c2ec0e8b14590ed9071a',
])

export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 32)
}

function isKnownSecret(secret: string): boolean {
  return knownSecretDigests.has(digestSecret(secret))
}

/** Addresses that cannot be another machine. A list of v4 addresses also matches those written as v6. */
const ownOrNone = new BlockList()
ownOrNone.addSubnet('0.0.0.0', 8)
ownOrNone.addSubnet('127.0.0.0', 8)
ownOrNone.addSubnet('169.254.0.0', 16)
ownOrNone.addSubnet('::', 96, 'ipv6')
ownOrNone.addSubnet('fe80::', 10, 'ipv6')

const anyAddress = new BlockList()
anyAddress.addAddress('0.0.0.0')
anyAddress.addAddress('::', 'ipv6')

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** As in a URL: normalised to the shortest form, in brackets if it is v6. */
const bare = (host: string) => host.replace(/^\[|\]$|[.]$/g, '').toLowerCase()

/** Addresses of this machine, of no machine, or of the local network segment. */
function isRefusedHost(host: string): boolean {
  const name = bare(host)
  if (isIP(name) !== 0) return ownOrNone.check(name, familyOf(name))
  return /(^|[.])(localhost|ip6-localhost|ip6-loopback|localhost[.]localdomain)$/.test(name)
}

/** Listens on every address of the machine. */
function isAnyAddress(host: string): boolean {
  const name = bare(host)
  return name === '' || (isIP(name) !== 0 && anyAddress.check(name, familyOf(name)))
}

/** Wider than the largest private networks: 10.0.0.0/8, and fc00::/7. */
const widest = { 4: 8, 6: 7 } as const

const names = ['loopback', 'linklocal', 'uniquelocal']

/** The fault of a trusted-proxies entry: none for an address, a range or a known name. */
export function faultOfProxy(entry: string): 'malformed' | 'too wide' | undefined {
  if (names.includes(entry)) return undefined
  const [address = '', bits, ...more] = entry.split('/')
  const version = isIP(address)
  if ((version !== 4 && version !== 6) || more.length > 0) return 'malformed'
  if (bits === undefined) return isAnyAddress(address) ? 'too wide' : undefined
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return 'malformed'
  const isMapped = version === 6 && /^(::|0[0:]*:)ffff:/i.test(address)
  return Number(bits) < (isMapped ? 96 + widest[4] : widest[version]) ? 'too wide' : undefined
}

interface ProductionSettings {
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

interface Given {
  /** All settings that are present, by name. */
  readonly given: Environment
  /** Settings that contain the address of a BSS or provider. */
  readonly addresses: readonly string[]
  /** Names of all settings. */
  readonly names: readonly string[]
  /** Settings that production must have, with the reason. */
  readonly needed: readonly (readonly [name: string, reason: string])[]
}

/** The minimum length of a secret. Some are made by the operator, others by a provider, and SMPP accepts 8 bytes. */
const strengths = {
  own: { length: 16, different: 8 },
  provider: { length: 8, different: 4 },
  smpp: { length: 6, different: 3 },
} as const

const ownSecrets = ['CALLBACK_TOKEN', 'CALLBACK_PREVIOUS_TOKEN', 'OTP_SECRET', 'ADMIN_TOKEN']
const isSecret = (name: string) => /_(SECRET|KEY|TOKEN|PASSWORD)$/.test(name) && !/^FIELD_|_PUBLIC_KEY$/.test(name)

function strengthOf(name: string) {
  if (name === 'SMSC_PASSWORD') return strengths.smpp
  return strengths[ownSecrets.includes(name) ? 'own' : 'provider']
}

function faultsOfSecret(name: string, secret: string, strength: { length: number; different: number }): string[] {
  if (isKnownSecret(secret)) return [`✖ ${name} is the value of the demo, which is public`]
  if (secret.length < strength.length) return [`✖ ${name} must have ${strength.length} characters or more`]
  if (new Set(secret).size < strength.different) return [`✖ ${name} repeats too few characters`]
  return []
}

/** Of a secret that the operator makes. */
export const faultsOfOwnSecret = (name: string, value: string) => faultsOfSecret(name, value, strengths.own)

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
      .map(({ name }) => `✖ ${name} is the value of the demo, which is public`),
  ]
}

/** The faults of an address that a setting names; `plain` lists the settings that may be plain http. */
export function faultsOfAddress(name: string, given: Environment, plain: readonly string[]): string[] {
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

/** Public or unsafe settings, one line for each. */
export function faultsOfProduction(env: ProductionSettings, given: Given): string[] {
  const faults = [
    ...faultsOfPlaceholders(given.given, [...new Set([...given.names, ...given.addresses])]),
    ...faultsOfSecrets(env, given),
    ...faultsOfNetwork(env, given),
  ]
  // A secret generated at start would differ between processes and after each restart.
  if (env.FIELD_KEY === undefined) faults.push('✖ FIELD_KEY must be set in production mode')
  for (const [name, reason] of given.needed)
    if (given.given[name] === undefined) faults.push(`✖ ${name} must be set in production mode: ${reason}`)
  if (env.DATABASE_URL === undefined && !env.ALLOW_SQLITE)
    faults.push('✖ DATABASE_URL must be set in production mode (one process on one disk is enough: ALLOW_SQLITE=on)')
  return faults
}
