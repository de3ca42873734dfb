import Fastify, { type FastifyInstance } from 'fastify'
import { createBank } from './bank/bank.ts'
import { createBss } from './bss/bss.ts'
import { createChat } from './chat/chat.ts'
import { createCms } from './cms/cms.ts'
import { addControl } from './control/control-api.ts'
import { addFaultHooks } from './core/faults.ts'
import { createWorld } from './core/html.ts'
import type { Market, MarketName } from './core/market.ts'
import type { Simulator, World } from './core/simulator.ts'
import { StateFile } from './core/state-file.ts'
import { createExchangeRates } from './exchange-rates/exchange-rates.ts'
import { gatewaySimulators } from './gateway-simulators.ts'
import { createIdentityProvider, type IdentityProvider } from './identity/identity-provider.ts'
import { createInstaller } from './installer/installer.ts'
import { createMailServer } from './mail/mail-server.ts'
import { createMaps } from './maps/maps.ts'
import type { MoneyOptions } from './open-api-money/simulator.ts'
import { createPhone } from './phone/phone.ts'
import { portsFrom } from './ports.ts'
import { createSettlements } from './settlements/settlements.ts'
import { createSmsc } from './smsc/smsc.ts'

export interface SandboxOptions {
  readonly market?: MarketName | Market
  readonly host?: string
  readonly port?: number
  readonly bankPort?: number
  readonly smppPort?: number
  readonly smtpPort?: number
  readonly identityPort?: number
  readonly portalUrl?: string
  readonly consoleUrl?: string
  /** Callback addresses by the name of the simulator; default: the portal. */
  readonly callbackUrls?: Readonly<Record<string, string>>
  /** The portal's name of the chat. */
  readonly chatApiKey?: string
  /** The money operator's settings, where they differ from the defaults. */
  readonly money?: MoneyOptions
  /** Nothing is stored beyond the process when it is absent. */
  readonly dataDir?: string
  readonly timeScale?: number
  readonly now?: () => Date
  readonly random?: () => number
}

type LockResult = Required<Omit<SandboxOptions, 'dataDir' | 'now' | 'random'>>

export interface Sandbox {
  readonly url: string
  readonly bankUrl: string
  readonly smppPort: number
  readonly smtpPort: number
  /** The issuer of the identity provider. */
  readonly issuer: string
  readonly world: World
  stop(): Promise<void>
}

interface Simulators {
  /** The simulators on the sandbox's own origin. */
  readonly main: readonly Simulator[]
  /** The simulators on the bank's origin, so that a browser sees a third party. */
  readonly bank: readonly Simulator[]
  readonly identity: IdentityProvider
}

/** The whole outside world: one line for each party. */
function createSimulators(world: World, options: LockResult): Simulators {
  const { host, smppPort, smtpPort, identityPort, chatApiKey: apiKey, callbackUrls, portalUrl, money } = options
  const { consoleUrl } = options
  const notify = `${portalUrl}/api/portal-service/transaction/v1/pg-callback/notify`
  const bank = createBank(world)
  const providers = gatewaySimulators.map(({ name, gateways: [gateway], create }) =>
    create(world, {
      issuer: bank,
      callbackUrl: callbackUrls[name] ?? `${notify}/${gateway}/sandbox-callback`,
      money,
    }),
  )
  return {
    main: [
      createBss(world),
      ...providers,
      createSettlements(world, providers),
      createExchangeRates(world),
      createCms(world),
      createMaps(world),
      createSmsc(world, { host, port: smppPort }),
      createMailServer(world, { host, port: smtpPort }),
      createChat(world, { apiKey }),
      createPhone(world),
      createInstaller(world),
    ],
    bank: [bank],
    identity: createIdentityProvider({ host, port: identityPort, consoleUrl }),
  }
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const concluded = conclude(options)
  let stateFile: StateFile | undefined
  const changed = () => stateFile?.changed()
  const world = createWorld({ ...options, changed })
  const { main, bank, identity } = createSimulators(world, concluded)
  const simulators = [...main, ...bank, identity]

  if (options.dataDir) stateFile = new StateFile(options.dataDir, simulators)
  await stateFile?.restore()
  const mainApp = createApp(world, main)
  const bankApp = createApp(world, bank)
  addControl(mainApp, world, simulators)
  const apps = [mainApp, bankApp]

  const { host, port, bankPort } = concluded
  world.addresses.smppPort = concluded.smppPort
  world.addresses.bankUrl = await bankApp.listen({ host, port: bankPort })
  world.addresses.sandboxUrl = await mainApp.listen({ host, port })
  for (const simulator of simulators) await simulator.start?.()

  return {
    url: world.addresses.sandboxUrl,
    bankUrl: world.addresses.bankUrl,
    smppPort: world.addresses.smppPort,
    smtpPort: world.addresses.mailPort,
    issuer: identity.issuer(),
    world,
    stop: () => stop({ apps, simulators, world, stateFile }),
  }
}

function conclude({ portalUrl = 'http://localhost:3000', port = 3100, ...options }: SandboxOptions): LockResult {
  return {
    market: 'mw',
    host: '127.0.0.1',
    ...portsFrom(port),
    consoleUrl: 'http://localhost:3400',
    timeScale: 1,
    callbackUrls: {},
    money: {},
    chatApiKey: 'sandbox-chat-key',
    ...options,
    portalUrl,
    port,
  }
}

function createApp(world: World, simulators: readonly Simulator[]): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } })
  addFaultHooks(app, world.faults)
  answerUnknownPaths(app, simulators)
  app.addHook('onResponse', async ({ method }) => {
    if (method !== 'GET') world.changed()
  })
  // Each party has a separate scope, so that its body parsers and error pages apply to it alone.
  for (const simulator of simulators) {
    void app.register((scope, _options, done) => {
      simulator.register(scope)
      done()
    })
  }
  return app
}

function answerUnknownPaths(app: FastifyInstance, simulators: readonly Simulator[]): void {
  const unknownPaths = simulators.flatMap((simulator) => simulator.unknownPaths ?? [])
  app.setNotFoundHandler(({ url }, reply) => {
    const path = unknownPaths.find(({ prefix }) => url.startsWith(`${prefix}/`) || url === prefix)
    return path ? path.answer(reply) : reply.code(404).send({ message: 'Not found' })
  })
}

interface Running {
  readonly apps: readonly FastifyInstance[]
  readonly simulators: readonly Simulator[]
  readonly world: World
  readonly stateFile: StateFile | undefined
}

async function stop({ apps, simulators, world, stateFile }: Running): Promise<void> {
  world.callbacks.cancel()
  for (const simulator of simulators) await simulator.stop?.()
  await Promise.all(apps.map((app) => app.close()))
  await stateFile?.save()
}
