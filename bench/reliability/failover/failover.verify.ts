import { statSync } from 'node:fs'
import path from 'node:path'
import { AcknowledgedCommits } from '@nyanja/database/acknowledged-commits'
import { holdProcessLock } from '@nyanja/database/process-lock'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { expect, it, onTestFinished } from 'vitest'
import { findPostgres } from '../../../scripts/check/find-tools.mjs'
import { createCluster } from '../../../scripts/check/postgres.mjs'
import { runSql } from '../../environment/database.ts'

const binaries = findPostgres() ?? ''
const canCopy = statSync(path.join(binaries, 'pg_basebackup'), { throwIfNoEntry: false }) !== undefined

async function openServer(standbyOf = '') {
  const server = await createCluster(binaries, { standbyOf })
  onTestFinished(async () => {
    await server.end('SIGQUIT')
    server.remove()
  })
  await server.start({ settings: { fsync: 'off' } })
  return server
}

function open(url: string): OpenDatabase {
  const database = openDatabase({ url })
  onTestFinished(() => database.close())
  return database
}

/** A primary and a standby that streams from it; the user of the portal owns its database and nothing else. */
async function openPair() {
  const primary = await openServer()
  const admin = openDatabase({ url: primary.url })
  await runSql(admin, 'create role portal login')
  await runSql(admin, 'create database portal owner portal')
  const standby = await openServer(primary.url)
  const standbyAdmin = open(standby.url)
  const count = async () => {
    const [row] = await runSql(admin, "select count(*) from pg_stat_replication where state = 'streaming'")
    return Number(row?.count)
  }
  await expect.poll(count).toBe(1)
  const hosts = [primary, standby].map(({ url }) => new URL(url).host)
  return {
    url: `postgres://portal@${hosts.toReversed().join(',')}/portal`,
    makeSynchronous: async () => {
      await runSql(admin, "alter system set synchronous_standby_names = '*'")
      await runSql(admin, 'select pg_reload_conf()')
      const state = async () => (await runSql(admin, 'select sync_state from pg_stat_replication'))[0]?.sync_state
      await expect.poll(state).toBe('sync')
    },
    cutReplication: async () => {
      await runSql(standbyAdmin, "alter system set primary_conninfo = ''")
      await runSql(standbyAdmin, 'select pg_reload_conf()')
      await expect.poll(count).toBe(0)
    },
    failOver: async () => {
      await admin.close()
      await primary.end('SIGQUIT')
      await runSql(standbyAdmin, 'select pg_promote()')
    },
  }
}

/** A process of the portal, as far as its database is concerned. */
async function openProcess(url: string) {
  const commits = new AcknowledgedCommits()
  const database = openDatabase({ url }, { commits })
  const processLock = await holdProcessLock(url, database.processId, database.register)
  onTestFinished(async () => {
    await processLock.end()
    await database.close()
  })
  const change = (method: string) =>
    database.db.transaction().execute(async (tx) => {
      const row = { method, is_open: 1, reason: 'drill', who: 'test', at: 1 }
      await tx.insertInto('method_switches').values(row).execute()
    })
  /** Returns what its first answer after a failover says. */
  const reasons = async () => {
    let rows: readonly { readonly reason: string }[] | undefined
    const read = async () => {
      rows ??= await database.db.selectFrom('recoveries').select('reason').execute()
      return rows
    }
    await expect.poll(() => read().catch(() => undefined), { timeout: 20_000 }).toBeDefined()
    return rows?.map(({ reason }) => reason)
  }
  await database.db.selectFrom('recoveries').selectAll().execute()
  await database.register()
  return { database, change, reasons }
}

async function openTwoProcesses(url: string) {
  const owner = openDatabase({ url })
  await migrateTables(owner)
  await owner.close()
  return [await openProcess(url), await openProcess(url)] as const
}

it.skipIf(!canCopy)(
  'continues on a synchronous standby, which has every acknowledged commit, as if nothing had happened',
  async () => {
    const { url, makeSynchronous, failOver } = await openPair()
    await makeSynchronous()
    const [one, two] = await openTwoProcesses(url)
    for (let change = 0; change < 20; change++)
      await Promise.all([one.change(`one ${change}`), two.change(`two ${change}`)])
    await failOver()
    expect(await Promise.all([one.reasons(), two.reasons()])).toEqual([[], []])
    expect(await one.database.db.selectFrom('method_switches').selectAll().execute()).toHaveLength(40)
    await two.change('after')
  },
)

it.skipIf(!canCopy)(
  'begins one recovery before any process continues, when one commit of one of them is missing on the standby',
  async () => {
    const { url, cutReplication, failOver } = await openPair()
    const [one, two] = await openTwoProcesses(url)
    await one.change('kept')
    await two.change('kept too')
    await cutReplication()
    await two.change('lost')
    await failOver()
    const lost = [expect.stringMatching(/00000001 is now \d+ 00000002$/)]
    expect(await Promise.all([one.reasons(), two.reasons()])).toEqual([lost, lost])
    const kept = await one.database.db.selectFrom('method_switches').select('method').orderBy('method').execute()
    expect(kept).toEqual([{ method: 'kept' }, { method: 'kept too' }])
  },
)
