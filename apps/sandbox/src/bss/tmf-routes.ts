import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isJsonObject, type Json, type JsonObject, objectsAt } from '../core/bodies.ts'
import type { World } from '../core/simulator.ts'
import { compareTexts, comparisons, type Filter, filterBy, type Row, type RowSource, textsAt } from './collection.ts'
import { type Dialect, queryOf, type Target, targetOf } from './dialects/dialect.ts'
import { notFilters, pageOf, type Query } from './dialects/paging.ts'
import { type Hub, isListenerBody } from './hub.ts'
import { type BssOperations, bssOperations } from './operations.ts'
import { hubPaths, isResourceName, type Resource, resources, type Verb } from './resources.ts'
import type { Store } from './store.ts'
import { notFound, TmfError } from './tmf-error.ts'

/** Selects the rows of a list, by the filter and partial-answer rules of TMF630. */
function listRows(source: RowSource, query: Query): readonly JsonObject[] {
  return inOrder(source.select(filtersIn(query)), query).map((row) => partOf(row, query))
}

/** Returns only the requested fields, and always `id` and `href`. */
function partOf(row: Row, { fields }: Query): JsonObject {
  if (fields === undefined) return row
  const wanted = new Set(['id', 'href', ...textsOf(fields).flatMap((list) => list.split(',').map(topLevel))])
  return Object.fromEntries(Object.entries(row).filter(([key]) => wanted.has(key)))
}

function filtersIn(query: Query): readonly Filter[] {
  return Object.entries(query)
    .filter(([name]) => !notFilters.has(name))
    .map(([name, value]) => filterIn(name, textsOf(value)))
}

/** `amount.value.gt=5` compares; a name without an operator matches any of the values. */
function filterIn(name: string, values: readonly string[]): Filter {
  const [, path = name, operator = ''] = /^(.+)\.([a-z]+)$/.exec(name) ?? []
  const compare = comparisons[operator]
  if (compare) return { ...filterBy(path, ...values), compare }
  return filterBy(name, ...values.flatMap((text) => [text, ...text.split(',')]))
}

/** `sort=-date,name` sorts by newest first, then by name. */
function inOrder(rows: readonly Row[], { sort }: Query): readonly Row[] {
  if (sort === undefined) return rows
  const keys = textsOf(sort).flatMap((list) => list.split(',').map(keyIn))
  return rows.toSorted((left, right) => {
    for (const { steps, sign } of keys) {
      const order = compareTexts(textsAt(left, steps)[0] ?? '', textsAt(right, steps)[0] ?? '')
      if (order !== 0) return order * sign
    }
    return 0
  })
}

/** A plus may arrive as the space that it encodes in a query. */
function keyIn(text: string) {
  const [, sign = '', path = ''] = /^([-+ ]?)(.*)$/.exec(text) ?? []
  return { steps: path.trim().split('.'), sign: sign === '-' ? -1 : 1 }
}

const textsOf = (value: unknown) => [value].flat().map(String)
const topLevel = (field: string) => field.trim().split('.')[0] ?? ''

/** Builds a new row: the request in its stored format, completed by the server. */
function newMembers(resource: Resource, body: unknown, now: Date): JsonObject {
  const sent = objectOf(body)
  const missing = resource.required.find((path) => isMissing(sent, path))
  if (missing !== undefined) throw new TmfError(400, `${missing} is required`)
  const { id: _ours, href: _alsoOurs, ...members } = sent
  return { ...resource.defaults(now.toISOString(), sent), ...members, ...asLists(members, resource.lists) }
}

function objectOf(body: unknown): JsonObject {
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

export interface Bss {
  readonly world: World
  readonly store: Store
  readonly hub: Hub
  readonly bssOperations: BssOperations
  readonly dialect: Dialect
}

interface Call extends Target {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Rows that are computed from others, by the resource's name. */
export type ComputedRows = Readonly<Record<string, RowSource>>

const verbOf: Readonly<Record<string, Verb>> = { POST: 'create', PATCH: 'change', DELETE: 'delete' }
const methods = ['GET', 'POST', 'PATCH', 'DELETE']

/** All resources of one dialect behind one route, because thousands of routes would slow every start of the sandbox. */
export function addResources(app: FastifyInstance, bss: Bss, computed: ComputedRows): void {
  const config = { provider: 'bss', operation: (request: FastifyRequest) => operationOf(bss.dialect, request) }
  app.route({
    ...{ method: methods, url: '/*', config },
    async handler(request, reply) {
      const target = targetOf(bss.dialect, request.url)
      if (target === undefined) throw new TmfError(404, 'No such resource')
      const call = { ...target, request, reply }
      if (target.name === 'hub') return handleHub(bss, call)
      if (request.method === 'GET') return read(bss, call, computed)
      const verb = verbOf[request.method]
      if (verb === 'create' && target.id === undefined && serves(target.name, verb)) return create(bss, call)
      if (verb === 'change' && serves(target.name, verb)) return change(bss, call)
      if (verb === 'delete' && serves(target.name, verb)) return remove(bss, call)
      throw new TmfError(404, 'No such resource')
    },
  })
}

const serves = (name: string, verb: Verb): boolean => isResourceName(name) && resources[name].verbs.includes(verb)

/** The name of the request for the fault panel. */
function operationOf(dialect: Dialect, { url, method }: FastifyRequest): string {
  const { name = '' } = targetOf(dialect, url) ?? {}
  if (name === 'hub' || method === 'POST') return name
  return `${name}.${verbOf[method] ?? 'read'}`
}

function read({ store, dialect, world }: Bss, { name, id, request, reply }: Call, computed: ComputedRows) {
  const source = computed[name] ?? (isResourceName(name) && serves(name, 'list') ? store.in(name) : undefined)
  if (source === undefined) throw new TmfError(404, 'No such resource')
  const filters = isQuery(request.query) ? request.query : {}
  if (id !== undefined) {
    const row = source.get(id)
    if (row === undefined) throw notFound(name, id)
    return partOf(row, filters)
  }
  const query = queryOf(dialect, name, filters)
  const url = `${world.addresses.sandboxUrl}${request.url}`
  const { rows, status, headers } = pageOf(listRows(source, query), dialect.paging, query, url)
  return reply.code(status).headers(headers).send(rows)
}

const isQuery = (query: unknown): query is Query => typeof query === 'object' && query !== null

function create({ world, store, hub, bssOperations: work, dialect }: Bss, { name, request, reply }: Call) {
  if (!isResourceName(name)) throw new TmfError(404, 'No such resource')
  const members = newMembers(resources[name], request.body, world.now())
  const bssOperation = bssOperations[name]
  const row = bssOperation ? work.begin(name, bssOperation, members) : store.add(name, members)
  if (!bssOperation) hub.notify(name, 'Create', row)
  reply.header('location', row.href)
  if (dialect.creates === 'accepted') return accepted(reply)
  const isAnswered = members.instantSyncQualification === true && row.state === 'done'
  return reply.code(isAnswered ? 200 : 201).send(row)
}

function change({ world, store, hub }: Bss, { name, id, request }: Call) {
  const row = isResourceName(name) ? store.get(name, id) : undefined
  if (row === undefined || !isResourceName(name)) throw notFound(name, id)
  const sent = objectOf(request.body)
  const isMoved = sent.status !== undefined && sent.status !== row.status
  const now = world.now().toISOString()
  const changed = store.change(name, row, {
    ...(row.lastUpdate !== undefined && { lastUpdate: now }),
    ...(isMoved && row.statusChangeDate !== undefined && { statusChangeDate: now }),
    ...sent,
  })
  if (isMoved) hub.notify(name, 'StateChange', changed)
  return changed
}

function remove({ store }: Bss, { name, id = '', reply }: Call) {
  if (!isResourceName(name) || !store.in(name).delete(id)) throw notFound(name, id)
  return reply.code(204).send()
}

function handleHub({ hub, dialect }: Bss, { path, id: listenerId, request: { method, body }, reply }: Call) {
  if (method === 'DELETE' && listenerId !== undefined) {
    if (!hub.remove(listenerId)) throw notFound('listener', listenerId)
    return reply.code(204).send()
  }
  if (method !== 'POST' || !hubPaths.some((known) => known === path)) throw new TmfError(404, 'No such resource')
  if (!isListenerBody(body)) throw new TmfError(400, 'callback must be a URL')
  const { id, callback = null, query = null } = hub.add(path, body)
  reply.header('location', `/bss${path}/hub/${id}`)
  return dialect.creates === 'accepted' ? accepted(reply) : reply.code(201).send({ id, callback, query })
}

/** The request has no body, although the content type announces one. */
const accepted = (reply: FastifyReply) => reply.code(202).type('application/json').send()
