import { PortalError } from '@nyanja/domain/errors'
import type { Currency } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'
import { type Authorization, createBssCalls } from '../bss-authorization.ts'
import { demandValue, type ProviderAnswer, type ProviderHooks } from '../call-provider.ts'
import { type ContractFault, contractFaults, type ReportFault, reading, readingRows } from '../contract-faults.ts'
import { beyondStatuses, readPages } from './paging.ts'
import { type TmfApi, type TmfProfile, tmfV4 } from './profile.ts'
import { Id, idAtEnd, maybe, readMoment } from './tmf-values.ts'

// Other fields may repeat what was sent: a number, or an address that grants access.
const Code = Id.pipe(z.string().regex(/^[\w.-]{1,40}$/))
const Refused = z.object({ code: maybe(Code) })

// The refusals of the portal rather than of the request, and one that may mean "done already".
const undecidedStatuses = [401, 403, 409]

/** Names a definite refusal for logs. Throws where the refusal may not be definite. */
export function refusalText(answer: ProviderAnswer<unknown> & { readonly ok: false }, resource: string): string {
  const { code = 'none' } = Refused.safeParse(answer.error).data ?? {}
  const text = `bss ${resource}: HTTP ${answer.status}, code ${code}`
  if (undecidedStatuses.includes(answer.status)) throw new PortalError('provider_broke_contract', text)
  return text
}

export interface TmfOptions extends ProviderHooks {
  /** The URL without a trailing slash. */
  readonly baseUrl: string
  /** Calling code of the market: `265`. */
  readonly countryCode: string
  readonly profile?: TmfProfile
  readonly authorization?: Authorization
  readonly timeoutMs?: number
  /** The zone of dates without one, unless the profile names another. */
  readonly timeZone?: string
  /** Reports where the BSS broke its contract. */
  readonly reportFault?: (fault: ContractFault) => void
}

export interface TmfResource {
  readonly api: TmfApi
  readonly name: string
}

interface Search<Row> {
  /** The filter, by the names of the standard. */
  readonly filter: Readonly<Record<string, string>>
  readonly row: z.ZodType<Row>
  /** Servers may ignore a filter. */
  readonly matches: (row: Row) => boolean
  /** The field by which `matches` decides: rows that all lack it prove nothing about any of them. */
  readonly decidedBy?: (row: Row) => unknown
}

export interface Found<Row> {
  readonly rows: readonly Row[]
  /** Whether a missing row is certainly not there: the whole list was read, and all of it could be read. */
  readonly isComplete: boolean
}

/** The answer to a POST, on many servers without a body, and on some without an id. */
export interface Accepted<Row> {
  readonly value: Row | undefined
  readonly location: string | undefined
  /** The id from the location header. */
  readonly id: string | undefined
}

type Posted<Row> = Extract<ProviderAnswer<never>, { ok: false }> | ({ readonly ok: true } & Accepted<Row>)

export interface TmfClient {
  readonly profile: TmfProfile
  /** Writes the number in this BSS's format. */
  numberOf(msisdn: string): string
  isNumber(text: string | undefined, msisdn: string): boolean
  /** Removes the zero that this BSS puts before national numbers. */
  withoutTrunk(number: string): string
  /** Converts a date to epoch milliseconds. */
  momentOf(text: string | undefined): number | undefined
  search<Row>(resource: TmfResource, search: Search<Row>): Promise<Found<Row>>
  /** Finds a resource: undefined when it does not exist. */
  find<Row>(resource: TmfResource, id: string, row: z.ZodType<Row>): Promise<Row | undefined>
  /** Posts once: the standard has no idempotency. `fallback` is the result for a success with an unreadable body. */
  post<Row>(resource: TmfResource, body: object, row: z.ZodType<Row>, fallback?: Row): Promise<Posted<Row>>
  /** With `kept` the server deletes no resource of this kind, with `refused` it does not delete this one. */
  remove(resource: TmfResource, id: string): Promise<'gone' | 'kept' | 'refused'>
}

const goneStatuses = [404, 410]
const removesNoneStatuses = [405, 501]

/** The limit, which is less than the lease of the work that reads a list. */
const longestWalkMs = 60_000

const numberFormats = {
  international: (msisdn: string, countryCode: string) => international(msisdn, { countryCode }),
  national: (msisdn: string) => msisdn,
  trunk0: (msisdn: string) => `0${msisdn}`,
} as const

/** Returns the first row, or none where the whole list has none. Throws where it may have one that was not read. */
export function demandCertainty<Row>({ rows, isComplete }: Found<Row>, resource: string): Row | undefined {
  const [first] = rows
  if (first === undefined && !isComplete)
    throw new PortalError('provider_broke_contract', `bss ${resource}: not found, and the list is not complete`)
  return first
}

export function createTmfClient(options: TmfOptions): TmfClient {
  const { countryCode, profile = tmfV4, timeoutMs = 10_000, timeZone = 'UTC' } = options
  const { format } = profile.number
  const numberOf = (msisdn: string) => numberFormats[format](msisdn, countryCode)
  const access = { call: createBssCalls(options), options, profile }

  return {
    profile,
    numberOf,
    withoutTrunk: (number) => (format === 'trunk0' ? number.replace(/^0/, '') : number),
    isNumber: (text, msisdn) => text?.replace(/[\s+()-]/g, '') === numberOf(msisdn),
    momentOf: (text) => (text === undefined ? undefined : readMoment(text, profile.dates.zone ?? timeZone)),
    search: (resource, search) => searchPages(access, resource, { ...search, timeoutMs }),
    ...createCallsById(access),
  }
}

interface Access {
  readonly call: ReturnType<typeof createBssCalls>
  readonly options: TmfOptions
  readonly profile: TmfProfile
}

function urlOf({ options, profile }: Access, { api, name }: TmfResource, rest = ''): string {
  const { path } = profile.apis[api]
  return `${path.startsWith('/') ? options.baseUrl : ''}${path === '/' ? '' : path}/${name}${rest}`
}

const faultsOf =
  ({ options }: Access, { api, name }: TmfResource, method = 'GET'): ReportFault =>
  (field) =>
    options.reportFault?.({ api, call: `${method} ${name}`, field })

async function searchPages<Row>(
  access: Access,
  resource: TmfResource,
  { filter, row, matches, decidedBy, timeoutMs }: Search<Row> & { readonly timeoutMs: number },
): Promise<Found<Row>> {
  const { call, profile } = access
  const report = faultsOf(access, resource)
  const sent = profiledFilter(resource, filter, profile)
  const { rows, isComplete } = await readPages(sent, {
    resource: resource.name,
    paging: profile.paging,
    timeoutMs: Math.min(3 * timeoutMs, longestWalkMs),
    report,
    ask: (query) =>
      call('ask', {
        operation: `GET ${resource.name}`,
        url: urlOf(access, resource, query === '' ? '' : `?${query}`),
        schema: readingRows(row, report),
        definite: beyondStatuses,
      }),
  })
  const matching = rows.filter(matches)
  if (matching.length < rows.length && Object.keys(sent).length > 0) report(contractFaults.filter)
  const isHidden = decidedBy !== undefined && rows.length > 0 && rows.every((one) => decidedBy(one) === undefined)
  if (isHidden) report(contractFaults.hidden)
  return { rows: matching, isComplete: isComplete && !isHidden }
}

function createCallsById(access: Access): Pick<TmfClient, 'find' | 'post' | 'remove'> {
  const { call } = access
  return {
    async find(resource, id, row) {
      const answer = await call('ask', {
        operation: `GET ${resource.name}`,
        url: urlOf(access, resource, `/${encodeURIComponent(id)}`),
        schema: reading(row, faultsOf(access, resource)),
        // The answer often has a page of the web server.
        definite: goneStatuses,
      })
      return !answer.ok && goneStatuses.includes(answer.status)
        ? undefined
        : demandValue(answer, `bss ${resource.name}`)
    },

    async post<Row>(resource: TmfResource, body: object, row: z.ZodType<Row>, fallback?: Row) {
      const answer = await call<Row | undefined>('send', {
        operation: `POST ${resource.name}`,
        url: urlOf(access, resource),
        schema: z.undefined().or(reading(row, faultsOf(access, resource, 'POST'))),
        fallback,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) return answer
      const location = answer.headers.get('location') ?? undefined
      const id = idAtEnd(location)
      return { ok: true, value: answer.value, location, id: id === resource.name ? undefined : id }
    },

    async remove(resource, id) {
      const answer = await call('send', {
        operation: `DELETE ${resource.name}`,
        url: urlOf(access, resource, `/${encodeURIComponent(id)}`),
        schema: z.unknown(),
        method: 'DELETE',
        // The answer probably has an HTML page.
        definite: [...goneStatuses, ...removesNoneStatuses],
      })
      if (answer.ok || goneStatuses.includes(answer.status)) return 'gone'
      return removesNoneStatuses.includes(answer.status) ? 'kept' : 'refused'
    },
  }
}

/** Selects the filters that this server knows, by its names. */
function profiledFilter(
  { name }: TmfResource,
  filter: Readonly<Record<string, string>>,
  { filters }: TmfProfile,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([field, value]) => {
      const own = filters[`${name}.${field}`]
      return own === null ? [] : [[own ?? field, value]]
    }),
  )
}

export interface CurrencyOptions extends TmfOptions {
  readonly currency: Currency
}
