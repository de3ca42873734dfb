import { PortalError } from '@nyanja/domain/errors'
import { day, second } from '@nyanja/domain/time'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  type QueryExecutorProvider,
  sql,
  type Transaction,
} from 'kysely'
import type { AcknowledgedCommits } from './acknowledged-commits.ts'
import type { EngineTables } from './engine-tables.ts'
import { overConnection } from './one-connection.ts'
import { processLockClass } from './process-lock.ts'
import { transaction } from './transaction.ts'

/** Commits within this time before the change may be missing on a server that has taken over. */
const lostWithinMs = day
/** A process that has not spoken by then may have known of a lost commit. */
const votesWithinMs = 15 * second

/** Any user may call these functions. */
const question = `
  select
    pg_is_in_recovery() as is_standby,
    case when not pg_is_in_recovery() then
      (select system_identifier from pg_control_system())::text || ' ' ||
      substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
    end as identity,
    (select identity from database_servers where what = 'current') as recorded,
    to_regclass($3)::oid::text as tables,
    (select identity from database_servers where what = 'tables') as recorded_tables,
    exists (select from database_servers where what = $1) as is_registered,
    exists (select from pg_locks where locktype = 'advisory' and granted and classid = ${processLockClass}
      and objid::bigint = $2 and database = (select oid from pg_database where datname = current_database())) as is_locked,
    (extract(epoch from clock_timestamp()) * 1000)::bigint as now`

interface Answer {
  readonly is_standby: boolean
  readonly identity: string | null
  readonly recorded: string | null
  /** The number of the tables, another one once a dump has created them again. */
  readonly tables: string | null
  readonly recorded_tables: string | null
  readonly is_registered: boolean
  readonly is_locked: boolean
  readonly now: number
}

/**
 * Checks whether a promoted standby has every one of these commits. Its timeline begins at what it replayed last; it
 * forgets that when it is restarted, and then nothing is certain. A transaction whose records it replayed has kept its
 * number, so its state is the answer; a higher number may have been reused.
 */
const comparison = `
  select pg_last_wal_receive_lsn() is not null and not exists (
    select from unnest($1::text[], $2::text[]) as seen (xid, lsn)
    where lsn::pg_lsn > pg_last_wal_replay_lsn() or not case
      when xid::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then coalesce(pg_xact_status(xid::xid8) = 'committed', true)
      else false end
  ) as has_all`

/** The codes for tables that do not exist yet, or a server that does not report its identity. */
const unasked: ReadonlySet<unknown> = new Set(['42P01', '42501'])

type Finding = 'kept' | 'lost'

/** The product's part when a server may lack commits. */
export interface Recovering {
  /** A table that every installation has; a restored dump creates it anew. */
  readonly table: string
  /** Begins a recovery, in the transaction that accepts the server. Processes that find the same change share one. */
  readonly begin: (tx: Transaction<EngineTables>, lost: Lost) => Promise<void>
}

export interface Lost {
  readonly at: number
  /** From this time on the database may lack commits. */
  readonly since: number
  /** The server before, which may be unknown. */
  readonly before: string | undefined
  /** The text is the same for each process that finds this change, and for no other change. */
  readonly change: string
}

export interface IdentityOptions {
  readonly processId: number
  readonly commits: AcknowledgedCommits
  readonly recovering: Recovering
}

type Recover = (
  tx: Transaction<EngineTables>,
  change: { readonly at: number; readonly before: string | undefined; readonly identity: string },
) => Promise<void>

const rowOf = (processId: number) => `process ${processId}`

/**
 * Checks each new connection of a portal process before anything else: a server whose identifier or timeline differs
 * from the recorded one was restored or has taken over, and may lack commits. It is used when every process that was
 * alive has found there what had been acknowledged to it, or when a recovery has begun.
 */
export class IdentityCheck {
  readonly #options: IdentityOptions
  #deciding: Promise<void> | undefined

  constructor(options: IdentityOptions) {
    this.#options = options
  }

  async check(connection: DatabaseConnection): Promise<void> {
    const { commits } = this.#options
    const row = await ask(connection, this.#options)
    if (row === undefined) return
    if (row.is_standby || row.identity === null) throw unavailable('takes no writes: it is a standby')
    if (row.tables !== row.recorded_tables)
      await transaction(overConnection<EngineTables>(connection), (tx) => compareTables(tx, row, this.#recover))
    if (row.identity === commits.identity) return
    this.#deciding ??= this.#decide(connection, { ...row, identity: row.identity }).finally(() => {
      this.#deciding = undefined
    })
    await this.#deciding
  }

  readonly #recover: Recover = (tx, { at, before, identity }) =>
    this.#options.recovering.begin(tx, { at, since: at - lostWithinMs, before, change: `is now ${identity}` })

  async #decide(connection: DatabaseConnection, row: Known): Promise<void> {
    const { commits, processId } = this.#options
    const { identity, recorded } = row
    if (commits.identity !== undefined && isEarlier(identity, commits.identity))
      throw unavailable('has a newer primary than this one')
    const isKnown = recorded === identity && commits.identity === undefined
    if (!isKnown) {
      // Another process could take the work of this one for that of a dead process.
      if (row.is_registered && !row.is_locked) throw unavailable('has a new primary: the process lock is not there yet')
      const finding = await this.#judge(connection, row)
      const db = overConnection<EngineTables>(connection)
      const isDecided = await transaction(db, (tx) =>
        vote(tx, { row, before: commits.identity, finding, processId, recover: this.#recover }),
      )
      if (!isDecided) throw unavailable('has a new primary: other processes have not compared it yet')
    }
    commits.accept(identity)
  }

  /** Returns undefined when this process has seen nothing of the earlier server. */
  async #judge(connection: DatabaseConnection, { identity, recorded }: Known): Promise<Finding | undefined> {
    const { commits } = this.#options
    const before = commits.identity ?? recorded
    const seen = before === null ? [] : commits.on(before)
    if (before === null || (seen.length === 0 && commits.identity === undefined)) return undefined
    if (!isNextTimeline(before, identity)) return 'lost'
    const values = [seen.map(({ xid }) => xid), seen.map(({ lsn }) => lsn)]
    const { rows } = await connection.executeQuery<{ has_all: boolean }>(CompiledQuery.raw(comparison, values))
    return rows[0]?.has_all === true ? 'kept' : 'lost'
  }
}

type Known = Answer & { readonly identity: string }

async function ask(
  connection: DatabaseConnection,
  { processId, recovering }: IdentityOptions,
): Promise<Answer | undefined> {
  const asked = CompiledQuery.raw(question, [rowOf(processId), processId, recovering.table])
  const answer = await connection.executeQuery<Answer>(asked).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && unasked.has(error.code)) return undefined
    throw error
  })
  return answer?.rows[0]
}

const unavailable = (reason: string) => new PortalError('database_unavailable', `PostgreSQL ${reason}`)

/** Counts the timelines by which one server is after another: undefined for another database system. */
function timelinesBetween(before: string, after: string): number | undefined {
  const [systemBefore, timelineBefore = ''] = before.split(' ')
  const [system, timeline = ''] = after.split(' ')
  if (system !== systemBefore) return undefined
  return Number.parseInt(timeline, 16) - Number.parseInt(timelineBefore, 16)
}

/** Tells whether there was exactly one change: two at once hide where the first one happened. */
const isNextTimeline = (before: string, after: string) => timelinesBetween(before, after) === 1

/** A primary that does not know yet that another server has taken over. */
const isEarlier = (one: string, other: string) => (timelinesBetween(other, one) ?? 0) < 0

interface Vote {
  readonly row: Known
  /** The server that this process used before. */
  readonly before: string | undefined
  readonly finding: Finding | undefined
  readonly processId: number
  readonly recover: Recover
}

/** Returns true once the server may be used. There is one vote at a time, because each locks the recorded identity. */
async function vote(
  tx: Transaction<EngineTables>,
  { row, before, finding, processId, recover }: Vote,
): Promise<boolean> {
  const { identity, now: at } = row
  const current = await tx
    .selectFrom('database_servers')
    .select('identity')
    .where('what', '=', 'current')
    .forUpdate()
    .executeTakeFirst()
  if (current === undefined) {
    await write(tx, 'current', identity)
    return true
  }
  if (finding !== undefined) await write(tx, rowOf(processId), `${identity} ${finding}`)
  if (current.identity === identity) {
    if (finding === 'lost') await recover(tx, { at, before, identity })
    return true
  }
  const votes = await tx.selectFrom('database_servers').selectAll().where('what', 'like', 'process %').execute()
  const isKept = votes.length > 0 && votes.every((each) => each.identity === `${identity} kept`)
  const isLost = votes.length === 0 || votes.some((each) => each.identity === `${identity} lost`)
  if (!isKept && !isLost && at - (await noticedAt(tx, identity, at)) < votesWithinMs) return false
  if (!isKept) await recover(tx, { at, before: current.identity, identity })
  await write(tx, 'current', identity)
  await tx.deleteFrom('database_servers').where('what', 'like', 'noticed %').execute()
  return true
}

/**
 * Compares the tables: a dump that was restored into the same server has new ones, and the recorded number of the old
 * ones.
 */
async function compareTables(
  tx: Transaction<EngineTables>,
  { tables, now: at }: Answer,
  recover: Recover,
): Promise<void> {
  if (tables === null) return
  await tx.selectFrom('database_servers').select('what').where('what', '=', 'current').forUpdate().execute()
  const recorded = await tx
    .selectFrom('database_servers')
    .select('identity')
    .where('what', '=', 'tables')
    .executeTakeFirst()
  if (recorded?.identity === tables) return
  if (recorded !== undefined)
    await recover(tx, { at, before: `tables ${recorded.identity}`, identity: `tables ${tables}` })
  await write(tx, 'tables', tables)
}

/** Reads the time at which the first process noticed the change. */
async function noticedAt(tx: Transaction<EngineTables>, identity: string, now: number): Promise<number> {
  const what = `noticed ${identity}`
  const row = await tx.selectFrom('database_servers').select('identity').where('what', '=', what).executeTakeFirst()
  if (row !== undefined) return Number(row.identity)
  await write(tx, what, String(now))
  return now
}

async function write(db: Kysely<EngineTables>, what: string, identity: string): Promise<void> {
  await db
    .insertInto('database_servers')
    .values({ what, identity })
    .onConflict((conflict) => conflict.column('what').doUpdateSet({ identity }))
    .execute()
}

/** From here on a server that takes over waits for this process. */
export async function registerProcess(db: QueryExecutorProvider, processId: number): Promise<void> {
  await sql`
    insert into database_servers (what, identity)
    select ${rowOf(processId)}, identity || ' kept' from database_servers where what = 'current'
    on conflict (what) do update set identity = excluded.identity
    where database_servers.identity <> excluded.identity`.execute(db)
}

export async function forgetProcess(db: QueryExecutorProvider, processId: number): Promise<void> {
  await sql`delete from database_servers where what = ${rowOf(processId)}`.execute(db)
}

/** All processes that a server which takes over would wait for. */
export async function registeredProcesses(db: Kysely<EngineTables>): Promise<readonly number[]> {
  const rows = await db.selectFrom('database_servers').select('what').where('what', 'like', 'process %').execute()
  return rows.map(({ what }) => Number(what.replace('process ', '')))
}
