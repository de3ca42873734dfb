import path from 'node:path'
import { createStaffSessionStore } from '@nyanja/back-office/db/sign-in/staff-session-store'
import { StaffSessions } from '@nyanja/back-office/sign-in/staff-sessions'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { freePorts } from '../../../scripts/free-ports.mjs'
import { arrive } from '../../environment/arrivals.ts'
import type { Cleanup } from '../../environment/run-bench.ts'
import { Service } from '../../environment/service.ts'
import { settingsFor } from '../../environment/test-environment.ts'
import type { Typed } from './searches.ts'

/** Times are milliseconds. */
export interface AnsweredSearch {
  /** The time until the answer to what was typed. */
  readonly foundMs: number
  /** The time with the page that it leads to. */
  readonly shownMs: number
}

interface AgentOptions {
  /** The folder where the console logs, and where SQLite's file is. */
  readonly folder: string
  readonly url?: string | undefined
  readonly perSecond: number
  readonly seconds: number
  readonly next: () => Typed
}

const agents = 100
/** The key of an operator who encrypts; the stored rows are from before, so each find looks for two forms. */
export const searchKey = { id: 'bench', secret: new Uint8Array(32).fill(11) }
const warmUpSeconds = 10

/**
 * Runs searches of agents in a console process, each with the page that it leads to. It is undefined for one that
 * failed.
 */
export async function askConsole(
  { folder, url, perSecond, seconds, next }: AgentOptions,
  cleanup: Cleanup,
): Promise<readonly (AnsweredSearch | undefined)[]> {
  const [port] = await freePorts(1)
  const dataKeys = `${searchKey.id}:${Buffer.from(searchKey.secret).toString('base64')}`
  const settings = { CONSOLE_PORT: String(port), DATA_KEYS: dataKeys, ...(url !== undefined && { DATABASE_URL: url }) }
  const env = await settingsFor(folder, settings)
  const origin = `http://localhost:${port}`
  const service = new Service({
    ...{ name: 'console', main: 'apps/console/server/main.ts', env },
    ...{ healthUrl: `${origin}/healthz`, logFile: path.join(folder, 'console.log') },
  })
  cleanup(() => service.stop())
  await service.start()
  const database = openDatabase(url === undefined ? { file: path.join(folder, 'portal.db'), isBeside: true } : { url })
  const cookies = await signInAll(database)
  await database.close()
  const ask = async (_: number, index: number) => search(origin, cookies[index % cookies.length] ?? '', next())
  await arrive({ perSecond, seconds: warmUpSeconds }, ask)
  return arrive({ perSecond, seconds }, ask)
}

/** A session of each agent, as the console's cookie has it. */
async function signInAll({ db }: OpenDatabase): Promise<readonly string[]> {
  const sessions = new StaffSessions({ store: createStaffSessionStore(db), now: Date.now })
  const cookies: string[] = []
  for (let index = 0; index < agents; index += 1) {
    const id = await sessions.open({ id: `agent-${index}`, name: `Agent ${index}`, roles: ['care_agent'] })
    cookies.push(`__Host-staff=${encodeURIComponent(btoa(JSON.stringify(id)))}`)
  }
  return cookies
}

async function search(origin: string, cookie: string, typed: Typed): Promise<AnsweredSearch | undefined> {
  const begunAt = performance.now()
  const found = await fetch(`${origin}/search`, {
    ...{ method: 'POST', redirect: 'manual', headers: { origin, cookie }, body: new URLSearchParams(typed) },
  })
  await found.arrayBuffer()
  const foundMs = performance.now() - begunAt
  const location = found.headers.get('location')
  if (found.status !== 303 || location === null) return undefined
  const page = await fetch(new URL(location, origin), { headers: { cookie } })
  await page.arrayBuffer()
  return page.status === 200 ? { foundMs, shownMs: performance.now() - begunAt } : undefined
}
