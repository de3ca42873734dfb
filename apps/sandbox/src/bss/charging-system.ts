import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isJsonObject, type Json, type JsonObject, numberAt, objectsAt, textAt } from '../core/bodies.ts'
import { international } from '../core/market.ts'
import { amountIn, minorOf, unitsIn } from './amounts.ts'
import type { Row } from './collection.ts'
import { addAccess } from './dialects/access.ts'
import { characteristic, lineOf, mainBucketId, msisdnOf } from './line.ts'
import { topUp } from './operation-effects/top-up.ts'
import type { Bss } from './tmf-routes.ts'

/**
 * A prepaid charging system over the same lines: products with buckets, of which each top-up adds one. It has no
 * orders, bills, accounts or leads, and has prepaid lines alone.
 */
export const chargingBase = '/ocs'

const pageSize = 3
const routeConfig = (operation: string) => ({ config: { provider: 'bss', operation: `ocs.${operation}` } })

interface ById {
  readonly Params: { readonly id: string }
  readonly Querystring: { readonly product?: string }
}

export function addChargingSystem(app: FastifyInstance, bss: Bss): void {
  addAccess(app, { kind: 'basic', user: 'portal', password: 'sandbox-password' }, bss.world)
  app.get<ById>(
    '/serviceInventoryManagement/v2/service/:id',
    routeConfig('service.read'),
    async ({ params }, reply) => {
      const line = prepaidLine(bss, params.id)
      return line ? serviceOf(line) : sendPage(reply, 404, 'Not Found')
    },
  )
  app.get<ById>('/productCatalogManagement/v2/productOffering', routeConfig('productOffering.read'), (request, reply) =>
    sendRange(request, reply, offeringsOf(bss)),
  )
  app.get<ById>('/balanceManagement/v1/bucket', routeConfig('bucket.read'), async (request, reply) => {
    const line = lineOfProduct(bss, request.query.product ?? '')
    const buckets = line ? bucketsOf(bss, line) : []
    return buckets.length === 0 ? sendPage(reply, 404, 'Not Found') : sendRange(request, reply, buckets)
  })
  app.get<ById>('/ocs/v1/log/balance', routeConfig('log.read'), async (request, reply) => {
    const line = lineOfProduct(bss, request.query.product ?? '')
    return sendRange(request, reply, line ? topUpsOf(bss, line).map((row) => logEntry(row, line)) : [])
  })
  app.post<ById>('/balanceManagement/v1/product/:id/balanceTopup', routeConfig('balanceTopup'), (request, reply) =>
    addBucket(bss, request, reply),
  )
}

function prepaidLine({ store }: Bss, number: string): Row | undefined {
  const line = lineOf(store, number)
  return line && characteristic(line, 'lineType') === 'PREPAID' ? line : undefined
}

function lineOfProduct(bss: Bss, id: string): Row | undefined {
  const line = bss.store.get('product', id)
  return line && prepaidLine(bss, msisdnOf(line) ?? '')
}

function serviceOf(line: Row): JsonObject {
  const id = msisdnOf(line) ?? ''
  return {
    id,
    href: `/serviceInventoryManagement/v2/service/${id}`,
    state: 'active',
    isServiceEnabled: true,
    product: line.id,
    serviceCharacteristic: [{ name: 'multiSession', value: false }],
  }
}

const zoneless = (date: Json | undefined): Json => (typeof date === 'string' ? date.replace(/\.\d+Z$|Z$/, '') : null)

const smallest: Readonly<Record<string, readonly [factor: number, units: string, suffix: string]>> = {
  MB: [1e6, 'octets', 'b'],
  GB: [1e9, 'octets', 'b'],
  MIN: [60, 'seconds', 's'],
  SMS: [1, 'messages', 'msg'],
}

function amountOf(amount: number, units: string): JsonObject {
  const [factor, kind, suffix] = smallest[units] ?? [100, 'cents', '']
  return { amount: `${Math.round(amount * factor)}${suffix}`, units: kind }
}

function toBucket(id: string, row: JsonObject, product: Row): JsonObject {
  return {
    id,
    href: `/balanceManagement/v1/bucket/${id}`,
    product: { id: product.id, href: `/productInventoryManagement/v2/product/${product.id}` },
    ...row,
  }
}

/** Returns the completed top-ups of a line, oldest first. */
function topUpsOf({ store }: Bss, line: Row): readonly Row[] {
  const bucketId = mainBucketId(store, msisdnOf(line) ?? '')
  return store
    .in('topupBalance')
    .find('bucket.id', bucketId)
    .filter(({ status }) => status === 'completed')
}

/** One bucket for each top-up and one for the rest; the oldest is used first, and an empty one is gone. */
function bucketsOf(bss: Bss, line: Row): readonly JsonObject[] {
  const { store } = bss
  const number = international(msisdnOf(line) ?? '', store.market)
  const main = mainBucketId(store, number)
  let left = amountIn(store.get('bucket', main) ?? {}, 'remainingValue')
  const added: JsonObject[] = []
  for (const row of topUpsOf(bss, line).toReversed()) {
    const remaining = Math.min(left, amountIn(row, 'amount'))
    left -= remaining
    const members = { name: textAt(row, 'reason') ?? null, remainedAmount: amountOf(remaining, '') }
    if (remaining > 0) added.unshift(toBucket(row.id, members, line))
  }
  const volumes = store
    .in('bucket')
    .find('logicalResource.id', number)
    .filter(({ id }) => id !== main)
    .map((row) => toBucket(row.id, volumeOf(row), line))
  return [...(left === 0 ? [] : [toBucket(main, { remainedAmount: amountOf(left, '') }, line)]), ...volumes, ...added]
}

/** Unlimited volumes have no amount. */
function volumeOf(row: Row): JsonObject {
  const amount = amountIn(row, 'remainingValue')
  const end = textAt(row, 'validFor', 'endDateTime')
  return {
    name: row.name ?? null,
    ...(amount >= 0 && { remainedAmount: amountOf(amount, unitsIn(row, 'remainingValue') ?? '') }),
    ...(end !== undefined && { validFor: { endDateTime: zoneless(end) } }),
  }
}

function logEntry(row: Row, line: Row): JsonObject {
  return {
    date: row.confirmationDate ?? null,
    type: 'topup',
    bucketBalance: { id: row.id, href: `/balanceManagement/v1/bucket/${row.id}` },
    amount: { units: 'cents', amount: `${minorOf(amountIn(row, 'amount'))}.000000` },
    product: { id: line.id },
  }
}

async function addBucket(bss: Bss, { params, body }: FastifyRequest<ById>, reply: FastifyReply) {
  const { store, bssOperations } = bss
  const line = lineOfProduct(bss, params.id)
  const main = line && store.get('bucket', mainBucketId(store, msisdnOf(line) ?? ''))
  if (line === undefined || main === undefined) return sendProblem(reply, 404, 'Not Found')
  const [amount] = isJsonObject(body) ? objectsAt(body, 'amount') : []
  const cents = amount?.units === 'cents' ? numberAt(amount, 'amount') : undefined
  if (!isJsonObject(body) || cents === undefined || textAt(body, 'type') === undefined) {
    return sendProblem(reply, 400, 'Bad Request')
  }
  const row = bssOperations.begin('topupBalance', topUp, {
    ...{ usageType: 'monetary', bucket: { id: main.id } },
    amount: { amount: cents / 100, units: store.market.currency },
    reason: textAt(body, 'name') ?? '',
  })
  if (row.status !== 'completed') return sendProblem(reply, 400, 'Bad Request')
  reply.header('location', `/balanceManagement/v1/bucket/${row.id}`)
  return reply
    .code(201)
    .send(
      toBucket(row.id, { name: row.reason ?? null, remainedAmount: { amount: String(cents), units: 'cents' } }, line),
    )
}

/** The offerings of one volume. Those of several are other products here, and unlimited ones have no figure. */
function offeringsOf({ store }: Bss): readonly JsonObject[] {
  return [...store.in('productOffering').all()].flatMap((row) => {
    const [volume, ...others] = volumesOf(row)
    const [price] = objectsAt(row, 'productOfferingPrice')
    if (volume === undefined || others.length > 0 || price === undefined) return []
    const { id, name = null, description = null, lifecycleStatus = null, productOfferingTerm = [] } = row
    const productOfferingPrice = [priceOf(price, volume)]
    return [{ id, name, description, isBundle: false, lifecycleStatus, productOfferingTerm, productOfferingPrice }]
  })
}

function priceOf(price: JsonObject, unitOfMeasure: string): JsonObject {
  return {
    name: 'Subscription',
    priceType: 'one_time',
    price: { taxIncludedAmount: (numberAt(price, 'price', 'taxIncludedAmount', 'value') ?? 0).toFixed(6) },
    productOfferPriceAlteration: { name: 'Allowance', priceType: 'usage', unitOfMeasure },
  }
}

function volumesOf(offering: Row): readonly string[] {
  return objectsAt(offering, 'prodSpecCharValueUse').flatMap((use) => {
    const [value] = objectsAt(use, 'productSpecCharacteristicValue')
    const known = smallest[textAt(value, 'unitOfMeasure') ?? '']
    const amount = numberAt(value, 'value') ?? 0
    return known === undefined ? [] : [`${Math.round(amount * known[0])}${known[2]}`]
  })
}

/** Ranges count from one. The total comes with the last page, and only the list that began may be continued. */
function sendRange({ headers }: FastifyRequest, reply: FastifyReply, rows: readonly JsonObject[]) {
  if (rows.length === 0) return reply.send([])
  const etag = `"${hash('md5', JSON.stringify(rows))}"`
  const [, from = '1'] = /^items=(\d+)-/.exec(headers.range ?? '') ?? []
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
    return sendPage(reply, 412, 'Precondition Failed')
  const page = rows.slice(Number(from) - 1, Number(from) - 1 + pageSize)
  if (page.length === 0 || (from !== '1' && headers['if-match'] === undefined))
    return sendPage(reply, 416, 'Range Not Satisfiable')
  const end = Number(from) + page.length - 1
  const total = end === rows.length ? String(rows.length) : '*'
  return reply
    .code(page.length === rows.length ? 200 : 206)
    .headers({ 'content-range': `items ${from}-${end}/${total}`, 'accept-ranges': 'items', etag })
    .send(page)
}

const sendPage = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).type('text/html').send(`<h2>HTTP Error ${status} - ${text}</h2>`)

const sendProblem = (reply: FastifyReply, status: number, title: string) =>
  reply.code(status).type('application/problem+json').send({ type: 'about:blank', title, status })
