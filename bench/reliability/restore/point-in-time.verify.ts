import { execFileSync } from 'node:child_process'
import { readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { AcknowledgedCommits } from '@nyanja/database/acknowledged-commits'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import { unreadRecoveries } from '@nyanja/server/db/recovery/recovery-store'
import { expect, it, onTestFinished } from 'vitest'
import { findPostgres } from '../../../scripts/check/find-tools.mjs'
import { createCluster } from '../../../scripts/check/postgres.mjs'
import { runSql } from '../../environment/database.ts'

const binaries = findPostgres() ?? ''
const scripts = path.join(import.meta.dirname, '../../../deploy/postgresql')
const canCopy = statSync(path.join(binaries, 'pg_basebackup'), { throwIfNoEntry: false }) !== undefined

/** Starts a server whose write-ahead log is archived, as docs/go-live.md sets it up. */
async function openArchived() {
  const cluster = await createCluster(binaries)
  onTestFinished(async () => {
    await cluster.end('SIGQUIT')
    cluster.remove()
  })
  const { uid, gid } = statSync(cluster.data)
  const as = { ...(process.getuid?.() === 0 && { uid, gid }), cwd: cluster.folder, stdio: 'ignore' } as const
  const archive = path.join(cluster.folder, 'archive')
  execFileSync('mkdir', [archive], as)
  await cluster.start({
    settings: { archive_mode: 'on', archive_command: `ARCHIVE=${archive} ${scripts}/archive-wal.sh %p %f` },
  })
  return { cluster, archive, as }
}

const who = async ({ db }: Pick<ReturnType<typeof openDatabase>, 'db'>) =>
  (await db.selectFrom('method_switches').select('who').orderBy('method').execute()).map((row) => row.who)

it.skipIf(!canCopy)(
  'restores PostgreSQL to a moment between two changes, and the portal notices (needs pg_basebackup)',
  async () => {
    const { cluster, archive, as } = await openArchived()
    const before = openDatabase({ url: cluster.url }, { commits: new AcknowledgedCommits() })
    await migrateTables(before)
    const change = (method: string) =>
      before.db
        .insertInto('method_switches')
        .values({ method, is_open: 1, reason: 'drill', who: method, at: 1 })
        .execute()

    const base = path.join(cluster.folder, 'base')
    execFileSync(path.join(binaries, 'pg_basebackup'), ['-d', cluster.url, '-D', base, '--checkpoint=fast'], as)
    await change('a kept change')
    const [moment] = await runSql(before, 'select clock_timestamp()::text as at')
    await change('a change to be undone')
    await runSql(before, 'select pg_switch_wal()')
    await before.close()
    await cluster.end('SIGINT')

    renameSync(cluster.data, `${cluster.data}.damaged`)
    const [BACKUPS, SETTINGS] = [path.join(cluster.folder, 'bases'), path.join(cluster.folder, 'conf.d')]
    execFileSync('mkdir', [BACKUPS, SETTINGS], as)
    renameSync(base, path.join(BACKUPS, 'last'))
    const env = { ...process.env, BACKUPS, SETTINGS, ARCHIVE: archive, CLUSTER: cluster.data }
    execFileSync(path.join(scripts, 'prepare-restore.sh'), [String(moment?.at)], { ...as, env })
    const written = readFileSync(path.join(SETTINGS, 'restore.conf'), 'utf8')
    const settings = [...written.matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [name, value])
    await cluster.start({ settings: Object.fromEntries(settings) })
    const after = openDatabase({ url: cluster.url }, { commits: new AcknowledgedCommits() })
    onTestFinished(() => after.close())
    expect(await who(after)).toEqual(['a kept change'])
    expect(await unreadRecoveries(after.db)).toBe(1)
  },
)
