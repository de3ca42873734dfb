import { hash } from 'node:crypto'
import { isSameSecret } from '@nyanja/server/common/seal'

/** The name of the client that a key belongs to. */
export type FindClient = (key: string) => string | undefined

const named = /^([a-z][a-z0-9-]{0,31}):(.+)$/

const digestOf = (key: string) => hash('sha256', key, 'buffer')

/** Each entry is `name:key`, or a key alone, whose client gets a name that does not give the key away. */
export function findClientAmong(entries: readonly string[]): FindClient {
  const clients = entries.map((entry) => {
    const [, name, key = entry] = named.exec(entry) ?? []
    return { name: name ?? `client-${hash('sha256', key).slice(0, 8)}`, digest: digestOf(key) }
  })
  return (key) => {
    const digest = digestOf(key)
    // All are compared, so that the time tells nothing.
    return clients.reduce<string | undefined>(
      (found, client) => (isSameSecret(client.digest, digest) ? client.name : found),
      undefined,
    )
  }
}
