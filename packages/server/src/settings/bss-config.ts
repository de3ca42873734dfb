import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { parseJson } from '@nyanja/domain/json'
import { z } from 'zod'
import type { BssCredentials } from '../adapters/bss-authorization.ts'
import type { BssDefinition } from '../adapters/bss-definition.ts'
import { prepaidCharging } from '../adapters/prepaid-charging/definition.ts'
import { tmf } from '../adapters/tmf/definition.ts'
import { BssProfile, type TmfProfile } from '../adapters/tmf/profile.ts'
import type { Environment } from './environment.ts'

const text = z.string().min(1).optional()
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** Every kind of BSS of this release; everything else that depends on the kind is derived from here. */
const bssKinds: ReadonlyMap<string, BssDefinition> = new Map([tmf, prepaidCharging].map((kind) => [kind.kind, kind]))

/** The number of `cents` in one unit of the currency. */
const centsPerUnit = { hundredths: 100, whole: 1 } as const

/**
 * The settings of the operator's BSS: where it is, how the portal authenticates there, and how it differs from the
 * standard.
 */
export const bssSettings = {
  BSS_URL: webAddress.transform(withoutSlashes),
  BSS_KIND: z.enum([...bssKinds.keys()]).default(tmf.kind),
  BSS_CENTS: z.enum(['hundredths', 'whole']).default('hundredths'),
  // The timeout is short, because several calls must fit between a payment and its refund.
  BSS_TIMEOUT_MS: z.coerce.number().int().positive().max(60_000).default(10_000),
  BSS_PROFILE_FILE: z.string().optional(),
  BSS_AUTH: z.enum(['none', 'header', 'basic', 'oauth2', 'oauth2-body']).default('none'),
  BSS_HEADER_NAME: z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header')
    .default('Authorization'),
  BSS_USER: text,
  BSS_SECRET: text,
  BSS_TOKEN_URL: webAddress.optional(),
  BSS_SCOPE: text,
  BSS_CERTIFICATE: text,
  BSS_CERTIFICATE_KEY: text,
  BSS_CA: text,
}

const Settings = z.object(bssSettings)
type Settings = z.infer<typeof Settings>

export const bssAddresses = ['BSS_URL', 'BSS_TOKEN_URL']

function withoutSlashes(url: string): string {
  return url.replace(/\/+$/, '')
}

/** The settings that each kind of authentication needs. */
const needed: Readonly<Record<Settings['BSS_AUTH'], readonly (keyof Settings)[]>> = {
  none: [],
  header: ['BSS_SECRET'],
  basic: ['BSS_USER', 'BSS_SECRET'],
  oauth2: ['BSS_TOKEN_URL', 'BSS_USER', 'BSS_SECRET'],
  'oauth2-body': ['BSS_TOKEN_URL', 'BSS_USER', 'BSS_SECRET'],
}

function faultsOfAddress(name: string, address: string | undefined): string[] {
  const url = URL.parse(address ?? '')
  if (url === null) return []
  return [
    ...(url.username !== '' || url.password !== ''
      ? [`✖ ${name} must not contain a user and a password: use BSS_AUTH=basic with BSS_USER and BSS_SECRET`]
      : []),
    ...(url.search !== '' || url.hash !== '' ? [`✖ ${name} must end before its ${url.search === '' ? '#' : '?'}`] : []),
  ]
}

function faultsOfAuthorization(env: Settings): string[] {
  const missing = needed[env.BSS_AUTH].filter((name) => env[name] === undefined)
  const others = new Set(Object.values(needed).flat())
  const unused = env.BSS_AUTH === 'none' ? [...others].filter((name) => env[name] !== undefined) : []
  return [
    ...missing.map((name) => `✖ ${name} must be set for BSS_AUTH=${env.BSS_AUTH}`),
    ...unused.map((name) => `✖ ${name} is set, and BSS_AUTH is not: set it to header, basic or oauth2`),
    ...(env.BSS_AUTH === 'header' && /[^\t\x20-\x7e]/.test(env.BSS_SECRET ?? '')
      ? ['✖ BSS_SECRET must be one line of ASCII']
      : []),
    ...(env.BSS_AUTH === 'basic' && env.BSS_USER?.includes(':') ? ['✖ BSS_USER must not contain a colon'] : []),
  ]
}

function faultsOfCertificate({ BSS_CERTIFICATE: cert, BSS_CERTIFICATE_KEY: key, BSS_CA: ca }: Settings): string[] {
  if ((cert === undefined) !== (key === undefined))
    return ['✖ BSS_CERTIFICATE and BSS_CERTIFICATE_KEY must be set together']
  try {
    createSecureContext({ cert, key, ca })
    return ca === undefined || ca.includes('-----BEGIN CERTIFICATE-----') ? [] : ['✖ BSS_CA must be PEM certificates']
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : 'unreadable'
    return [`✖ BSS_CERTIFICATE, BSS_CERTIFICATE_KEY: no certificate with its key, as PEM (${reason})`]
  }
}

function readProfile(file: string | undefined): { readonly profile: TmfProfile } | { readonly fault: string } {
  if (file === undefined) return { profile: BssProfile.parse({}) }
  const at = `✖ BSS_PROFILE_FILE: ${file}`
  try {
    const value = parseJson(readFileSync(file, 'utf8'))
    if (value === undefined) return { fault: `${at} is not JSON` }
    const { data, error } = BssProfile.safeParse(value)
    return error === undefined ? { profile: data } : { fault: `${at}\n${z.prettifyError(error)}` }
  } catch (error) {
    return { fault: `${at} cannot be read (${error instanceof Error && 'code' in error ? error.code : error})` }
  }
}

/** Lists addresses of APIs on other hosts, by a name that a fault can have. */
function addressesOf({ apis }: TmfProfile): Environment {
  return Object.fromEntries(
    Object.entries(apis).flatMap(([api, { path }]) =>
      path.startsWith('/') ? [] : [[`BSS_PROFILE_FILE: apis.${api}.path`, path]],
    ),
  )
}

function credentialsOf(env: Settings): BssCredentials {
  const { BSS_AUTH: kind, BSS_USER: user = '', BSS_SECRET: secret = '' } = env
  if (kind === 'header') return { kind, name: env.BSS_HEADER_NAME, value: secret }
  if (kind === 'basic') return { kind, user, password: secret }
  if (kind === 'none') return { kind }
  return {
    kind: 'oauth2',
    tokenUrl: env.BSS_TOKEN_URL ?? '',
    clientId: user,
    clientSecret: secret,
    scope: env.BSS_SCOPE,
    sentIn: kind === 'oauth2-body' ? 'body' : 'basic',
  }
}

/** Returns the kind of the BSS, which the settings are known to name. */
export function bssKindOf({ BSS_KIND }: Pick<Settings, 'BSS_KIND'>): BssDefinition {
  return bssKinds.get(BSS_KIND) ?? tmf
}

/** Collects all faults at once. `addresses` are those of the profile, which production checks like the others. */
export function readBss(env: Settings) {
  const definition = bssKindOf(env)
  const reading = readProfile(definition.hasProfile ? env.BSS_PROFILE_FILE : undefined)
  const faults = [
    ...faultsOfAddress('BSS_URL', env.BSS_URL),
    ...faultsOfAuthorization(env),
    ...faultsOfCertificate(env),
    ...('fault' in reading ? [reading.fault] : []),
    ...(env.BSS_PROFILE_FILE !== undefined && !definition.hasProfile
      ? [`✖ BSS_PROFILE_FILE is set, and BSS_KIND=${definition.kind} has no profile`]
      : []),
  ]
  const profile = 'profile' in reading ? reading.profile : BssProfile.parse({})
  const { BSS_CERTIFICATE: cert, BSS_CERTIFICATE_KEY: key, BSS_CA: ca } = env
  return {
    faults,
    addresses: addressesOf(profile),
    bss: {
      definition,
      centsPerUnit: centsPerUnit[env.BSS_CENTS],
      baseUrl: env.BSS_URL,
      timeoutMs: env.BSS_TIMEOUT_MS,
      profile,
      credentials: credentialsOf(env),
      tls: cert === undefined && ca === undefined ? undefined : { cert, key, ca },
    },
  }
}

export type BssConfig = ReturnType<typeof readBss>['bss']
