import path from 'node:path'
import type { OpenDatabase } from '@nyanja/back-office/db/schema'
import { readConsoleConfig } from '@nyanja/back-office/settings/console-config'
import type { IdentityProvider } from '@nyanja/back-office/sign-in/identity-provider'
import type { Role, Staff } from '@nyanja/domain/staff/roles'
import { newId, newReference } from '@nyanja/server/common/ids'
import { createLog } from '@nyanja/server/common/log'
import { applied, openLeads } from '@nyanja/server/db/leads/test-leads'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import { createSubmissionStore } from '@nyanja/server/db/submissions/submission-store'
import { openMigrated } from '@nyanja/server/db/test-database'
import { createConnections, Drain } from '@nyanja/web/http/connections'
import { sessionCookie } from '../../app/sign-in/session-cookie.ts'
import { createApp } from '../app.ts'
import { createConsole } from '../console.ts'
import { loadPages } from './test-pages.ts'

const testOrigin = 'http://localhost:3400'

/** Loading them takes longer than the rest of an app. */
const pages = loadPages()

const staffOf = (role: Role, name = `A ${role}`): Staff => ({ id: `st-${name}`, name, roles: [role] })

/** There is none by default, because tests that sign in bring their own. */
const noProvider: IdentityProvider = {
  signInUrl: async () => 'https://id.example/auth',
  identify: async () => undefined,
  signOutUrl: async () => 'https://id.example/end',
}

const configOf = (env: Readonly<Record<string, string>>) =>
  readConsoleConfig({
    env: {
      ...{ CONSOLE_ORIGIN: testOrigin, PUBLIC_ORIGIN: 'http://localhost:3000' },
      ...{ OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'secret' },
      ...env,
    },
    home: path.join(import.meta.dirname, '../../../portal'),
  })

interface Outside {
  /** `real` means that the settings decide. */
  readonly identityProvider?: IdentityProvider | 'real'
  readonly env?: Readonly<Record<string, string>>
  /** The database is migrated, and the test closes it; by default it is SQLite in memory. */
  readonly database?: OpenDatabase
  readonly mostUploadBytes?: number
}

/** Opens the whole console on a real database, with the payments of the portal's own use cases and a moved clock. */
export async function createTestConsole({
  identityProvider = noProvider,
  env = {},
  database: given,
  ...limits
}: Outside = {}) {
  const database: OpenDatabase = given ?? (await openMigrated())
  const payments = openPayments(database)
  const now = () => payments.clock.now
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const console = createConsole(
    { config: configOf(env), database, now, log },
    identityProvider === 'real' ? limits : { identityProvider, ...limits },
  )
  const app = await createApp({
    ...{ console, log, origin: testOrigin, clientFolder: import.meta.dirname },
    browserFiles: { module: (name) => `/assets/${name}.js`, island: () => [] },
    handle: await pages,
    connections: createConnections(),
    drain: new Drain(),
  })
  const { host } = new URL(testOrigin)

  /** Returns the cookie of a new session. */
  async function signIn(staff: Role | Staff): Promise<string> {
    const id = await console.sessions.open(typeof staff === 'string' ? staffOf(staff) : staff)
    return (await sessionCookie(id)).replace(/;.*/, '')
  }
  const get = (url: string, cookie = '') => app.inject({ url, headers: { host, cookie } })
  const post = (
    url: string,
    fields: Readonly<Record<string, string>> | URLSearchParams,
    cookie = '',
    origin = testOrigin,
  ) =>
    app.inject({
      method: 'POST',
      url,
      headers: { host, cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })

  /** Posts a form with a file. */
  async function upload(url: string, form: FormData, cookie: string) {
    const body = new Response(form)
    const headers = { host, cookie, origin: testOrigin, 'content-type': body.headers.get('content-type') ?? '' }
    return app.inject({ method: 'POST', url, headers, payload: Buffer.from(await body.arrayBuffer()) })
  }

  /** Returns the reference of a delivered payment of MWK 500 for 999000001. */
  async function paid(): Promise<string> {
    const attempt = await payments.startAttempt(await payments.placedOrder(), { method: 'nyanja_money' })
    payments.gateways.wallet.verify = async (one) => capturedResult(one)
    await payments.after(5000)
    await payments.after(0)
    return attempt.reference
  }

  /** Returns the reference of a visitor's message, with a number and an e-mail address. */
  async function written(): Promise<string> {
    const answers = {
      fullName: 'Mada',
      contactNumber: '+265 999 000 002',
      email: 'mada@mail.example',
      message: 'Hello',
    }
    return createSubmissionStore(database.db).keep(
      {
        ...{ id: newId(), reference: newReference('MSG'), digest: newId(), form: 'contact', channel: 'web' },
        ...{ language: 'en', answers, at: now(), msisdn: '999000002', email: answers.email },
      },
      0,
    )
  }

  /** Returns the reference of an order for internet at home that the BSS refuses. */
  async function refusedLead(): Promise<string> {
    const fixture = openLeads(database)
    fixture.clock.now = now()
    fixture.bss.state.refuses = 'no such product'
    return (await fixture.leads.submit(applied({ email: 'chisomo@mail.example' }))).reference
  }

  /** Returns the id of a complaint about coverage, with one report. */
  async function complained(): Promise<string> {
    const point = { place: 'Area 47', lat_hundredths: -1396, lng_hundredths: 3379 }
    await database.db
      .insertInto('coverage_reports')
      .values({ ...point, id: newId(), technology: '4g', problem: 'no_signal', at: now() })
      .execute()
    return '-1396.3379.4g.no_signal'
  }

  async function close(): Promise<void> {
    await app.close()
    if (given === undefined) await database.close()
  }

  return {
    app,
    console,
    payments,
    database,
    clock: payments.clock,
    lines,
    signIn,
    get,
    post,
    upload,
    paid,
    written,
    refusedLead,
    complained,
    close,
    staffOf,
  }
}

export type TestConsole = Awaited<ReturnType<typeof createTestConsole>>
