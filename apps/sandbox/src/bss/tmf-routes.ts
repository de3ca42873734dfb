import type { FastifyInstance } from 'fastify'
import type { World } from '../core/simulator.ts'
import type { RowSource } from './collection.ts'
import type { Dialect } from './dialect.ts'
import type { Hub } from './hub.ts'
import { isListenerBody } from './hub.ts'
import { listPage, partOf } from './list-query.ts'
import { newMembers, objectOf } from './request-body.ts'
import { type ResourceName, resources, type Verb } from './resources.ts'
import type { Store } from './store.ts'
import { notFound, TmfError } from './tmf-error.ts'
import { type Undertakings, undertakings } from './undertakings.ts'

export interface Bss {
  readonly world: World
  readonly store: Store
  readonly hub: Hub
  readonly undertakings: Undertakings
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

  create(app, { world, store, hub, undertakings: work }, name) {
    app.post(collectionUrl(name), named(name), async ({ body }, reply) => {
      const members = newMembers(resources[name], body, world.now())
      const undertaking = undertakings[name]
      const row = undertaking ? work.begin(name, undertaking, members) : store.add(name, members)
      if (!undertaking) hub.tell(name, 'Create', row)
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
      if (isMoved) hub.tell(name, 'StateChange', changed)
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
