import { type Currency, type Money, majorText, parseMoney } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'
import { PortalError } from '../../common/errors.ts'
import { createProvider, demandValue, type ProviderAnswer, type ProviderHooks } from '../call-provider.ts'
import { logOutline } from '../log-excerpt.ts'
import { type TmfApi, type TmfProfile, tmfV4 } from './profile.ts'

/** Opaque; some servers use numbers. */
export const Id = z.union([z.string().min(1), z.number()]).transform(String)
export const Ref = z.object({ id: Id })
export const Decimal = z.union([z.string(), z.number()])
/** Servers that send null mean absent. */
export const maybe = <Value>(schema: z.ZodType<Value>) => schema.nullish().transform((value) => value ?? undefined)

export const Price = z.object({ unit: z.string(), value: Decimal })
export type Price = z.infer<typeof Price>

/** Whole major units are sent as an integer. */
export function priceOf(amount: Money): { readonly unit: string; readonly value: number } {
  return { unit: amount.currency, value: Number(majorText(amount)) }
}

/** The decimal text of a number on the wire. Undefined when it is not one, or too large to be exact. */
export function decimalText(value: string | number): string | undefined {
  // Floating-point residue such as 1e-9 counts as zero.
  const text = typeof value === 'number' && Math.abs(value) < 1e-6 ? '0' : String(value)
  return /^-?\d+(?:\.\d+)?$/.test(text) ? text : undefined
}

/** Decimal text without a third decimal, for balances, which some servers keep in fractions of a cent. */
export function roundedDown(text: string): string {
  return text.replace(/(\.\d\d)\d+$/, '$1')
}

/** Undefined in another currency, and for inexact amounts. */
export function moneyOf(
  { unit, value }: Price,
  currency: Currency,
  sign?: { readonly allowNegative: boolean },
): Money | undefined {
  const text = decimalText(value)
  return unit === currency && text !== undefined ? parseMoney(text, currency, sign) : undefined
}

// Other fields may repeat what was sent: a number, or an address that grants access.
const Code = Id.pipe(z.string().regex(/^[\w.-]{1,40}$/))
const Refused = z.object({ code: maybe(Code) })

// Refusals of the portal rather than of the request, and one that may mean "done already".
const undecidedStatuses = [401, 403, 409]

/** The name of a definite refusal in logs. Throws where the refusal may not be definite. */
export function refusalText(answer: ProviderAnswer<unknown> & { readonly ok: false }, resource: string): string {
  const { code = 'none' } = Refused.safeParse(answer.error).data ?? {}
  const text = `bss ${resource}: HTTP ${answer.status}, code ${code}`
  if (undecidedStatuses.includes(answer.status)) throw new PortalError('provider_broke_contract', text)
  return text
}

export interface TmfOptions extends ProviderHooks {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Calling code of the market: `265`. */
  readonly countryCode: string
  readonly profile?: TmfProfile
  /** The full header, where the BSS requires one. */
  readonly authorization?: string
  readonly timeoutMs?: number
}

export interface TmfResource {
  readonly api: TmfApi
  readonly name: string
}

export interface TmfClient {
  readonly profile: TmfProfile
  /** The number in this BSS's format. */
  numberOf(msisdn: string): string
  /** Returns all pages, or throws. Servers may ignore the filter, so the caller filters again. */
  list<Row>(resource: TmfResource, filter: Readonly<Record<string, string>>, row: z.ZodType<Row>): Promise<Row[]>
  /** Undefined when the resource does not exist. */
  find<Row>(resource: TmfResource, id: string, row: z.ZodType<Row>): Promise<Row | undefined>
  /** One try: the standard has no idempotency. `otherwise`: the result for a success with an unreadable body. */
  post<Row>(resource: TmfResource, body: object, row: z.ZodType<Row>, fallback?: Row): Promise<ProviderAnswer<Row>>
  /** `kept`: the server deletes none of them. `refused`: it does not delete this one. */
  remove(resource: TmfResource, id: string): Promise<'gone' | 'kept' | 'refused'>
}

const goneStatuses = [404, 410]
const removesNoneStatuses = [405, 501]

// 10,000 rows; a filter that finds more was ignored by the server.
const mostPages = 100

const numberFormats = {
  international: (msisdn: string, countryCode: string) => international(msisdn, { countryCode }),
  national: (msisdn: string) => msisdn,
} as const

export function createTmfClient(options: TmfOptions): TmfClient {
  const { baseUrl, countryCode, profile = tmfV4, authorization, timeoutMs = 10_000 } = options
  const provider = createProvider('bss', options, logOutline)
  const headers = { accept: 'application/json', ...(authorization !== undefined && { authorization }) }
  const urlOf = ({ api, name }: TmfResource, rest = '') => `${baseUrl}${profile.apiPaths[api]}/${name}${rest}`

  const read = <Value>({ name }: TmfResource, url: string, schema: z.ZodType<Value>) =>
    provider.ask({ operation: `GET ${name}`, url, timeoutMs, schema, headers })

  return {
    profile,
    numberOf: (msisdn) => numberFormats[profile.msisdn.format](msisdn, countryCode),

    async list<Row>(resource: TmfResource, filter: Readonly<Record<string, string>>, row: z.ZodType<Row>) {
      const rows: Row[] = []
      for (let page = 0; page < mostPages; page += 1) {
        const query = { ...filter, offset: String(rows.length), limit: String(profile.pageSize) }
        const answer = await read(resource, urlOf(resource, `?${queryText(query)}`), z.array(row))
        const found = demandValue(answer, `bss ${resource.name}`)
        rows.push(...found)
        if (isLastPage(answer, { found: found.length, sofar: rows.length, pageSize: profile.pageSize })) return rows
        if (found.length === 0) throw new PortalError('provider_broke_contract', `bss ${resource.name}: rows missing`)
      }
      throw new PortalError('provider_broke_contract', `bss ${resource.name}: no end of pages`)
    },

    async find(resource, id, row) {
      const answer = await read(resource, urlOf(resource, `/${encodeURIComponent(id)}`), row)
      return !answer.ok && answer.status === 404 ? undefined : demandValue(answer, `bss ${resource.name}`)
    },

    post: (resource, body, row, fallback) =>
      provider.send({
        operation: `POST ${resource.name}`,
        url: urlOf(resource),
        timeoutMs,
        schema: row,
        fallback,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),

    async remove(resource, id) {
      const answer = await provider.send({
        operation: `DELETE ${resource.name}`,
        url: urlOf(resource, `/${encodeURIComponent(id)}`),
        timeoutMs,
        schema: z.unknown(),
        method: 'DELETE',
        headers,
        // Probably with an HTML page.
        definite: [...goneStatuses, ...removesNoneStatuses],
      })
      if (answer.ok || goneStatuses.includes(answer.status)) return 'gone'
      return removesNoneStatuses.includes(answer.status) ? 'kept' : 'refused'
    },
  }
}

interface Page {
  readonly found: number
  readonly sofar: number
  readonly pageSize: number
}

/**
 * By the server's own count; without one, a page that is not as long as requested was the last, or the server has no
 * pages.
 */
function isLastPage(answer: ProviderAnswer<unknown>, { found, sofar, pageSize }: Page): boolean {
  const total = answer.ok ? answer.total : undefined
  return total === undefined ? found !== pageSize : sofar >= total
}

function queryText(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}
