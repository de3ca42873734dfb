import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { backUpSqlite } from '@nyanja/database/back-up-sqlite'
import { hour } from '@nyanja/domain/time'
import { expect, it, onTestFinished } from 'vitest'
import { migrateTables } from './migrations/all.ts'
import { openDatabase } from './open.ts'

const now = Date.parse('2026-11-24T03:00:00Z')

async function openPortal() {
  const home = mkdtempSync(path.join(tmpdir(), 'nyanja-backup-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const file = path.join(home, 'portal.db')
  const database = openDatabase({ file })
  onTestFinished(() => database.close())
  await migrateTables(database)
  const folder = path.join(home, 'backups')
  return { database, file, folder, backUp: (at = now, keep = 2) => backUpSqlite({ file, folder, keep, now: at }) }
}

it('copies a database that is in use, with all that was committed, for its own user alone', async () => {
  const { database, folder, backUp } = await openPortal()
  const recovery = { at: 1, since: 1, reason: 'restored', who: 'thoko', journal_read_at: null }
  await database.db.insertInto('recoveries').values(recovery).execute()
  const place = await backUp()
  expect(place).toBe(path.join(folder, 'portal-20261124T030000Z.db'))
  expect(readdirSync(folder)).toEqual(['portal-20261124T030000Z.db'])
  expect([statSync(place).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])

  const copy = openDatabase({ file: place, isBeside: true })
  onTestFinished(() => copy.close())
  expect(await copy.db.selectFrom('recoveries').select('who').execute()).toEqual([{ who: 'thoko' }])
})

it('leaves the newest backups and no other file', async () => {
  const { folder, backUp } = await openPortal()
  for (const hours of [0, 1, 2]) await backUp(now + hours * hour)
  expect(readdirSync(folder)).toEqual(['portal-20261124T040000Z.db', 'portal-20261124T050000Z.db'])
})

it('makes no backup of a missing database', async () => {
  const { file, folder } = await openPortal()
  const missing = backUpSqlite({ file: `${file}.lost`, folder, keep: 2, now })
  await expect(missing).rejects.toThrow('There is no database')
})
