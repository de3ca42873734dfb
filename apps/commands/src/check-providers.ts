import path from 'node:path'
import { PortalError } from '@nyanja/domain/errors'
import type { ProviderRecord } from '@nyanja/server/adapters/call-provider'
import { createHttpRateSource } from '@nyanja/server/adapters/exchange-rates/http-rate-source'
import type { ConfiguredGateway } from '@nyanja/server/adapters/gateway-definition'
import { tryBind } from '@nyanja/server/adapters/smpp/bound-session'
import { checkMailServer } from '@nyanja/server/adapters/smtp/smtp-mail-sender'
import { type Config, readEnvironment } from '@nyanja/server/settings/config'
import { bssOptionsOf, contextOf, silentMetrics } from '@nyanja/server/wiring/providers'
import { textTable } from './text-table.ts'

type Observe = (record: ProviderRecord) => void

interface Subject {
  readonly name: string
  /** The address, shown for a provider that has several. */
  readonly at?: string
  /** The settings to look at when it cannot be reached, and when it refuses. */
  readonly addresses: readonly string[]
  readonly credentials: readonly string[]
  check(observe: Observe): Promise<unknown> | undefined
}

export interface ProviderCheck {
  readonly provider: string
  readonly state: 'works' | 'refused' | 'unreachable' | 'unexpected' | 'not_in_market'
  /** What the check found, without secrets. */
  readonly seen: string
  readonly lookAt: readonly string[]
}

interface CheckOptions {
  readonly config: Config
  /** The providers to check; all when it is absent. */
  readonly names?: readonly string[]
  readonly observe?: Observe
}

function subjectOf(gateway: ConfiguredGateway, config: Config): Subject {
  return {
    name: gateway.name,
    // A gateway without an address of its own is the BSS.
    addresses: gateway.addressNames.length === 0 ? ['BSS_URL'] : gateway.addressNames,
    credentials: gateway.credentialNames,
    check: (observe) =>
      gateway.check(
        contextOf(gateway.name, {
          ...{ config, now: Date.now, tmf: bssOptionsOf({ config, metrics: silentMetrics }) },
          ...{ metrics: { ...silentMetrics, recordCall: observe }, reachability: { toggled: () => {} } },
          ...{ answered: () => {}, log: { warn: () => {} } },
        }),
      ),
  }
}

function ratesOf({ market: { currency: one, secondCurrency: other }, providers: { rates } }: Config): Subject[] {
  if (rates === undefined || other === undefined) return []
  const check = (observe: Observe) => createHttpRateSource({ ...rates, one, other, observe }).rate()
  return [{ name: 'rates', addresses: ['RATES_URL'], credentials: ['RATES_API_KEY'], check }]
}

function smscsOf({ smsc }: Config): Subject[] {
  return smsc.addresses.map((address) => ({
    name: 'smsc',
    at: `${address.host}:${address.port}`,
    addresses: ['SMSC_URL'],
    credentials: ['SMSC_SYSTEM_ID', 'SMSC_PASSWORD'],
    check: () => tryBind(address, smsc),
  }))
}

function subjectsIn(config: Config): readonly Subject[] {
  const mail = { name: 'mail', addresses: ['SMTP_URL'], credentials: ['SMTP_URL'] }
  return [
    ...config.gateways.map((gateway) => subjectOf(gateway, config)),
    ...ratesOf(config),
    ...smscsOf(config),
    { ...mail, check: () => checkMailServer(config.mail) },
  ]
}

/** Signs in at each provider without moving money and without sending a message. */
export function checkProviders({ config, names, observe }: CheckOptions): Promise<readonly ProviderCheck[]> {
  const subjects = subjectsIn(config).filter(({ name }) => names?.includes(name) ?? true)
  return Promise.all(subjects.map((subject) => checkSubject(subject, observe)))
}

async function checkSubject(subject: Subject, observe?: Observe): Promise<ProviderCheck> {
  const records: ProviderRecord[] = []
  const collect = (record: ProviderRecord) => {
    records.push(record)
    observe?.(record)
  }
  const { name: provider, at = '' } = subject
  try {
    const checking = subject.check(collect)
    await checking
    return { provider, state: checking === undefined ? 'not_in_market' : 'works', seen: at, lookAt: [] }
  } catch (error) {
    const state = stateOf(error, records.at(-1))
    const seen = [at, error instanceof Error ? error.message : 'no answer'].filter(Boolean).join(', ')
    return { provider, state, seen, lookAt: lookAtFor(state, subject) }
  }
}

function stateOf(error: unknown, last: ProviderRecord | undefined): 'refused' | 'unreachable' | 'unexpected' {
  if (!(error instanceof PortalError)) return 'unexpected'
  if (error.code === 'provider_unreachable') return 'unreachable'
  const isUnauthorised = last?.status === 401 || last?.status === 403
  return last?.outcome === 'invalid_response' && !isUnauthorised ? 'unexpected' : 'refused'
}

function lookAtFor(state: 'refused' | 'unreachable' | 'unexpected', { addresses, credentials }: Subject) {
  if (state === 'unreachable') return addresses
  return state === 'refused' ? credentials : [...new Set([...addresses, ...credentials])]
}

interface CheckCommand {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder with `markets/`. */
  readonly home: string
  /** The names of the providers to check; an empty list means all. */
  readonly typed: readonly string[]
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

const usage = `Usage
  providers:check                sign in at every configured provider, bind at the SMSC and greet the mail server
  providers:check <provider> …   only at these: a gateway of the market (dpo, open-api-money, …), rates, smsc or mail
  --help                         show this

It moves no money and sends no message. Exit code 0: all of them work; 1: one does not; 2: the command was not understood.`

/** `providers:check` for staff: prints one line for each provider. Returns the exit code. */
export async function runProvidersCheck({ env, home, typed, print, complain }: CheckCommand): Promise<number> {
  if (typed.some((word) => word === '--help' || word === '-h')) {
    print(`${usage}\n`)
    return 0
  }
  const config = readEnvironment({ env, home: path.resolve(home) })
  const known = subjectsIn(config).map(({ name }) => name)
  const unknown = typed.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    complain(`${unknown} is not configured: choose from ${[...new Set(known)].join(', ')}\n\n${usage}\n`)
    return 2
  }
  const checks = await checkProviders({ config, ...(typed.length > 0 && { names: typed }) })
  const rows = checks.map(({ provider, state, seen, lookAt }) => [
    provider,
    state.replaceAll('_', ' '),
    seen,
    lookAt.join(', '),
  ])
  print(`${textTable(['provider', 'state', 'seen', 'look at'], rows)}\n`)
  return checks.every(({ state }) => state === 'works' || state === 'not_in_market') ? 0 : 1
}
