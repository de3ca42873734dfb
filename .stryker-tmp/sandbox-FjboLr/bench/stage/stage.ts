// @ts-nocheck
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildIfStale } from '../../scripts/build.mjs'
import { demoSettings } from '../../scripts/demo/settings.mjs'
import { freePorts } from './free-ports.ts'
import { Service } from './service.ts'

export interface StageOptions {
  /** Beyond those of the demo. */
  readonly settings?: Readonly<Record<string, string>>
  readonly portalCore?: number
  readonly sandboxCore?: number
  readonly portalNodeOptions?: readonly string[]
}

/** A portal and a sandbox of our own, on free ports, with a database that ends with them. */
export interface Stage {
  readonly origin: string
  readonly adminOrigin: string
  readonly sandboxOrigin: string
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
  readonly portal: Service
  readonly sandbox: Service
  close(): Promise<void>
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  await buildIfStale()
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-bench-'))
  const env = await settingsFor(folder, options.settings)
  const origin = `http://localhost:${env.PORT}`
  const sandboxOrigin = `http://127.0.0.1:${env.SANDBOX_PORT}`
  const sandbox = new Service({
    name: 'sandbox',
    main: 'apps/sandbox/src/main.ts',
    env,
    healthUrl: `${sandboxOrigin}/__sim/health`,
    logFile: path.join(folder, 'sandbox.log'),
    core: options.sandboxCore,
  })
  const portal = new Service({
    name: 'portal',
    main: 'apps/portal/server/main.ts',
    env,
    healthUrl: `${origin}/healthz`,
    logFile: path.join(folder, 'portal.log'),
    core: options.portalCore,
    nodeOptions: options.portalNodeOptions,
  })
  const stage = {
    origin,
    adminOrigin: `http://127.0.0.1:${env.ADMIN_PORT}`,
    sandboxOrigin,
    env,
    folder,
    portal,
    sandbox,
    async close() {
      await portal.stop()
      await sandbox.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await sandbox.start()
    await portal.start()
  } catch (error) {
    await stage.close()
    throw error
  }
  return stage
}

async function settingsFor(folder: string, settings: StageOptions['settings']): Promise<Record<string, string>> {
  const [portal, admin, sandbox, bank, smpp] = await freePorts(5)
  return demoSettings({
    ...inherited(),
    PORT: String(portal),
    ADMIN_PORT: String(admin),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_BANK_PORT: String(bank),
    SANDBOX_SMPP_PORT: String(smpp),
    DATA_DIR: folder,
    ...settings,
  })
}

/** What a process needs of ours; settings of a portal that somebody runs here must not leak in. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG']
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
