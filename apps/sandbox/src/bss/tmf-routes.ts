import type { FastifyInstance } from 'fastify'
import { isJsonObject, type Json, type JsonObject, objectsAt } from '../core/bodies.ts'
import type { World } from '../core/simulator.ts'
import { compareTexts, comparisons, type Filter, filterBy, type Row, type RowSource, textsAt } from './collection.ts'
import type { Dialect } from './dialect.ts'
import { type Hub, isListenerBody } from './hub.ts'
import { type BssOperations, bssOperations } from './operations.ts'
import { type Resource, type ResourceName, resources, type Verb } from './resources.ts'
import type { Store } from './store.ts'
import { notFound, TmfError } from './tmf-error.ts'

interface Page {
  readonly rows: readonly JsonObject[]
  readonly total: number
}

const pageSize = 100
const notFilters = new Set(['fields', 'offset', 'limit', 'sort'])

type Query = Readonly<Record<string, unknown>>

/** A page of a list, by the filter, paging and partial-answer rules of TMF630. */
function listPage(source: RowSource, query: Query): Page {
  const offset = wholeNumber(query, 'offset', 0)
  const limit = wholeNumber(query, 'limit', pageSize)
  const found = inOrder(source.select(filtersIn(query)), query)
  const rows = found.slice(offset, offset + limit).map((row) => partOf(row, query))
  return { rows, total: found.length }
}

/** Only the requested fields, and always `id` and `href`. */
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

/** `sort=-date,name`: newest first, then by name. */
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

function wholeNumber(query: Query, name: string, fallback: number): number {
  const number = Number(query[name] ?? fallback)
  if (Number.isInteger(number) && number >= 0) return number
  throw new TmfError(400, `${name} must be a whole number`)
}

const textsOf = (value: unknown) => [value].flat().map(String)
const topLevel = (field: string) => field.trim().split('.')[0] ?? ''

/** The fields of a new row: the request in its stored format, completed by the server. */
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
  dialect: Dialect
}

interface ById {
  readonly Params: { readonly id: string }
  readonly Querystring: Readonly<Record<string, unknown>>
}

type AddVerb = (app: FastifyInstance, bss: Bss, name: ResourceName) => void

/** The one implementation of every resource. */
export const addVerb: Readonly<Record<Verb, AddVerb>> = {
  list: (app, { store }, name) => addList(app, collectionUrl(name), { source: store.in(name), name }),
  get: (app, { store }, name) => addGet(app, collectionUrl(name), { source: store.in(name), name }),

  create(app, { world, store, hub, bssOperations: work }, name) {
    app.post(collectionUrl(name), named(name), async ({ body }, reply) => {
      const members = newMembers(resources[name], body, world.now())
      const bssOperation = bssOperations[name]
      const row = bssOperation ? work.begin(name, bssOperation, members) : store.add(name, members)
      if (!bssOperation) hub.notify(name, 'Create', row)
      const isAnswered = members.instantSyncQualification === true && row.state === 'done'
      return reply
        .code(isAnswered ? 200 : 201)
        .header('location', row.href)
        .send(row)
    })
  },

  change(app, { world, store, hub }, name) {
    app.patch<ById>(`${collectionUrl(name)}/:id`, named(`${name}.change`), async ({ params, body }) => {
      const row = store.get(name, params.id)
      if (row === undefined) throw notFound(name, params.id)
      const sent = objectOf(body)
      const isMoved = sent.status !== undefined && sent.status !== row.status
      const now = world.now().toISOString()
      const changed = store.change(name, row, {
        ...(row.lastUpdate !== undefined && { lastUpdate: now }),
        ...(isMoved && row.statusChangeDate !== undefined && { statusChangeDate: now }),
        ...sent,
      })
      if (isMoved) hub.notify(name, 'StateChange', changed)
      return changed
    })
  },

  delete(app, { store }, name) {
    app.delete<ById>(`${collectionUrl(name)}/:id`, named(`${name}.delete`), async ({ params }, reply) => {
      if (!store.in(name).delete(params.id)) throw notFound(name, params.id)
      return reply.code(204).send()
    })
  },
}

interface Readable {
  readonly source: RowSource
  readonly name: string
}

export function addList(app: FastifyInstance, url: string, { source, name }: Readable): void {
  app.get<ById>(url, named(`${name}.read`), async ({ query }, reply) => {
    const { rows, total } = listPage(source, query)
    return reply.header('x-total-count', total).header('x-result-count', rows.length).send(rows)
  })
}

export function addGet(app: FastifyInstance, url: string, { source, name }: Readable): void {
  app.get<ById>(`${url}/:id`, named(`${name}.read`), async ({ params, query }) => {
    const row = source.get(params.id)
    if (row === undefined) throw notFound(name, params.id)
    return partOf(row, query)
  })
}

export function addHub(app: FastifyInstance, path: string, { hub }: Bss): void {
  app.post(`${path}/hub`, named('hub'), async ({ body }, reply) => {
    if (!isListenerBody(body)) throw new TmfError(400, 'callback must be a URL')
    const { id, callback = null, query = null } = hub.add(path, body)
    return reply.code(201).header('location', `/bss${path}/hub/${id}`).send({ id, callback, query })
  })
  app.delete<ById>(`${path}/hub/:id`, named('hub'), async ({ params }, reply) => {
    if (!hub.remove(params.id)) throw notFound('listener', params.id)
    return reply.code(204).send()
  })
}

const collectionUrl = (name: ResourceName): string => `${resources[name].path}/${name}`
const named = (operation: string) => ({ config: { provider: 'bss', operation } })
