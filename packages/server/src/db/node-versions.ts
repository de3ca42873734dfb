import { createHash } from 'node:crypto'
import type { ProcessLock } from '@nyanja/database/process-lock'
import { type Kysely, sql } from 'kysely'
import { type NodeDifference, nodeDifferences } from '../metrics/metrics.ts'
import type { Database } from './schema.ts'

/** The properties that all processes on one database should have in common. */
export type NodeVersions = Readonly<Record<NodeDifference, string>>

export interface CompareOptions {
  readonly db: Kysely<Database>
  readonly processLock: Pick<ProcessLock, 'announce'>
  /** The versions of this process now. */
  readonly versions: () => NodeVersions
  readonly clockOffsetMs: () => number
  readonly count: (difference: NodeDifference, nodes: number) => void
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
}

const shorten = (version: string) => createHash('sha256').update(version).digest('hex').slice(0, 10)

/** Other portals on the same server keep their tables in other schemas. */
const prefix = sql<string>`'nyanja-portal ' || left(md5(current_schema()), 6) || ' '`

/** A process on the database, as it describes itself; the versions are shortened. */
export interface Node extends NodeVersions {
  /**
   * The milliseconds by which the machine's clock is ahead of the database's; undefined for a process of an older
   * release.
   */
  readonly clockOffsetMs: number | undefined
}

/** Lists all processes on the same PostgreSQL, by the names of their sessions. */
export async function listNodes(db: Kysely<Database>): Promise<readonly Node[]> {
  const { rows } = await sql<{ name: string }>`
    select substr(application_name, length(${prefix}) + 1) as name from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${prefix})`.execute(db)
  return rows.map(({ name }) => {
    const [release = '', content = '', offset] = name.split(' ')
    return { release, content, clockOffsetMs: offset === undefined ? undefined : Number(offset) * 100 }
  })
}

/**
 * Compares this process with the others on the same PostgreSQL by the names of their sessions, each time it is called.
 * A difference that lasts until the next call is logged once with both versions.
 */
export function createNodeComparison(options: CompareOptions) {
  const { db, processLock, versions, clockOffsetMs, count, log } = options
  const seen = new Map<NodeDifference, { readonly others: string; readonly isLogged: boolean }>()
  let announced: string | undefined

  async function announce(own: NodeVersions): Promise<void> {
    // The offset is in tenths of a second, because a name has at most 63 characters.
    const text = `${own.release} ${own.content} ${Math.round(clockOffsetMs() / 100)}`
    if (text === announced) return
    const { rows } = await sql<{ name: string }>`select ${prefix} || ${text}::text as name`.execute(db)
    await processLock.announce(rows[0]?.name ?? '')
    announced = text
  }

  function report(difference: NodeDifference, own: string, nodes: readonly NodeVersions[]): void {
    const differing = nodes.map((node) => node[difference]).filter((version) => version !== own)
    count(difference, differing.length)
    const before = seen.get(difference)
    const others = [...new Set(differing)].sort().join(', ')
    if (others === '') {
      if (before?.isLogged) log.info({ [difference]: own }, `all processes have the same ${difference} again`)
      seen.delete(difference)
      return
    }
    const isSame = before?.others === others
    if (isSame && !before.isLogged) log.warn({ own, others }, `other processes have another ${difference}`)
    seen.set(difference, { others, isLogged: isSame })
  }

  return async function compareNodes(): Promise<void> {
    const { release, content } = versions()
    const own = { release: shorten(release), content: shorten(content) }
    await announce(own)
    const nodes = await listNodes(db)
    for (const difference of nodeDifferences) report(difference, own[difference], nodes)
  }
}

const compareEveryMs = 30_000

/**
 * Compares now and every half minute; a failed comparison is left to the next time. Returns a function that ends it.
 */
export function compareNodesRegularly(options: CompareOptions): () => void {
  const compare = createNodeComparison(options)
  const attempt = () => void compare().catch(() => {})
  attempt()
  const timer = setInterval(attempt, compareEveryMs).unref()
  return () => clearInterval(timer)
}
