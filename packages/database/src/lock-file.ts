import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from './database-files.ts'
import { describeTrouble, isBusy } from './sqlite-connection.ts'

/** A lock that `release` ends, or the operating system when the process ends in any way. */
export interface FileLock {
  release(): void
}

/**
 * Keeps other portal processes from a SQLite file. The lock is a small SQLite file that a write transaction holds open:
 * unlike a pid file it cannot outlive its process, nor be mistaken for another process that got the same pid.
 */
export function lockFile(file: string): FileLock {
  const name = `${file}.lock`
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(name)
    makePrivate(name)
    lock.exec('begin immediate')
    // The pid is for the error message of a second process, and readable once it is committed.
    lock.exec(`pragma user_version = ${process.pid}; commit; begin immediate`)
  } catch (error) {
    const holder = isBusy(error) ? lock?.prepare('pragma user_version').get()?.user_version : undefined
    lock?.close()
    if (holder === undefined)
      throw new Error(describeTrouble(name, error) ?? `${name} cannot be locked`, { cause: error })
    throw new Error(`Another portal process (pid ${holder}) has ${file} open: SQLite serves one process only`, {
      cause: error,
    })
  }
  const held = lock
  return { release: () => held.close() }
}
