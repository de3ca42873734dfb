import { PortalError } from '../common/errors.ts'

interface Trouble {
  readonly reason: string
  /** In `docs/runbook`. */
  readonly page: string
}

const full = 'disk-full.md'
const damaged = 'database-damaged.md'

/** What is wrong with the disk or the file, by SQLite's result codes. */
const troubles: Readonly<Record<number, Trouble>> = {
  3: { reason: 'may not be read or written by this user', page: full },
  8: { reason: 'cannot be written: the disk or the file is read-only', page: full },
  10: { reason: 'cannot be read or written: the disk reports an error, or its space or quota is used up', page: full },
  11: { reason: 'is damaged', page: damaged },
  13: { reason: 'cannot be written: the disk is full', page: full },
  14: { reason: 'cannot be opened: its folder is missing, full, read-only or closed to this user', page: full },
  26: { reason: 'is damaged, or is no SQLite database', page: damaged },
}

const busy = 5
const cannotWrite: readonly number[] = [8, 10, 13]

/** The low byte of an extended result code. */
const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode % 256 : 0

export const isBusy = (error: unknown): boolean => codeOf(error) === busy

export const isSqliteWriteFailure = (error: unknown): boolean => cannotWrite.includes(codeOf(error))

/** Names the file, what is wrong with it, and the page that says what to do; undefined for other errors. */
export function troubleWith(file: string, error: unknown): string | undefined {
  const trouble = troubles[codeOf(error)]
  return trouble && `${file} ${trouble.reason}: see docs/runbook/${trouble.page}`
}

/** A database that cannot serve right now has a name; everything else is a bug, and goes on as it came. */
export function namedSqliteFailure(file: string, error: unknown): unknown {
  const message = isBusy(error) ? `${file} is locked by another process` : troubleWith(file, error)
  return message === undefined ? error : new PortalError('database_unavailable', message, { cause: error })
}
