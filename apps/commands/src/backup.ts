import { backUpSqlite } from '@nyanja/database/back-up-sqlite'
import type { DatabaseAddress } from '@nyanja/database/open'
import { recordBackup } from '@nyanja/server/db/node-reports'
import { openDatabase } from '@nyanja/server/db/open'
import { type CommandAnswer, done, misused, refused } from './command.ts'
import type { Described } from './noun.ts'

const usuallyKept = 48

function readBackup([, folder, flag, count = '', ...rest]: readonly string[]) {
  if (folder === undefined || folder.startsWith('--')) return misused('Name the folder of the backups')
  if (flag === undefined) return { folder, keep: usuallyKept }
  if (flag !== '--keep' || !/^[1-9]\d{0,4}$/.test(count) || rest.length > 0)
    return misused('Give the number of backups to keep: --keep 48')
  return { folder, keep: Number(count) }
}

/** The console shows when it was made. An earlier release has no table for it, and the backup is as good. */
async function reportBackup(address: DatabaseAddress, madeAt: number): Promise<void> {
  const database = openDatabase(address)
  await recordBackup(database.db, madeAt).catch(() => undefined)
  await database.close()
}

/** The command needs no table of this release, because a backup precedes a migration too. */
export async function backUp(address: DatabaseAddress, typed: readonly string[]): Promise<CommandAnswer> {
  const wanted = readBackup(typed)
  if ('outcome' in wanted) return wanted
  if ('url' in address) return refused('PostgreSQL is backed up by its own tools: docs/go-live.md')
  const madeAt = Date.now()
  const place = await backUpSqlite({ file: address.file, ...wanted, now: madeAt })
  await reportBackup(address, madeAt)
  return done(`${place} is complete`)
}

/** A copy of the SQLite database, which opens no database of this release. */
export const backup: Described = {
  name: 'backup',
  usage:
    'backup <folder> [--keep <count>]                  copy the SQLite database of a running portal into the folder',
}
