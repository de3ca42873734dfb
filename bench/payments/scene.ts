import path from 'node:path'
import { migrate } from '../../apps/portal/server/db/migrate.ts'
import { migrations } from '../../apps/portal/server/db/migrations/all.ts'
import { type DatabaseAddress, type OpenDatabase, openDatabase } from '../../apps/portal/server/db/open.ts'
import { openBalancer } from '../stage/balancer.ts'
import type { OwnPostgres } from '../stage/own-postgres.ts'
import type { Cleanup } from '../stage/run-bench.ts'
import { SandboxDoor } from '../stage/sandbox-door.ts'
import { type JoinedPortal, openStage, type Stage } from '../stage/stage.ts'

/** Everything that a payment passes through. */
export interface Scene {
  readonly engine: string
  readonly stage: Stage
  readonly sandbox: SandboxDoor
  /** The payer has typed the PIN so long after the prompt. */
  readonly approveAfterMs: number
  readonly portals: readonly JoinedPortal[]
  readonly address: DatabaseAddress
  /** A handle of the bench's own. */
  readonly database: OpenDatabase
  /** Where the database is a server. */
  readonly postgres?: OwnPostgres
}

export interface SceneOptions {
  readonly approveAfterMs: number
  readonly nodeOptions?: readonly string[] | undefined
}

/** One process of the portal. */
export async function sceneOnSqlite({ approveAfterMs, nodeOptions }: SceneOptions, cleanup: Cleanup): Promise<Scene> {
  const stage = await openStage({ portalNodeOptions: nodeOptions ?? [] })
  cleanup(() => stage.close())
  const sandbox = new SandboxDoor(stage.sandboxOrigin)
  await sandbox.approvePrompts(approveAfterMs)
  const address = { file: path.join(stage.folder, 'portal.db'), isBeside: true }
  const database = openDatabase(address)
  cleanup(() => database.close())
  return { engine: 'SQLite, one process', stage, sandbox, approveAfterMs, portals: [stage], address, database }
}

export interface PostgresSceneOptions extends SceneOptions {
  readonly postgres: OwnPostgres
  /** Of the database, which is made. */
  readonly name: string
}

/** Two processes of the portal; callbacks of providers are spread over them as the load is. */
export async function sceneOnPostgres(options: PostgresSceneOptions, cleanup: Cleanup): Promise<Scene> {
  const { approveAfterMs, nodeOptions, postgres, name } = options
  const url = await postgres.createDatabase(name)
  const database = openDatabase({ url })
  cleanup(() => database.close())
  await migrate(database, migrations)
  const balancer = await openBalancer()
  cleanup(() => balancer.close())
  const settings = { DATABASE_URL: url, PORTAL_URL: balancer.origin }
  const stage = await openStage({ settings, portalNodeOptions: nodeOptions ?? [] })
  cleanup(() => stage.close())
  const portals = [stage, await stage.joinPortal()]
  balancer.spreadOver(portals.map(({ origin }) => origin))
  const sandbox = new SandboxDoor(stage.sandboxOrigin)
  await sandbox.approvePrompts(approveAfterMs)
  const engine = 'PostgreSQL, two processes'
  return { engine, stage, sandbox, approveAfterMs, portals, address: { url }, database, postgres }
}
