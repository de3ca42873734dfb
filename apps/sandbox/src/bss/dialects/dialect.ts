import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isJsonObject, type Json, type JsonObject } from '../../core/bodies.ts'
import type { World } from '../../core/simulator.ts'
import { resources } from '../resources.ts'
import { type Access, addAccess } from './access.ts'
import { notFilters, type Paging, type Query } from './paging.ts'

/** Changes one object of a request or an answer; `field` is the member that contains it, or the resource. */
export type Shape = (object: JsonObject, field: string, dialect: Dialect) => JsonObject

export interface Trait {
  /** Translates bodies, filters and ids in addresses from the dialect to the standard. */
  readonly read?: Shape
  /** Translates from the standard to the dialect. */
  readonly write?: Shape
}

/** A deviation of one operator's system from the standard, over the same state and handlers. */
export interface Dialect {
  readonly base: string
  readonly pathOf: (standardPath: string) => string
  readonly access: Access
  readonly paging: Paging
  /** Filters that it evaluates; it ignores all others. */
  readonly evaluates: (filter: string, resource: string) => boolean
  /** Filters that it answers with an error page. */
  readonly refuses: readonly string[]
  readonly hrefs: 'path' | 'absolute' | 'relative' | 'absent'
  /** `accepted` answers a creation with 202, an address and no body. */
  readonly creates: 'created' | 'accepted'
  readonly errors: 'json' | 'page'
  /** It throws for a body that lacks what the dialect requires. */
  readonly requires?: (field: string, body: Json) => void
  readonly traits: readonly Trait[]
}

/** The standard itself, version 4. */
export const standard: Dialect = {
  base: '/bss',
  pathOf: (path) => path,
  access: { kind: 'none' },
  paging: { most: Number.POSITIVE_INFINITY, continuesBy: 'offset', reports: 'count' },
  evaluates: () => true,
  refuses: [],
  hrefs: 'path',
  creates: 'created',
  errors: 'json',
  traits: [],
}

function fromDialect(dialect: Dialect, value: Json, field: string): Json {
  return mapObjects(value, field, (object, at) =>
    dialect.traits.reduceRight((read, trait) => trait.read?.(read, at, dialect) ?? read, object),
  )
}

function toDialect(dialect: Dialect, value: Json, field: string, origin = ''): Json {
  return mapObjects(value, field, (object, at) => {
    const written = dialect.traits.reduce((row, trait) => trait.write?.(row, at, dialect) ?? row, object)
    return typeof written.href === 'string' ? withHref(written, dialect, origin) : written
  })
}

/** A list's query as the standard has it: each filter is read like a body with that one field. */
export function queryOf(dialect: Dialect, resource: string, query: Query): Query {
  if (dialect === standard) return query
  const refused = Object.keys(query).find((name) => dialect.refuses.includes(name))
  if (refused !== undefined) throw new RefusedFilter(refused)
  return Object.fromEntries(
    Object.entries(query)
      .filter(([name]) => notFilters.has(name) || dialect.evaluates(name, resource))
      .flatMap(([name, value]) => (notFilters.has(name) ? [[name, value]] : filterOf(dialect, resource, name, value))),
  )
}

/** An unknown filter, which some servers answer with a page and status 500. */
export class RefusedFilter extends Error {
  override readonly name = 'RefusedFilter'
}

function filterOf(dialect: Dialect, resource: string, name: string, value: unknown): [string, string][] {
  const filter = name.split('.').reduceRight<Json>((inner, step) => ({ [step]: inner }), String(value))
  return flatten(fromDialect(dialect, filter, resource))
}

function flatten(value: Json, path = ''): [string, string][] {
  if (!isJsonObject(value)) return value === null ? [] : [[path, String(value)]]
  return Object.entries(value).flatMap(([name, member]) => flatten(member, path === '' ? name : `${path}.${name}`))
}

/** Visits every object, the containing one before its members. */
function mapObjects(value: Json, field: string, map: (object: JsonObject, field: string) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((entry: Json) => mapObjects(entry, field, map))
  if (!isJsonObject(value)) return value
  const members = Object.entries(map(value, field)).map(([name, member]) => [name, mapObjects(member, name, map)])
  return Object.fromEntries(members)
}

function withHref({ href, ...object }: JsonObject, dialect: Dialect, origin: string): JsonObject {
  const link = linkOf(dialect, String(href), origin)
  return link === undefined ? object : { ...object, href: link }
}

const standardLink = /^\/bss(\/.*)\/(\w+)\/([^/]+)$/

/** Returns the dialect's form of a standard address; it is undefined where the dialect sends none. */
function linkOf(dialect: Dialect, href: string, origin = ''): string | undefined {
  const [, path, name = '', text = ''] = standardLink.exec(href) ?? []
  if (path === undefined) return href
  const row = toDialect(dialect, { id: decodeURIComponent(text) }, name)
  const id = encodeURIComponent(isJsonObject(row) ? String(row.id) : text)
  const full = `${dialect.base}${dialect.pathOf(path)}/${name}/${id}`
  return { path: full, absolute: `${origin}${full}`, relative: `${name}/${id}`, absent: undefined }[dialect.hrefs]
}

/** Maps an address of a dialect to the standard. */
export interface Target {
  readonly path: string
  readonly name: string
  readonly id: string | undefined
}

const standardPaths = [...new Set(Object.values(resources).map(({ path }) => path))]

export function targetOf(dialect: Dialect, url: string): Target | undefined {
  const [address = ''] = url.slice(dialect.base.length).split('?')
  const path = standardPaths.find((known) => address.startsWith(`${dialect.pathOf(known)}/`))
  if (path === undefined) return undefined
  const [, name = '', text = '', ...more] = address.slice(dialect.pathOf(path).length).split('/')
  if (more.some((step) => step !== '')) return undefined
  if (text === '') return { path, name, id: undefined }
  const row = fromDialect(dialect, { id: decodeURIComponent(text) }, name)
  return { path, name, id: isJsonObject(row) ? String(row.id) : text }
}

/** Translates requests before their handlers, and answers after them. */
export function addDialect(scope: FastifyInstance, dialect: Dialect, world: World): void {
  addAccess(scope, dialect.access, world)
  if (dialect === standard) return

  const fieldOf = ({ url }: FastifyRequest) => targetOf(dialect, url)?.name ?? ''
  scope.addHook('preHandler', async (request) => {
    const { body, method } = request
    if (!isJsonObject(body) || fieldOf(request) === '') return
    if (method === 'POST') dialect.requires?.(fieldOf(request), body)
    request.body = fromDialect(dialect, body, fieldOf(request))
  })
  scope.addHook<Json>('preSerialization', async (request, reply, payload) =>
    reply.statusCode < 400 ? toDialect(dialect, payload, fieldOf(request), world.addresses.sandboxUrl) : payload,
  )
  scope.addHook('onSend', async (_request, reply) => {
    const location = reply.getHeader('location')
    if (typeof location !== 'string') return
    const link = linkOf(dialect, location, world.addresses.sandboxUrl)
    if (link === undefined) reply.removeHeader('location')
    else reply.header('location', link)
  })
}
