import { openDatabase } from '@nyanja/server/db/open'
import { runSql } from '../../environment/database.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { type JoinedPortal, openEnvironment } from '../../environment/test-environment.ts'
import { type Load, startLoad } from '../channels/load.ts'

export interface Portals {
  readonly url: string
  readonly portals: readonly Pick<JoinedPortal, 'origin' | 'adminOrigin'>[]
  readonly sandbox: SandboxControl
  readonly env: Readonly<Record<string, string>>
}

/** Starts two portals on the database of this address. */
export async function withPortals<T>(url: string, work: (portals: Portals) => Promise<T>): Promise<T> {
  const environment = await openEnvironment({ settings: { DATABASE_URL: url } })
  try {
    const sandbox = new SandboxControl(environment.sandboxOrigin)
    await sandbox.approvePrompts(200)
    const portals = [environment, await environment.joinPortal()]
    return await work({ url, portals, sandbox, env: environment.env })
  } finally {
    await environment.close()
  }
}

const channels = 6
const answerTimeoutMs = 4_000
/** The time is longer than any failover: a customer with an unanswered call repeats it, with the same key. */
const tries = 150

export function startPatientLoad({ portals, sandbox }: Portals, seed: number): Load {
  const origins = portals.map(({ origin }) => origin)
  return startLoad({ origins, sandbox, channels, seed, channelTimeoutMs: answerTimeoutMs, tries })
}

/** Returns why the portal has doubted its database. */
export async function readRecoveries(url: string): Promise<readonly string[]> {
  const database = openDatabase({ url })
  const rows = await runSql(database, 'select reason from recoveries').finally(() => database.close())
  return rows.map(({ reason }) => String(reason))
}
