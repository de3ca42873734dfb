import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildIfStale } from '../../scripts/build.mjs'
import { freeSandboxPort } from '../../scripts/demo/ports.mjs'
import { demoSettings } from '../../scripts/demo/settings.mjs'
import { freePorts } from '../../scripts/free-ports.mjs'
import { earlierSettings } from './earlier-release.ts'
import { Service } from './service.ts'

export interface EnvironmentOptions {
  /** The settings in addition to those of the demo. */
  readonly settings?: Readonly<Record<string, string>>
  /** Settings for the portal alone, not the sandbox. */
  readonly portalSettings?: Readonly<Record<string, string>>
  readonly portalCore?: number
  readonly sandboxCore?: number
  readonly portalNodeOptions?: readonly string[]
  /** A command that runs the portal, requested at each start. */
  readonly portalWrapper?: () => readonly string[]
  /** The address at which the portal listens, in place of localhost. */
  readonly portalHost?: string
  /** The program of another release. */
  readonly portalMain?: string
}

/** Opens a temporary portal and sandbox, on free ports, with a database that ends with them. */
export interface TestEnvironment {
  readonly origin: string
  readonly adminOrigin: string
  readonly sandboxOrigin: string
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
  readonly portal: Service
  readonly sandbox: Service
  /** Starts another process of the same portal, on PostgreSQL. */
  joinPortal(options?: JoinOptions): Promise<JoinedPortal>
  close(): Promise<void>
}

interface JoinOptions {
  readonly nodeOptions?: readonly string[]
  /** The program of another release. */
  readonly main?: string
  readonly settings?: Readonly<Record<string, string>>
}

export interface JoinedPortal {
  readonly origin: string
  readonly adminOrigin: string
  readonly portal: Service
}

const ownMain = 'apps/commands/main.ts'

export async function openEnvironment(options: EnvironmentOptions = {}): Promise<TestEnvironment> {
  await buildIfStale()
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-bench-'))
  const { portalHost = 'localhost' } = options
  const env = await settingsFor(folder, {
    ...(options.portalHost && { HOST: portalHost, ADMIN_HOST: portalHost }),
    ...options.settings,
  })
  const origin = `http://${portalHost}:${env.PORT}`
  if (options.portalHost) env.PUBLIC_ORIGIN = origin
  const sandboxOrigin = `http://127.0.0.1:${env.SANDBOX_PORT}`
  const sandbox = new Service({
    name: 'sandbox',
    main: 'apps/sandbox/src/main.ts',
    env,
    healthUrl: `${sandboxOrigin}/__sim/health`,
    logFile: path.join(folder, 'sandbox.log'),
    wrapper: onCore(options.sandboxCore),
  })
  const portalOn = (
    settings: Readonly<Record<string, string>>,
    logFile: string,
    { nodeOptions = [], main = options.portalMain ?? ownMain }: JoinOptions = {},
  ) =>
    new Service({
      name: 'portal',
      main,
      env: { ...(main !== ownMain && earlierSettings(settings)), ...settings, ...options.portalSettings },
      // A worker serves no visitors.
      healthUrl:
        settings.ROLE === 'worker'
          ? `http://127.0.0.1:${settings.ADMIN_PORT}/readyz`
          : `http://${portalHost}:${settings.PORT}/healthz`,
      logFile: path.join(folder, logFile),
      wrapper: options.portalWrapper ?? onCore(options.portalCore),
      nodeOptions: [...(options.portalNodeOptions ?? []), ...nodeOptions],
    })
  const portal = portalOn(env, 'portal.log')
  const joined: Service[] = []
  const environment: TestEnvironment = {
    origin,
    adminOrigin: `http://${options.portalHost ?? '127.0.0.1'}:${env.ADMIN_PORT}`,
    sandboxOrigin,
    env,
    folder,
    portal,
    sandbox,
    async joinPortal(join = {}) {
      const [PORT, ADMIN_PORT] = (await freePorts(2)).map(String)
      const another = portalOn(
        { ...env, ...join.settings, PORT: PORT ?? '', ADMIN_PORT: ADMIN_PORT ?? '' },
        `portal-${joined.length + 2}.log`,
        join,
      )
      joined.push(another)
      await another.start()
      return { origin: `http://localhost:${PORT}`, adminOrigin: `http://127.0.0.1:${ADMIN_PORT}`, portal: another }
    },
    async close() {
      for (const service of [...joined, portal, sandbox]) await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await sandbox.start()
    await portal.start()
  } catch (error) {
    await environment.close()
    throw error
  }
  return environment
}

/** Keeps this process off the core of the portal. */
export async function pinToCore(core: number): Promise<void> {
  await promisify(execFile)('taskset', ['-acp', String(core), String(process.pid)])
}

function onCore(core: number | undefined): (() => readonly string[]) | undefined {
  return core === undefined ? undefined : () => ['taskset', '-c', String(core)]
}

/** Those of the demo on free ports, with everything stored in this folder. */
export async function settingsFor(
  folder: string,
  settings?: EnvironmentOptions['settings'],
): Promise<Record<string, string>> {
  const [portal, admin] = await freePorts(2)
  return demoSettings({
    ...inherited(),
    PORT: String(portal),
    ADMIN_PORT: String(admin),
    SANDBOX_PORT: String(await freeSandboxPort()),
    DATA_DIR: folder,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ...settings,
  })
}

/** The environment that a process needs; settings of another portal on this machine must not leak in. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
