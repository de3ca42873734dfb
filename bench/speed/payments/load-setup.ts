import path from 'node:path'
import { type DataKeys, parseDataKeys } from '@nyanja/database/data-keys'
import type { DatabaseAddress } from '@nyanja/database/open'
import { withoutTimeouts } from '@nyanja/database/transaction'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { openBalancer } from '../../environment/balancer.ts'
import { type OwnPostgres, runSql } from '../../environment/database.ts'
import type { Cleanup } from '../../environment/run-bench.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { type JoinedPortal, openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { fillPayments, usualPaymentMs } from '../search/fill-payments.ts'

/** Everything that a payment passes through. */
export interface LoadSetup {
  readonly engine: string
  readonly environment: TestEnvironment
  readonly sandbox: SandboxControl
  /** The payer types the PIN this long after the prompt. */
  readonly approveAfterMs: number
  readonly portals: readonly JoinedPortal[]
  readonly address: DatabaseAddress
  /** A handle of the bench's own. */
  readonly database: OpenDatabase
  /** Set where the database is a server. */
  readonly postgres?: OwnPostgres
}

interface LoadSetupOptions {
  readonly approveAfterMs: number
  /** `DATA_KEYS`; without it personal columns are not encrypted. */
  readonly dataKeys?: string
  readonly nodeOptions?: readonly string[] | undefined
}

/** The portals open the database in the first way, and the bench in the second. */
function readKeys(dataKeys?: string): { settings: Readonly<Record<string, string>>; keys: DataKeys | undefined } {
  if (dataKeys === undefined) return { settings: {}, keys: undefined }
  const keys = parseDataKeys(dataKeys)
  if ('fault' in keys) throw new Error(keys.fault)
  return { settings: { DATA_KEYS: dataKeys }, keys }
}

/** One process of the portal. */
export async function setUpOnSqlite(
  { approveAfterMs, nodeOptions, dataKeys }: LoadSetupOptions,
  cleanup: Cleanup,
): Promise<LoadSetup> {
  const { settings, keys } = readKeys(dataKeys)
  const environment = await openEnvironment({ settings, portalNodeOptions: nodeOptions ?? [] })
  cleanup(() => environment.close())
  const sandbox = new SandboxControl(environment.sandboxOrigin)
  await sandbox.approvePrompts(approveAfterMs)
  const address = { file: path.join(environment.folder, 'portal.db'), isBeside: true, keys }
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

interface PostgresLoadSetupOptions extends LoadSetupOptions {
  readonly postgres: OwnPostgres
  /** The name of the database, which is created. */
  readonly name: string
  /** What the database has when the portals start. */
  readonly beforeStart?: (database: OpenDatabase) => Promise<unknown>
}

/** Two processes of the portal; callbacks of providers are spread over them like the load. */
export async function setUpOnPostgres(options: PostgresLoadSetupOptions, cleanup: Cleanup): Promise<LoadSetup> {
  const { approveAfterMs, nodeOptions, postgres, name, beforeStart } = options
  const url = await postgres.createDatabase(name)
  const { settings: ofKeys, keys } = readKeys(options.dataKeys)
  const address = { url, keys }
  const database = openDatabase(address)
  cleanup(() => database.close())
  await migrateTables(database)
  await beforeStart?.(database)
  const balancer = await openBalancer()
  cleanup(() => balancer.close())
  const settings = { ...ofKeys, DATABASE_URL: url, PORTAL_URL: balancer.origin }
  const environment = await openEnvironment({ settings, portalNodeOptions: nodeOptions ?? [] })
  cleanup(() => environment.close())
  const portals = [environment, await environment.joinPortal()]
  balancer.spreadOver(portals.map(({ origin }) => origin))
  const sandbox = new SandboxControl(environment.sandboxOrigin)
  await sandbox.approvePrompts(approveAfterMs)
  const engine = 'PostgreSQL, two processes'
  return { engine, environment, sandbox, approveAfterMs, portals, address, database, postgres }
}

/** What a finished payment leaves behind, by table, and how long it is stored there. */
const hour = 3_600_000
const kept = {
  orders: undefined,
  attempts: undefined,
  deliveries: undefined,
  events: undefined,
  messages: undefined,
  callbacks: 30 * 24 * hour,
  idempotency: 24 * hour,
  prompted_wallets: hour,
} as const satisfies Record<string, number | undefined>

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Shifts the letters of ids over the whole alphabet, so that copies are spread among real ids in every index. */
const otherLetters = (text: string) =>
  `translate(substr(md5(n || ${text}), 1, 8), '0123456789abcdef', '02468BDFHKNQSVXZ') || substr(${text}, 9)`
const letterOfAge = (shift: number) => `substr('${alphabet}', ((age >> ${shift}) & 31) + 1, 1)`
/** Prefixed by the time of the copy, as `ids.ts` does it. */
const otherId = (text: string) =>
  `${[15, 10, 5, 0].map(letterOfAge).join(' || ')} || ${otherLetters(`substr(${text}, 5)`)}`
const otherNumber = (text: string) => `'99' || lpad((hashtext(n || ${text}) & 8388607)::text, 7, '0')`

const fallback: Readonly<Record<string, string>> = {
  id: otherId('id'),
  order_id: otherId('order_id'),
  attempt_id: otherId('attempt_id'),
  'callbacks.reference': otherId('reference'),
  'attempts.reference': `'NYA-' || upper(substr(md5(n || reference), 1, 12))`,
  provider_reference: 'substr(md5(n || provider_reference), 1, 18)',
  body_hash: 'md5(n || body_hash) || md5(body_hash)',
  key: 'md5(n || key)::uuid::text',
  msisdn: otherNumber('msisdn'),
  payer_msisdn: otherNumber('payer_msisdn'),
}

/**
 * Copies the finished payments of a fresh database into the past until there are this many. They were real, so every
 * table has its share of rows in their real shape; each copy has other ids, references and numbers.
 */
export async function fillUp(address: DatabaseAddress, payments: number): Promise<void> {
  const database = openDatabase(address)
  // The copies are made without row-by-row checks of foreign keys: they refer to each other like the originals.
  const patient = database.db.connection().execute(async (db) => {
    await runSql({ db }, 'set statement_timeout = 0')
    await runSql({ db }, 'set session_replication_role = replica')
    await fill({ db }, payments)
  })
  await patient.finally(() => database.close())
}

/** The bytes of each payment, with its rows in all tables and their indexes. */
export const slimBytes = 3_500
/** The age of payments whose numbers are not erased yet. */
const slimFor = 150 * 24 * hour

const monthsOfTwoYears = 25

/** Adds partitions of the history from that time on, in place of the one for all that was before the migration. */
export async function makePastMonths(database: OpenDatabase, firstAt: number): Promise<void> {
  const [until] = await runSql(database, `select name from event_months() where name like 'events_until_%'`)
  await runSql(database, `drop table ${until?.name}`)
  await runSql(database, `select add_event_months(${firstAt}, ${monthsOfTwoYears})`)
}

/** Stores delivered payments in their smallest form, with their history, for more of them than copies have room for. */
export async function fillSlim(database: OpenDatabase, payments: number): Promise<void> {
  const newestAt = Date.now() - hour
  await withoutTimeouts(async () => {
    const apartMs = Math.min(usualPaymentMs, Math.floor(slimFor / payments))
    await makePastMonths(database, newestAt - slimFor)
    await fillPayments(database, { rows: payments, newestAt, paymentMs: apartMs, hasHistory: true })
    // Neither unpaid orders nor days to be closed: their work is measured elsewhere.
    await runSql(database, `update retention_marks set up_to = ${newestAt}`)
    await runSql(
      database,
      `insert into closed_days (day, from_at, until_at, last_event_id, events, document, digest, closed_at)
      values (to_char(now(), 'YYYY-MM-DD'), ${newestAt}, ${newestAt + 24 * hour}, 0, 0, '{}', '', ${newestAt})`,
    )
    await runSql(database, 'vacuum analyze')
    await runSql(database, 'checkpoint')
  })
}

type Handle = Pick<OpenDatabase, 'db'>

async function fill(database: Handle, payments: number): Promise<void> {
  await untilFinished(database)
  const [{ count } = {}] = await runSql(database, 'select count(*) from attempts')
  const real = Number(count)
  const copies = Math.round(payments / real) - 1
  for (const [table, keptMs = Number.POSITIVE_INFINITY] of Object.entries(kept)) {
    const newest = Math.min(copies, Math.floor(keptMs / (usualPaymentMs * real)))
    if (newest > 0) await copy(database, table, { copies: newest, apartMs: usualPaymentMs * real })
  }
  const dayAgo = Date.now() - 24 * hour
  await runSql(database, `update retention_marks set up_to = ${dayAgo}`)
  await runSql(database, 'vacuum analyze')
  await runSql(database, 'checkpoint')
}

async function untilFinished(database: Handle): Promise<void> {
  const giveUpAt = Date.now() + 30_000
  for (;;) {
    const [{ due } = {}] = await runSql(
      database,
      `select (select count(*) from attempts where next_check_at is not null)
        + (select count(*) from deliveries where next_check_at is not null)
        + (select count(*) from messages where next_check_at is not null) as due`,
    )
    if (Number(due) === 0) return
    if (Date.now() > giveUpAt) throw new Error(`${due} rows are still due, so there are no finished payments to copy`)
  }
}

async function copy(
  database: Handle,
  table: string,
  { copies, apartMs }: { readonly copies: number; readonly apartMs: number },
): Promise<void> {
  const columns = await runSql(
    database,
    `select column_name, data_type from information_schema.columns
    where table_schema = 'public' and table_name = '${table}' and is_identity = 'NO'
      and coalesce(column_default, '') not like 'nextval%'`,
  )
  const names = columns.map(({ column_name }) => String(column_name))
  const values = names.map((name) => {
    if (/(^|_)at$/.test(name)) return `${name} - n * ${apartMs}`
    return fallback[`${table}.${name}`] ?? fallback[name] ?? name
  })
  await runSql(
    database,
    `insert into ${table} (${names.join(', ')})
    select ${values.join(', ')} from ${table}, generate_series(1, ${copies}) as copy (n),
      lateral (select ((${Date.now()} - n * ${apartMs}) / 960000)::int as age) as made
    on conflict do nothing`,
  )
}
