import { PortalError } from '../common/errors.ts'

/** Conditions that pass by themselves or by an administrator's hand, and are no fault of a statement. */
const passing: Readonly<Record<string, string>> = {
  '25006': 'takes no writes: it is a standby, or read-only',
  '53100': 'has a full disk',
  '53200': 'is out of memory',
  '53300': 'has no connection left',
  '55P03': 'holds a lock for too long',
  '57014': 'takes too long',
  '57P01': 'is shutting down',
  '57P02': 'has crashed',
  '57P03': 'is starting up',
  '57P05': 'has closed an idle session',
}

/** The settings name a server, user or database that is none, or the server refuses them: waiting does not help. */
const refused: Readonly<Record<string, string>> = {
  '28000': 'refuses this user',
  '28P01': 'refuses this password',
  '3D000': 'has no database of this name',
  '42501': 'does not let this user do that',
}

const cannotWrite: readonly string[] = ['25006', '53100']

/** As pg and its pool say them, which give them no code. */
const lostConnection = /timeout|terminat|ended|not queryable|closed the connection/i

function codeOf(error: Error): string {
  // Of a host with several addresses, none of which took the connection.
  if (error instanceof AggregateError) return 'ECONNREFUSED'
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Why a server that answers does not take our settings. */
export function refusalOfPostgres(error: unknown): string | undefined {
  return error instanceof Error ? refused[codeOf(error)] : undefined
}

export const isPostgresWriteFailure = (error: unknown): boolean =>
  error instanceof Error && cannotWrite.includes(codeOf(error))

/** The client has given up a statement that the server may still be at. */
export const isAnswerLate = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** A statement error of PostgreSQL has a code of five characters; what has none, or one of the system, is a connection. */
function reasonOf(error: Error): string | undefined {
  const code = codeOf(error)
  if (passing[code] !== undefined) return passing[code]
  if (code.startsWith('08') || /^E[A-Z_]{3,}$/.test(code)) return `cannot be reached (${code})`
  return code === '' && lostConnection.test(error.message) ? 'does not answer' : undefined
}

/** A database that cannot serve right now has a name; everything else is a bug, and goes on as it came. */
export function namedPostgresFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PortalError) return error
  const reason = reasonOf(error)
  return reason === undefined
    ? error
    : new PortalError('database_unavailable', `PostgreSQL ${reason}`, { cause: error })
}
