import { freeSandboxPort } from '../../../scripts/demo/ports.mjs'
import { demoSettings } from '../../../scripts/demo/settings.mjs'
import { freePorts } from '../../../scripts/free-ports.mjs'
import type { Cleanup } from '../../environment/run-bench.ts'
import { type Certificates, createCertificates } from './certificates.ts'
import { type NameAnswer, openNameServer } from './name-server.ts'
import { type Namespace, openNamespace, type Place } from './namespace.ts'
import { Relay } from './relay.ts'

/** Everything between the portal and those that it talks to. */
export interface Network {
  readonly namespace: Namespace
  readonly database: Relay
  readonly provider: Relay
  readonly bss: Relay
  /** Callbacks take this way from the providers to the portal. */
  readonly callbacks: Relay
  readonly names: Awaited<ReturnType<typeof openNameServer>>
  readonly certificates: Certificates
  /** A portal's settings in this network. */
  readonly settings: Readonly<Record<string, string>>
  readonly ports: { readonly portal: number; readonly sandbox: number }
}

interface NetworkOptions {
  /** The folder for certificates. */
  readonly folder: string
  readonly databaseUrl: string
  readonly cleanup: Cleanup
}

const nameOf = (place: Place) => `${place}.drill`

export async function openNetwork({ folder, databaseUrl, cleanup }: NetworkOptions): Promise<Network> {
  const namespace = openNamespace()
  cleanup(() => namespace.close())
  const { addressOf, inside } = namespace
  const [portalPort = 0] = await freePorts(1)
  const sandboxPort = await freeSandboxPort()
  const certificates = createCertificates(folder, (['provider', 'bss'] as const).map(nameOf))
  const open = async (options: ConstructorParameters<typeof Relay>[0]) => {
    const relay = await new Relay(options).open()
    cleanup(() => relay.close())
    return relay
  }
  const server = new URL(databaseUrl)
  const sandbox = { host: '127.0.0.1', port: sandboxPort }
  const tls = certificates.valid
  const database = await open({
    host: addressOf('database'),
    target: { host: server.hostname, port: Number(server.port) },
  })
  const provider = await open({ host: addressOf('provider'), target: sandbox, tls })
  const bss = await open({ host: addressOf('bss'), port: provider.port, target: sandbox, tls })
  const callbacks = await open({ host: '127.0.0.1', target: { host: inside, port: portalPort } })
  // A wrong answer leads to a server with a certificate, which is not theirs.
  const stranger = { host: addressOf('stranger'), target: sandbox, tls: certificates.ofStranger }
  await open({ ...stranger, port: provider.port })
  const names = await openNameServer({
    host: addressOf('visitors'),
    addresses: Object.fromEntries(
      (['database', 'provider', 'bss'] as const).map((place) => [nameOf(place), addressOf(place)]),
    ),
    wrongAddress: addressOf('stranger'),
  })
  cleanup(() => names.close())
  const url = new URL(databaseUrl)
  url.host = `${nameOf('database')}:${database.port}`
  const settings = {
    ...settingsAt(`https://${nameOf('provider')}:${provider.port}`, sandboxPort),
    DATABASE_URL: url.href,
    BSS_URL: `https://${nameOf('bss')}:${bss.port}/bss`,
    PORT: String(portalPort),
    SANDBOX_PORT: String(sandboxPort),
    PORTAL_URL: `http://127.0.0.1:${callbacks.port}`,
    TRUSTED_PROXIES: addressOf('visitors'),
    NODE_EXTRA_CA_CERTS: certificates.authorityFile,
  }
  const ports = { portal: portalPort, sandbox: sandboxPort }
  return { namespace, database, provider, bss, callbacks, names, certificates, settings, ports }
}

/** Returns the demo's settings that name the sandbox, with another origin. */
function settingsAt(origin: string, sandboxPort: number): Readonly<Record<string, string>> {
  const direct = `http://127.0.0.1:${sandboxPort}/`
  const named = Object.entries(demoSettings({ SANDBOX_PORT: String(sandboxPort) }))
  return Object.fromEntries(
    named.flatMap(([name, value]) =>
      typeof value === 'string' && value.startsWith(direct) ? [[name, value.replace(direct, `${origin}/`)]] : [],
    ),
  )
}

export interface Situation {
  readonly name: string
  begin(network: Network): void
  readonly repeats?: true
  /** No payment by push can begin meanwhile, which the page of service health must say. */
  readonly isPushAway?: true
}

const outside: readonly Place[] = ['database', 'provider', 'bss']

/** Lets nothing pass between the portal and this system, in either direction. */
function cut({ namespace: { filter, addressOf } }: Network, place: Place): void {
  filter({ in: [`ip saddr ${addressOf(place)} drop`], out: [`ip daddr ${addressOf(place)} drop`] })
}

const titles = {
  provider: 'provider',
  bss: 'BSS',
  wrong: 'a wrong address',
  none: 'no answer',
  failure: 'a failure',
} as const

function mislead(
  network: Network,
  answer: Exclude<NameAnswer, 'right'>,
  asked: readonly ('database' | 'provider' | 'bss')[],
): void {
  network.names.answerWith(answer, asked.map(nameOf))
  for (const place of asked) network[place].drop()
}

function expire({ certificates, ...network }: Network, place: 'provider' | 'bss'): void {
  network[place].certify(certificates.expired)
  network[place].drop()
}

export const situations: readonly Situation[] = [
  { name: 'no database', begin: (network) => cut(network, 'database') },
  {
    name: 'no provider',
    isPushAway: true,
    begin(network) {
      cut(network, 'provider')
      network.callbacks.isClosed = true
    },
  },
  { name: 'no BSS', begin: (network) => cut(network, 'bss') },
  {
    name: 'answers of the database lost',
    begin: ({ namespace: { filter, addressOf } }) => filter({ in: [`ip saddr ${addressOf('database')} drop`] }),
  },
  ...(['provider', 'bss'] as const).map((place) => ({
    name: `answers of the ${titles[place]} lost`,
    begin(network: Network) {
      network[place].losesAnswers = true
    },
  })),
  {
    name: '5 % of packets lost',
    begin({ namespace: { filter, addressOf } }) {
      const chance = 'numgen random mod 100 < 5 drop'
      filter({
        in: outside.map((place) => `ip saddr ${addressOf(place)} ${chance}`),
        out: outside.map((place) => `ip daddr ${addressOf(place)} ${chance}`),
      })
    },
  },
  {
    name: 'provider and BSS 2 s away',
    begin({ provider, bss }) {
      for (const relay of [provider, bss]) relay.delayMs = 1_000
    },
  },
  {
    name: 'database 2 s away',
    begin({ database }) {
      database.delayMs = 1_000
    },
  },
  {
    name: 'all connections half-open',
    begin({ namespace: { filter, portsTo } }) {
      const ports = portsTo(outside).join(', ')
      if (ports !== '') filter({ in: [`tcp dport { ${ports} } drop`], out: [`tcp sport { ${ports} } drop`] })
    },
  },
  ...(['wrong', 'none', 'failure'] as const).map((answer) => ({
    name: `name of the provider: ${titles[answer]}`,
    begin: (network: Network) => mislead(network, answer, ['provider']),
    ...(answer === 'wrong' && ({ isPushAway: true } as const)),
  })),
  { name: 'name of the BSS: no answer', begin: (network) => mislead(network, 'none', ['bss']) },
  { name: 'all names: no answer', begin: (network) => mislead(network, 'none', ['database', 'provider', 'bss']) },
  { name: 'certificate of the provider expired', isPushAway: true, begin: (network) => expire(network, 'provider') },
  { name: 'certificate of the BSS expired', begin: (network) => expire(network, 'bss') },
  { name: 'each POST arrives twice', repeats: true, begin: () => {} },
]

/** Restores the state before any situation. */
export function restore({ namespace, database, provider, bss, callbacks, names, certificates }: Network): void {
  namespace.heal()
  names.answerWith('right', [])
  for (const relay of [database, provider, bss, callbacks]) {
    relay.delayMs = 0
    relay.isClosed = false
    relay.losesAnswers = false
  }
  for (const relay of [provider, bss]) relay.certify(certificates.valid)
}
