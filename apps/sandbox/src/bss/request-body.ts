import { isJsonObject, type Json, type JsonObject, objectsAt } from '../core/json.ts'
import type { Resource } from './resources.ts'
import { TmfError } from './tmf-error.ts'

/** The members of a new row: what was sent, in the shape that is kept, completed by what the server adds. */
export function newMembers(resource: Resource, body: unknown, now: Date): JsonObject {
  const sent = objectOf(body)
  const missing = resource.required.find((path) => isMissing(sent, path))
  if (missing !== undefined) throw new TmfError(400, `${missing} is required`)
  const { id: _ours, href: _alsoOurs, ...members } = sent
  return { ...resource.defaults(now.toISOString(), sent), ...members, ...asLists(members, resource.lists) }
}

export function objectOf(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw new TmfError(400, 'The body must be one JSON object')
  return body
}

function isMissing(body: JsonObject, path: string): boolean {
  const [list = '', member] = path.split('.')
  if (member === undefined) return isEmpty(body[list])
  return objectsAt(body, list).some((entry) => isEmpty(entry[member]))
}

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === ''

function asLists(members: JsonObject, keys: readonly string[]): JsonObject {
  const given = keys.filter((key) => members[key] !== undefined)
  return Object.fromEntries(given.map((key) => [key, objectsAt(members, key)]))
}
