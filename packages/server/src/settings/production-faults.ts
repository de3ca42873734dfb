import { BlockList, isIP, isIPv6 } from 'node:net'
import { faultOfDatabaseUrl, splitHosts } from '@nyanja/database/database-url'
import { linesOf } from '../common/rotated-secret.ts'
import type { Environment } from './environment.ts'
import { faultsOfPlaceholders } from './placeholders.ts'
import { faultsOfDataKeys, faultsOfNamedSecret, faultsOfOwnSecret, isKnownSecret } from './secret-faults.ts'

/** The addresses that cannot be another machine. A list of v4 addresses also matches those written as v6. */
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

/** Removes the brackets of a v6 address and a final dot; a host of a URL is in its shortest form already. */
const bare = (host: string) => host.replace(/^\[|\]$|[.]$/g, '').toLowerCase()

/** Tells whether the address is of this machine, of no machine, or of the local network segment. */
function isRefusedHost(host: string): boolean {
  const name = bare(host)
  if (isIP(name) !== 0) return ownOrNone.check(name, familyOf(name))
  return /(^|[.])(localhost|ip6-localhost|ip6-loopback|localhost[.]localdomain)$/.test(name)
}

/** Tells whether a server with this address listens on every address of the machine. */
function isAnyAddress(host: string): boolean {
  const name = bare(host)
  return name === '' || (isIP(name) !== 0 && anyAddress.check(name, familyOf(name)))
}

/** The widest ranges that are accepted: 10.0.0.0/8 and fc00::/7 are the largest private networks. */
const widest = { 4: 8, 6: 7 } as const

const names = ['loopback', 'linklocal', 'uniquelocal']

/** Returns the fault of a trusted-proxies entry; an address, a range or a known name has none. */
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
  readonly ALLOW_UNSAFE: readonly string[]
  readonly SMTP_URL: string
  readonly API_KEYS: readonly string[]
  readonly TRUSTED_PROXIES: readonly string[]
  readonly ADMIN_HOST: string
  readonly ADMIN_TOKEN?: string | undefined
}

interface Given {
  /** All settings that are present, by name. */
  readonly given: Environment
  /** The settings that contain the address of a BSS or provider. */
  readonly addresses: readonly string[]
  /** The names of all settings. */
  readonly names: readonly string[]
  /** The settings that production must have, with the reason. */
  readonly needed: readonly (readonly [name: string, reason: string])[]
}

const isSecret = (name: string) => /_(SECRET|KEY|TOKEN|PASSWORD)$/.test(name) && !/^FIELD_|_PUBLIC_KEY$/.test(name)

/** Each line is a secret of its own. */
function secretsIn(value: string): readonly string[] {
  const lines = linesOf(value)
  return lines.length === 0 ? [value] : lines
}

function faultsOfSecrets({ API_KEYS }: ProductionSettings, { given, names }: Given): string[] {
  const set = names.flatMap((name) => (given[name] === undefined ? [] : [{ name, value: given[name] }]))
  return [
    ...API_KEYS.flatMap((entry) => {
      const [, channel = 'a channel without a name', key = entry] = /^([a-z][a-z0-9-]*):(.*)$/.exec(entry) ?? []
      return faultsOfOwnSecret(`API_KEYS: the key of ${channel}`, key)
    }),
    ...set.flatMap(({ name, value }) =>
      isSecret(name) ? secretsIn(value).flatMap((secret) => faultsOfNamedSecret(name, secret)) : [],
    ),
    ...set
      .filter(({ name, value }) => name.endsWith('_PUBLIC_KEY') && isKnownSecret(value))
      .map(({ name }) => `✖ ${name} is the value of the demo, which is public`),
    ...faultsOfDataKeys(given.DATA_KEYS ?? ''),
  ]
}

/** Lists settings that share a secret: one that leaks would open both. */
function faultsOfSharedSecrets({ API_KEYS, ALLOW_UNSAFE }: ProductionSettings, { given, names }: Given): string[] {
  const keys = API_KEYS.map((entry) => ({ name: 'API_KEYS', value: entry.replace(/^[a-z][a-z0-9-]*:/, '') }))
  const secrets = names
    .filter(isSecret)
    .flatMap((name) => (given[name] === undefined ? [] : secretsIn(given[name]).map((value) => ({ name, value }))))
  const shared = Map.groupBy([...keys, ...secrets], ({ value }) => value)
  return [...shared.values()].flatMap((uses) => {
    const named = uses.map(({ name }) => name)
    if (uses.length === 1 || named.every((name) => ALLOW_UNSAFE.includes(name))) return []
    return [`✖ ${named.join(' and ')} have one secret: make one for each, or ${allowing(named.join(','))}`]
  })
}

const allowing = (names: string) => `allow it on purpose with ALLOW_UNSAFE=${names}`

/** Lists the faults of an address that a setting names; `allowed` lists the settings that may be plain http. */
export function faultsOfAddress(name: string, given: Environment, allowed: readonly string[]): string[] {
  const url = URL.parse(given[name] ?? '')
  if (url === null) return []
  const faults: string[] = []
  if (isRefusedHost(url.hostname))
    faults.push(`✖ ${name} points at this machine or at no machine, which production mode refuses`)
  if (url.protocol !== 'https:' && !allowed.includes(name))
    faults.push(`✖ ${name} must be https in production mode (in a private network: ALLOW_UNSAFE=${name})`)
  return faults
}

/** An origin that is given with more than scheme, host and port would be cut. */
export function faultsOfOrigin(name: string, given: Environment): string[] {
  const url = URL.parse(given[name] ?? '')
  if (url === null || (url.pathname === '/' && url.search + url.hash + url.username === '')) return []
  return [`✖ ${name} must be scheme and host alone: the portal answers at the root of its address`]
}

/** The ranges in which the addresses of visitors are. */
const privateRanges = new BlockList()
for (const [address, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateRanges.addSubnet(address, bits)
for (const [address, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateRanges.addSubnet(address, bits, 'ipv6')

function isPublicProxy(entry: string): boolean {
  const [address = ''] = entry.split('/')
  return isIP(address) !== 0 && !privateRanges.check(address, familyOf(address))
}

const isOwnHost = (host: string) => host === '' || host.startsWith('/') || isRefusedHost(host)
const encrypted: readonly string[] = ['require', 'verify-ca', 'verify-full']

/**
 * Tells whether customers' data and the password would cross a network in plain text. A server on this machine is
 * reached over no network.
 */
function isPlainDatabase(url: string): boolean {
  return splitHosts(url).some((one) => {
    const { hostname, searchParams } = new URL(one)
    const host = searchParams.get('host') ?? hostname
    return !isOwnHost(host) && !encrypted.includes(searchParams.get('sslmode') ?? '')
  })
}

function isPlainMail(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'smtp:' && !isOwnHost(url.hostname) && url.searchParams.get('requireTLS') !== 'true'
}

/** Lists the faults of connections, for any process. */
export function faultsOfConnections(
  { DATABASE_URL, ALLOW_UNSAFE }: Pick<ProductionSettings, 'DATABASE_URL' | 'ALLOW_UNSAFE'>,
  given: Environment,
): string[] {
  const faults: string[] = []
  if (given.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    faults.push('✖ NODE_TLS_REJECT_UNAUTHORIZED=0 trusts every server: name your authority in NODE_EXTRA_CA_CERTS')
  const isPlain =
    DATABASE_URL !== undefined && faultOfDatabaseUrl(DATABASE_URL) === undefined && isPlainDatabase(DATABASE_URL)
  if (isPlain && !ALLOW_UNSAFE.includes('DATABASE_URL'))
    faults.push(
      `✖ DATABASE_URL reaches another host in plain text: end it in ?sslmode=verify-full, or ${allowing('DATABASE_URL')}`,
    )
  return faults
}

function faultsOfNetwork(env: ProductionSettings, { given, addresses }: Given): string[] {
  const { ALLOW_UNSAFE: allowed } = env
  const faults = addresses.flatMap((name) => faultsOfAddress(name, given, allowed))
  for (const name of ['PUBLIC_ORIGIN', 'LEAD_EVENTS_ORIGIN', 'ASSETS_ORIGIN'] as const) {
    if (env[name]?.startsWith('https:') === false) faults.push(`✖ ${name} must be https in production mode`)
    faults.push(...faultsOfOrigin(name, given))
  }
  for (const entry of env.TRUSTED_PROXIES)
    if (faultOfProxy(entry) === 'too wide') faults.push(`✖ TRUSTED_PROXIES: ${entry} trusts every visitor`)
    else if (isPublicProxy(entry) && !allowed.includes('TRUSTED_PROXIES'))
      faults.push(
        `✖ TRUSTED_PROXIES: ${entry} is an address of the internet: name your balancer, or ${allowing('TRUSTED_PROXIES')}`,
      )
  const isOpen = isAnyAddress(env.ADMIN_HOST) || !isRefusedHost(env.ADMIN_HOST)
  if (isOpen && env.ADMIN_TOKEN === undefined && !allowed.includes('ADMIN_HOST'))
    faults.push(`✖ ADMIN_HOST=${env.ADMIN_HOST} opens the admin port to other machines: set ADMIN_TOKEN`)
  if (isPlainMail(env.SMTP_URL) && !allowed.includes('SMTP_URL'))
    faults.push(
      `✖ SMTP_URL reaches another host in plain text: use smtps://, or ?requireTLS=true, or ${allowing('SMTP_URL')}`,
    )
  return [...faults, ...faultsOfConnections(env, given)]
}

/** The names that an operator may allow, beside plain http for the settings with addresses. */
const allowable = ['sqlite', 'DATABASE_URL', 'SMTP_URL', 'TRUSTED_PROXIES', 'ADMIN_HOST', 'API_KEYS']

function faultsOfAllowance({ ALLOW_UNSAFE }: ProductionSettings, { names, addresses }: Given): string[] {
  const known = new Set([...allowable, ...addresses, ...names.filter(isSecret)])
  return ALLOW_UNSAFE.filter((name) => !known.has(name)).map(
    (name) => `✖ ALLOW_UNSAFE: ${name} is nothing that can be allowed`,
  )
}

/** Lists public or unsafe settings, one line for each. */
export function faultsOfProduction(env: ProductionSettings, given: Given): string[] {
  const faults = [
    ...faultsOfPlaceholders(given.given, [...new Set([...given.names, ...given.addresses])]),
    ...faultsOfSecrets(env, given),
    ...faultsOfSharedSecrets(env, given),
    ...faultsOfAllowance(env, given),
    ...faultsOfNetwork(env, given),
  ]
  // A secret generated at start would differ between processes and after each restart.
  if (env.FIELD_KEY === undefined) faults.push('✖ FIELD_KEY must be set in production mode')
  for (const [name, reason] of given.needed)
    if (given.given[name] === undefined) faults.push(`✖ ${name} must be set in production mode: ${reason}`)
  if (env.DATABASE_URL === undefined && !env.ALLOW_UNSAFE.includes('sqlite'))
    faults.push(
      '✖ DATABASE_URL must be set in production mode (one process on one disk is enough: ALLOW_UNSAFE=sqlite)',
    )
  return faults
}
