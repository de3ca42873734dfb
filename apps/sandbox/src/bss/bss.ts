import type { FastifyError, FastifyInstance } from 'fastify'
import { isJsonObject, type Json } from '../core/json.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { seedBss } from '../seed/seed-bss.ts'
import { accumulatedBalanceName, accumulatedBalances } from './accumulated-balance.ts'
import { airtimeCaptures } from './airtime-captures.ts'
import { addBssControl } from './control.ts'
import { plainDialect, spoken } from './dialect.ts'
import { Hub } from './hub.ts'
import { hubPaths, resourceNames, resources } from './resources.ts'
import { Store } from './store.ts'
import { TmfError } from './tmf-error.ts'
import { addGet, addHub, addList, addVerb, type Bss } from './tmf-routes.ts'
import { Undertakings } from './undertakings.ts'

const tickMs = 200

/** The operator's business support systems, in TM Forum v4. */
export function createBss(world: World): Simulator {
  const store = new Store(world.market)
  const hub = new Hub(world)
  const undertakings = new Undertakings({ world, store, hub })
  const bss: Bss = { world, store, hub, undertakings, dialect: plainDialect }
  seedBss(store, world.now())
  let ticking: NodeJS.Timeout | undefined

  return {
    name: 'bss',
    unknownPaths: [
      { prefix: '/bss', answer: (reply) => reply.code(404).send(new TmfError(404, 'No such resource').body) },
    ],
    register(app) {
      void app.register(
        (scope, _options, done) => {
          addTmfRoutes(scope, bss)
          done()
        },
        { prefix: '/bss' },
      )
      addBssControl(app, bss)
    },
    books: () => ({ captures: airtimeCaptures(store), deliveries: undertakings.deliveries() }),
    snapshot: () => ({ store: store.snapshot(), hub: hub.snapshot(), open: undertakings.snapshot() }),
    restore(state) {
      if (!isJsonObject(state)) return
      store.restore(state.store)
      hub.restore(state.hub)
      undertakings.restore(state.open)
    },
    reset() {
      store.clear()
      hub.clear()
      undertakings.clear()
      bss.dialect = plainDialect
      seedBss(store, world.now())
    },
    async start() {
      ticking = setInterval(() => undertakings.settleDue(), tickMs).unref()
    },
    async stop() {
      clearInterval(ticking)
    },
  }
}

const json = ['application/json', 'application/merge-patch+json', 'application/json-patch-query+json']

/** A request without a body may name a type all the same: the definitions have DELETE send one. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.addContentTypeParser<string>(json, { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
}

function addTmfRoutes(app: FastifyInstance, bss: Bss): void {
  app.setErrorHandler<FastifyError>(async (error, _request, reply) => {
    if (error instanceof TmfError) return reply.code(error.status).send(error.body)
    if ((error.statusCode ?? 500) < 500) return reply.code(400).send(new TmfError(400, error.message).body)
    throw error
  })
  readJson(app)
  app.addHook('onRequest', async () => bss.undertakings.settleDue())
  app.addHook<Json>('preSerialization', async (_request, _reply, payload) =>
    bss.dialect === plainDialect ? payload : spoken(payload, bss.dialect),
  )

  for (const name of resourceNames) {
    for (const verb of resources[name].verbs) addVerb[verb](app, bss, name)
  }
  for (const path of hubPaths) addHub(app, path, bss)
  const { path } = resources.bucket
  const totals = { source: accumulatedBalances(bss.store, path), name: accumulatedBalanceName }
  addList(app, `${path}/${accumulatedBalanceName}`, totals)
  addGet(app, `${path}/${accumulatedBalanceName}`, totals)
}
