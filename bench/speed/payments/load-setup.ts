import path from 'node:path'
import { migrate } from '@nyanja/server/db/migrate'
import { migrations } from '@nyanja/server/db/migrations/all'
import { type DatabaseAddress, type OpenDatabase, openDatabase } from '@nyanja/server/db/open'
import { openBalancer } from '../../environment/balancer.ts'
import type { OwnPostgres } from '../../environment/own-postgres.ts'
import type { Cleanup } from '../../environment/run-bench.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { type JoinedPortal, openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'

/** Everything that a payment passes through. */
export interface LoadSetup {
  readonly engine: string
  readonly environment: TestEnvironment
  readonly sandbox: SandboxControl
  /** The payer has typed the PIN so long after the prompt. */
  readonly approveAfterMs: number
  readonly portals: readonly JoinedPortal[]
  readonly address: DatabaseAddress
  /** A handle of the bench's own. */
  readonly database: OpenDatabase
  /** Where the database is a server. */
  readonly postgres?: OwnPostgres
}

export interface LoadSetupOptions {
  readonly approveAfterMs: number
  readonly nodeOptions?: readonly string[] | undefined
}

/** One process of the portal. */
export async function setUpOnSqlite(
  { approveAfterMs, nodeOptions }: LoadSetupOptions,
  cleanup: Cleanup,
): Promise<LoadSetup> {
  const environment = await openEnvironment({ portalNodeOptions: nodeOptions ?? [] })
  cleanup(() => environment.close())
  const sandbox = new SandboxControl(environment.sandboxOrigin)
  await sandbox.approvePrompts(approveAfterMs)
  const address = { file: path.join(environment.folder, 'portal.db'), isBeside: true }
  const database = openDatabase(address)
  cleanup(() => database.close())
  return {
    engine: 'SQLite, one process',
    environment,
    sandbox,
    approveAfterMs,
    portals: [environment],
    address,
    database,
  }
}

export interface PostgresLoadSetupOptions extends LoadSetupOptions {
  readonly postgres: OwnPostgres
  /** Of the database, which is made. */
  readonly name: string
}

/** Two processes of the portal; callbacks of providers are spread over them as the load is. */
export async function setUpOnPostgres(options: PostgresLoadSetupOptions, cleanup: Cleanup): Promise<LoadSetup> {
  const { approveAfterMs, nodeOptions, postgres, name } = options
  const url = await postgres.createDatabase(name)
  const database = openDatabase({ url })
  cleanup(() => database.close())
  await migrate(database, migrations)
  const balancer = await openBalancer()
  cleanup(() => balancer.close())
  const settings = { DATABASE_URL: url, PORTAL_URL: balancer.origin }
  const environment = await openEnvironment({ settings, portalNodeOptions: nodeOptions ?? [] })
  cleanup(() => environment.close())
  const portals = [environment, await environment.joinPortal()]
  balancer.spreadOver(portals.map(({ origin }) => origin))
  const sandbox = new SandboxControl(environment.sandboxOrigin)
  await sandbox.approvePrompts(approveAfterMs)
  const engine = 'PostgreSQL, two processes'
  return { engine, environment, sandbox, approveAfterMs, portals, address: { url }, database, postgres }
}
