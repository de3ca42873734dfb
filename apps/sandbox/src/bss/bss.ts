import type { FastifyError, FastifyInstance } from 'fastify'
import { isJsonObject, type JsonObject, objectsAt, textAt } from '../core/bodies.ts'
import { national } from '../core/market.ts'
import type { Capture, Simulator, World } from '../core/simulator.ts'
import { seedBss } from '../seed/seed-bss.ts'
import { amountIn, minorOf, quantity, sum, unitsIn } from './amounts.ts'
import { addChargingSystem, chargingBase } from './charging-system.ts'
import { type Filter, filterBy, type Row, type RowSource } from './collection.ts'
import { addBssControl } from './control.ts'
import { addDialect, type Dialect, RefusedFilter, standard } from './dialects/dialect.ts'
import { dialectsOf } from './dialects/dialects.ts'
import { Hub } from './hub.ts'
import { numberOf } from './operation-effects/top-up.ts'
import { BssOperations } from './operations.ts'
import { resources } from './resources.ts'
import { Store } from './store.ts'
import { TmfError } from './tmf-error.ts'
import { addResources, type Bss } from './tmf-routes.ts'

/** The field in which a credit names the reference of the refunded debit. */
const givesBack = /^refund of (\S+)$/

/** Debits of airtime; the adjustments themselves are the provider records. */
function airtimeCaptures(store: Store): readonly Capture[] {
  const adjustments = [...store.in('adjustBalance').all()].filter(isDone)
  const returned = returnedByReference(adjustments)
  return adjustments
    .filter((row) => amountIn(row, 'amount') < 0)
    .map((row) => {
      const capture = captureOf(store, row)
      const left = returned.get(capture.reference) ?? 0
      const refundedMinor = Math.min(left, capture.amountMinor)
      returned.set(capture.reference, left - refundedMinor)
      return { ...capture, refundedMinor }
    })
}

function returnedByReference(adjustments: readonly Row[]): Map<string, number> {
  const returned = new Map<string, number>()
  for (const row of adjustments) {
    const [, reference] = givesBack.exec(textAt(row, 'description') ?? '') ?? []
    const minor = minorOf(amountIn(row, 'amount'))
    if (reference !== undefined && minor > 0) returned.set(reference, (returned.get(reference) ?? 0) + minor)
  }
  return returned
}

function captureOf(store: Store, row: Row): Omit<Capture, 'refundedMinor'> {
  const bucket = store.get('bucket', textAt(row, 'bucket', 'id'))
  const number = bucket && numberOf(bucket)
  return {
    provider: 'bss',
    reference: textAt(row, 'reason') ?? '',
    providerReference: row.id,
    amountMinor: -minorOf(amountIn(row, 'amount')),
    currency: unitsIn(row, 'amount') ?? '',
    ...(number && { payer: national(number) }),
    at: textAt(row, 'confirmationDate') ?? '',
  }
}

const isDone = ({ status, usageType }: JsonObject): boolean => status === 'completed' && usageType === 'monetary'

const accumulatedBalanceName = 'accumulatedBalance'
const suffix = '-total'
const numberIn = (id: string): string => (id.endsWith(suffix) ? id.slice(0, -suffix.length) : '')

/** TMF654's total of a line's airtime, computed from its buckets so that it cannot differ from them. */
function accumulatedBalances(store: Store, path: string): RowSource {
  const buckets = store.in('bucket')
  const isMonetary = filterBy('usageType', 'monetary')

  function totalOf(number: string): Row | undefined {
    const monetary = buckets.select([filterBy('logicalResource.id', number), isMonetary])
    const [first] = monetary
    if (first === undefined) return undefined
    const id = `${number}${suffix}`
    return {
      id,
      href: `/bss${path}/${accumulatedBalanceName}/${id}`,
      name: 'Airtime',
      bucket: monetary.map((bucket) => ({ id: bucket.id, href: bucket.href ?? null })),
      totalBalance: quantity(
        monetary.reduce((total, bucket) => sum(total, amountIn(bucket, 'remainingValue')), 0),
        store.market.currency,
      ),
      // One object here, a list in a bucket.
      logicalResource: objectsAt(first, 'logicalResource')[0] ?? null,
      product: first.product ?? [],
      partyAccount: first.partyAccount ?? null,
    }
  }

  return {
    get: (id) => totalOf(numberIn(id)),
    select: (filters: readonly Filter[]) => {
      const byId = filters.find(({ path: filtered }) => filtered === 'id')
      if (byId) return [...new Set(byId.accepts)].flatMap((id) => totalOf(numberIn(id)) ?? [])
      const found = buckets.select([...filters, isMonetary])
      const numbers = found.flatMap((bucket) =>
        objectsAt(bucket, 'logicalResource').map((entry) => textAt(entry, 'id') ?? ''),
      )
      return [...new Set(numbers)].flatMap((number) => totalOf(number) ?? [])
    },
  }
}

const tickMs = 200

/** The operator's business support systems, in TM Forum v4. */
export function createBss(world: World): Simulator {
  const store = new Store(world.market)
  const hub = new Hub(world)
  const bssOperations = new BssOperations({ world, store, hub })
  const bss: Bss = { world, store, hub, bssOperations, dialect: standard }
  const dialects = [standard, ...dialectsOf(world.market)]
  store.reset(world.now(), seedBss)
  let ticking: NodeJS.Timeout | undefined

  return {
    name: 'bss',
    unknownPaths: dialects.map(({ base }) => ({
      prefix: base,
      answer: (reply) => reply.code(404).send(new TmfError(404, 'No such resource').body),
    })),
    register(app) {
      for (const dialect of dialects) {
        void app.register(
          (scope, _options, done) => {
            addTmfRoutes(scope, { ...bss, dialect })
            done()
          },
          { prefix: dialect.base },
        )
      }
      void app.register(
        (scope, _options, done) => {
          addChargingSystem(scope, bss)
          done()
        },
        { prefix: chargingBase },
      )
      addBssControl(app, bss)
    },
    records: () => ({ captures: airtimeCaptures(store), deliveries: bssOperations.deliveries() }),
    snapshot: () => ({ store: store.snapshot(), hub: hub.snapshot(), open: bssOperations.snapshot() }),
    restore(state) {
      if (!isJsonObject(state)) return
      store.restore(state.store)
      hub.restore(state.hub)
      bssOperations.restore(state.open)
    },
    reset() {
      store.reset(world.now(), seedBss)
      hub.clear()
      bssOperations.clear()
    },
    async start() {
      ticking = setInterval(() => bssOperations.checkDue(), tickMs).unref()
    },
    async stop() {
      clearInterval(ticking)
    },
  }
}

const json = ['application/json', 'application/merge-patch+json', 'application/json-patch-query+json']

/** A request without a body may have a content type: the definitions send one with DELETE. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.addContentTypeParser<string>(json, { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
}

const page = (text: string) => `<!doctype html><title>${text}</title><h1>${text}</h1>`

function answerErrors(app: FastifyInstance, { errors }: Dialect): void {
  app.setErrorHandler<FastifyError>(async (error, { method }, reply) => {
    if (error instanceof RefusedFilter) return reply.code(500).type('text/html').send(page('Internal Server Error'))
    if (error instanceof TmfError && errors === 'page' && method === 'GET') {
      return reply.code(error.status).type('text/html').send(page(error.body.reason))
    }
    if (error instanceof TmfError) return reply.code(error.status).send(error.body)
    if ((error.statusCode ?? 500) < 500) return reply.code(400).send(new TmfError(400, error.message).body)
    throw error
  })
}

function addTmfRoutes(app: FastifyInstance, bss: Bss): void {
  answerErrors(app, bss.dialect)
  readJson(app)
  app.addHook('onRequest', async () => bss.bssOperations.checkDue())
  addDialect(app, bss.dialect, bss.world)

  const { path } = resources.bucket
  addResources(app, bss, { [accumulatedBalanceName]: accumulatedBalances(bss.store, path) })
}
