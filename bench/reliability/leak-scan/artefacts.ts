import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { runSql } from '../../environment/database.ts'
import type { Violation } from '../../invariants/invariants.ts'
import { findValue, type Kind, type Marker } from './markers.ts'

/** Text that people other than the payer read. */
export interface Artefact {
  readonly place: Place
  /** The name for the report: the file, or the table and column. */
  readonly name: string
  readonly text: string
}

export type Place = 'log' | 'metrics' | 'api error' | 'page error' | 'column' | 'database file'

const none: readonly Kind[] = []

/**
 * Which values are allowed in which place. A page repeats what its visitor typed and links on; an API error may name
 * its payment.
 */
const mayStandIn: Readonly<Record<Place, readonly Kind[]>> = {
  log: none,
  metrics: none,
  'api error': ['link'],
  'page error': ['personal', 'link'],
  column: ['link'],
  'database file': ['link'],
}

const contextLength = 60

/** Reports one violation for each marker in each artefact where it must not be. */
export function findLeaks(artefacts: readonly Artefact[], markers: readonly Marker[]): readonly Violation[] {
  return artefacts.flatMap(({ place, name, text }) => {
    const forbidden = markers.filter(({ kind }) => !mayStandIn[place].includes(kind))
    return forbidden.flatMap((mutated) => {
      const at = findValue(text, mutated.value)
      if (at < 0) return []
      const context = text.slice(Math.max(0, at - contextLength), at + contextLength).replaceAll('\n', ' ')
      return [
        {
          invariant: 'what is secret or personal stays where it belongs',
          id: name,
          what: `${mutated.name} in … ${context} …`,
        },
      ]
    })
  })
}

/** Adds one leak to each of the same artefacts: a search that does not find it would find nothing. */
export function seedLeaks(artefacts: readonly Artefact[], markers: readonly Marker[]): readonly Artefact[] {
  return artefacts.map((artefact, index) => {
    const forbidden = markers.filter(({ kind }) => !mayStandIn[artefact.place].includes(kind))
    const mutated = forbidden[index % forbidden.length]
    const middle = Math.floor(artefact.text.length / 2)
    const leak = ` ${mutated?.value ?? ''} `
    return { ...artefact, text: artefact.text.slice(0, middle) + leak + artefact.text.slice(middle) }
  })
}

/** Reads the whole database as a thief would have it, a column at a time. */
export async function dump(database: OpenDatabase): Promise<readonly Artefact[]> {
  const schema = await currentSchema(database)
  const tables = (await database.db.introspection.getTables()).filter((table) => table.schema === schema)
  const artefacts: Artefact[] = []
  for (const { name: table } of tables) {
    const rows = await runSql(database, `select * from ${table}`)
    for (const column of Object.keys(rows[0] ?? {})) {
      artefacts.push({
        place: 'column',
        name: `${table}.${column}`,
        text: rows.map((row) => String(row[column])).join('\n'),
      })
    }
  }
  return artefacts
}

async function currentSchema(database: OpenDatabase): Promise<string | undefined> {
  if (database.engine === 'sqlite') return undefined
  const [row] = await runSql(database, 'select current_schema() as name')
  return String(row?.name)
}

interface Eavesdropper {
  readonly origin: string
  close(): Promise<void>
}

/**
 * Starts a proxy between the portal and its providers that records every credential that the portal receives or sends.
 */
export async function eavesdrop(target: string, heard: (credential: string) => void): Promise<Eavesdropper> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    for (const name of ['authorization', 'apikey', 'x-api-key'])
      for (const credential of [headers[name] ?? []].flat()) heard(credential.replace(/^\w+ /, ''))
    const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
    })
    // A broken connection of the provider breaks the portal's connection.
    forwarded.once('error', () => outgoing.destroy())
    outgoing.once('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
