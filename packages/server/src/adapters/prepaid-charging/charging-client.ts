import { international } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'
import { createBssCalls } from '../bss-authorization.ts'
import type { BssOptions } from '../bss-definition.ts'
import { demandValue, type ProviderAnswer } from '../call-provider.ts'
import { broken, type ReadRow, reading, readingRows } from '../contract-faults.ts'

export type ChargingOptions = Pick<BssOptions, 'baseUrl' | 'countryCode' | 'currency' | 'centsPerUnit'> &
  Partial<Omit<BssOptions, 'baseUrl' | 'countryCode' | 'currency' | 'centsPerUnit'>>

const Id = z.union([z.string().min(1), z.number()]).transform(String)
export const Text = z.union([z.string(), z.number()]).transform(String)
/** A reference is an id, an object with one, or a list of one. */
const Ref = z.union([
  Id,
  z.object({ id: Id }).transform(({ id }) => id),
  z.tuple([z.object({ id: Id })]).transform(([{ id }]) => id),
])
export const Quantity = z.object({ amount: Text, units: z.string().nullish() })
export type Quantity = z.infer<typeof Quantity>

/** A service is a number; its buckets belong to its product. */
const Service = z.object({ id: Id, product: Ref.nullish() })

export const Bucket = z.object({
  id: Id,
  name: z.string().nullish(),
  product: Ref.nullish(),
  remainedAmount: Quantity.nullish(),
  validFor: z.object({ endDateTime: z.string().nullish() }).nullish(),
})
export type Bucket = z.infer<typeof Bucket>

/** A change of a balance. It stays in the log when its bucket was used up. */
const LogEntry = z.object({
  type: z.string(),
  bucketBalance: z.object({ id: Id }).nullish(),
  amount: Quantity.nullish(),
  product: Ref.nullish(),
})

export interface Listed<Row> {
  readonly rows: readonly Row[]
  /** Whether a missing row is certainly not there: all pages were read, and all of their rows could be read. */
  readonly isComplete: boolean
  /** Whether there is a list: some systems have no empty ones. */
  readonly exists: boolean
}

interface Resource<Row> {
  readonly api: 'balances' | 'inventory' | 'catalogue'
  readonly name: string
  /** The path with its query. */
  readonly path: string
  readonly row: z.ZodType<Row>
}

type Page<Row> = ProviderAnswer<readonly ReadRow<Row>[] | undefined>
type Headers = Readonly<Record<string, string>>
type ReadPage<Row> = (headers: Headers) => Promise<Page<Row>>

// The limit, which is less than the lease of the work that reads a list.
const longestWalkMs = 60_000
const mostPages = 200
const pageSize = 100
const [notFound, changed, beyondTheEnd] = [404, 412, 416]

export type ChargingClient = ReturnType<typeof createChargingClient>

export function createChargingClient(options: ChargingOptions) {
  const { baseUrl, countryCode, reportFault } = options
  const call = createBssCalls(options)
  const createFaultReport =
    ({ api, name }: Pick<Resource<unknown>, 'api' | 'name'>, method = 'GET') =>
    (field: string) =>
      reportFault?.({ api, call: `${method} ${name}`, field })

  async function list<Row>(resource: Resource<Row>): Promise<Listed<Row>> {
    const readPage: ReadPage<Row> = (headers) =>
      call('ask', {
        ...{ operation: `GET ${resource.name}`, url: `${baseUrl}${resource.path}`, headers },
        schema: readingRows(resource.row, createFaultReport(resource)),
        // The server answers these statuses with a page.
        definite: [notFound, changed, beyondTheEnd],
      })
    const walked = (await readRanges(resource.name, readPage)) ?? (await readRanges(resource.name, readPage))
    return walked ?? { rows: [], isComplete: false, exists: true }
  }

  return {
    /** Finds the product of a number: undefined for one without a service, or whose service has no product. */
    async productOf(msisdn: string): Promise<string | undefined> {
      // After a restore only the reference is known.
      if (msisdn === '') throw broken('service: the number is not known')
      const number = international(msisdn, { countryCode })
      const answer = await call('ask', {
        operation: 'GET service',
        url: `${baseUrl}/serviceInventoryManagement/v2/service/${number}`,
        schema: reading(Service, createFaultReport({ api: 'inventory', name: 'service' })),
        definite: [notFound],
      })
      if (!answer.ok && answer.status === notFound) return undefined
      return demandValue(answer, 'bss service').product ?? undefined
    },

    async bucketsOf(product: string): Promise<Listed<Bucket>> {
      const path = `/balanceManagement/v1/bucket?product=${encodeURIComponent(product)}`
      const listed = await list({ api: 'balances', name: 'bucket', path, row: Bucket })
      return { ...listed, rows: listed.rows.filter((row) => (row.product ?? product) === product) }
    },

    async logOf(product: string) {
      const path = `/ocs/v1/log/balance?product=${encodeURIComponent(product)}`
      const listed = await list({ api: 'balances', name: 'log', path, row: LogEntry })
      return { ...listed, rows: listed.rows.filter((row) => (row.product ?? product) === product) }
    },

    offerings: <Row>(row: z.ZodType<Row>) =>
      list({ api: 'catalogue', name: 'productOffering', path: '/productCatalogManagement/v2/productOffering', row }),

    /** Makes the call once: two equal top-ups are two credits. */
    topUp: (product: string, body: object) =>
      call('send', {
        operation: 'POST balanceTopup',
        url: `${baseUrl}/balanceManagement/v1/product/${encodeURIComponent(product)}/balanceTopup`,
        ...{ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
        schema: reading(Bucket, createFaultReport({ api: 'balances', name: 'balanceTopup' }, 'POST')),
      }),
  }
}

interface Progress {
  /** The number of the first requested row; rows count from one. */
  readonly from: number
  readonly isNew: boolean
}

/**
 * Reads HTTP ranges until the server reports where the list ends: by a total, or by 416 behind it. The result is
 * undefined when the list changed meanwhile.
 */
async function readRanges<Row>(name: string, readPage: ReadPage<Row>): Promise<Listed<Row> | undefined> {
  const endsAt = performance.now() + longestWalkMs
  const rows = new Map<string, Row | undefined>()
  let end: PageEnd = { from: 1 }
  let headers: Headers = {}
  for (let page = 0; page < mostPages && typeof end === 'object' && performance.now() < endsAt; page += 1) {
    const { from }: { readonly from: number } = end
    const answer = await readPage(headers)
    const known = rows.size
    if (answer.ok) for (const { key, row } of answer.value ?? []) rows.set(key, row)
    end = answer.ok ? findPageEnd(answer, { from, isNew: rows.size > known }) : endAfter(answer.status, { name, page })
    if (answer.ok && typeof end === 'object') headers = rangeFrom(end.from, answer.headers.get('etag'))
  }
  return end === 'changed' ? undefined : toListed([...rows.values()], end)
}

function toListed<Row>(readable: readonly (Row | undefined)[], end: PageEnd): Listed<Row> {
  return {
    rows: readable.flatMap((row) => row ?? []),
    isComplete: (end === 'end' || end === 'no list') && !readable.includes(undefined),
    exists: end !== 'no list',
  }
}

/** The end of a page. With `unsure` it is unknown whether more rows follow, or which. */
type PageEnd = { readonly from: number } | 'end' | 'no list' | 'unsure' | 'changed'

function endAfter(status: number, { name, page }: { readonly name: string; readonly page: number }): PageEnd {
  if (page === 0 && status === notFound) return 'no list'
  if (page === 0) throw broken(`${name}: refused with HTTP ${status}`)
  if (status === changed) return 'changed'
  return status === beyondTheEnd ? 'end' : 'unsure'
}

function rangeFrom(from: number, etag: string | null): Headers {
  return { range: `items=${from}-${from + pageSize - 1}`, ...(etag !== null && { 'if-match': etag }) }
}

function findPageEnd(answer: Extract<Page<unknown>, { ok: true }>, { from, isNew }: Progress): PageEnd {
  const { status, value, headers } = answer
  const count = value?.length ?? 0
  const [, first, last, total] = /^items (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? []
  if (last === undefined) {
    // Only a first page may come without a range: later ones would repeat it, or be empty for another reason.
    if (from > 1 || value === undefined || status === 206) return 'unsure'
    return count === 0 ? 'end' : { from: count + 1 }
  }
  const isRequestedRange = Number(first) === from && Number(last) - from + 1 === count
  if (!isRequestedRange || !isNew) return 'unsure'
  return last === total ? 'end' : { from: Number(last) + 1 }
}
