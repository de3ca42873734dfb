interface DatabaseUrl {
  readonly protocol: string
  /** The credentials with their `@`, or an empty text. */
  readonly credentials: string
  /** The hosts, such as `one:5432`, in the order in which they are tried. */
  readonly hosts: readonly string[]
  /** The database and the options. */
  readonly rest: string
}

const form = /^(?<protocol>[a-z][a-z0-9+.-]*:\/\/)(?<credentials>[^/?#]*@)?(?<hosts>[^/?#]*)(?<rest>.*)$/is

/** Sessions that the portal can use; libpq has others for readers. */
const usableSessions: readonly (string | null)[] = [null, 'read-write', 'primary']

function read(url: string): DatabaseUrl | undefined {
  const { protocol, credentials = '', hosts = '', rest = '' } = form.exec(url)?.groups ?? {}
  return protocol === undefined ? undefined : { protocol, credentials, hosts: hosts.split(','), rest }
}

/**
 * Describes what is wrong with the address of a PostgreSQL, without its password. As in libpq, it may name several
 * hosts: `postgres://user:password@one:5432,two:5432/portal`.
 */
export function faultOfDatabaseUrl(url: string): string | undefined {
  const parts = read(url)
  if (parts === undefined || !/^postgres(ql)?:/i.test(parts.protocol)) return 'A database URL begins with postgres://'
  const { hosts, rest } = parts
  const isOne = hosts.length === 1
  for (const host of hosts) {
    if (host === '' && !isOne) return 'A database URL has a comma with no host beside it'
    if (!URL.canParse(`postgres://${host}/`)) return `A database URL has a host that is none: ${host}`
  }
  if (new Set(hosts).size < hosts.length) return 'A database URL names a host twice'
  if (!URL.canParse(`${parts.protocol}${parts.credentials}${hosts[0]}${rest}`))
    return 'A database URL is postgres://user:password@host:port/database, with %-encoded signs in the password'
  const options = new URL(`postgres://host${rest}`).searchParams
  if (options.get('host')?.includes(',') || options.get('port')?.includes(','))
    return 'A database URL names several hosts before the database, not in ?host='
  const session = options.get('target_session_attrs')
  if (!usableSessions.includes(session))
    return `A database URL may have target_session_attrs=read-write or primary, not ${session}: the portal writes`
  return undefined
}

export function assertDatabaseUrl(url: string): void {
  const fault = faultOfDatabaseUrl(url)
  if (fault !== undefined) throw new Error(fault)
}

/** Lists the address of each server that the URL names, in the order in which they are tried. */
export function splitHosts(url: string): readonly string[] {
  assertDatabaseUrl(url)
  const { protocol = '', credentials = '', hosts = [], rest = '' } = read(url) ?? {}
  return hosts.map((host) => `${protocol}${credentials}${host}${withoutSession(rest)}`)
}

/** The driver knows no such option, and would ask the server for it. */
const withoutSession = (rest: string) =>
  rest.replace(/([?&])target_session_attrs=[^&#]*(&?)/, (_, before: string, after: string) => (after ? before : ''))

/** Removes the password. */
export function nameOfUrl(url: string): string {
  const { protocol = '', credentials = '', hosts = [], rest = '' } = read(url) ?? {}
  const user = credentials.replace(/@$/, '').split(':')[0]
  return `${protocol}${user ? `${user}@` : ''}${hosts.join(',')}${rest.replace(/[?#].*$/s, '')}`
}
