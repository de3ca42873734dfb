import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { folderMode, makePrivate } from './database-files.ts'

interface BackUpOptions {
  /** The database of a portal, which may be running. */
  readonly file: string
  readonly folder: string
  /** The number of backups to leave in the folder, the newest. */
  readonly keep: number
  readonly now: number
}

const isBackup = (name: string) => /^portal-\d{8}T\d{6}Z\.db$/.test(name)
const nameAt = (time: number) => `portal-${new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')}.db`

/** Copies the database as it was at one moment. A file that bears the name of a backup is complete and was checked. */
export async function backUpSqlite({ file, folder, keep, now }: BackUpOptions): Promise<string> {
  if (!existsSync(file)) throw new Error(`There is no database ${file}`)
  mkdirSync(folder, { recursive: true, mode: folderMode })
  const place = path.join(folder, nameAt(now))
  const partial = `${place}.partial`
  rmSync(partial, { force: true })
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    await backup(source, partial)
  } finally {
    source.close()
  }
  makePrivate(partial)
  check(partial)
  sync(partial)
  renameSync(partial, place)
  sync(folder)
  const surplus = readdirSync(folder).filter(isBackup).sort().slice(0, -keep)
  for (const name of surplus) rmSync(path.join(folder, name))
  return place
}

function check(file: string): void {
  const database = new DatabaseSync(file)
  try {
    // The backup is one file, without a journal beside it that could be forgotten.
    database.exec('pragma journal_mode = delete')
    const { quick_check: result } = database.prepare('pragma quick_check').get() ?? {}
    if (result !== 'ok') throw new Error(`The backup is damaged, and so may be the database: ${String(result)}`)
  } finally {
    database.close()
  }
}

function sync(place: string): void {
  const opened = openSync(place, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
