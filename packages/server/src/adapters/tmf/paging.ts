import type { ProviderAnswer } from '../call-provider.ts'
import { broken, contractFaults, type ReadRow, type ReportFault } from '../contract-faults.ts'
import type { TmfProfile } from './profile.ts'

type PageAnswer<Row> = ProviderAnswer<readonly ReadRow<Row>[] | undefined>

interface Walk<Row> {
  readonly resource: string
  readonly paging: TmfProfile['paging']
  /** The milliseconds for all pages. */
  readonly timeoutMs: number
  readonly report: ReportFault
  /** Requests the page that this query names. */
  readonly ask: (query: string) => Promise<PageAnswer<Row>>
}

interface Walked<Row> {
  readonly rows: readonly Row[]
  /** Whether every row of the server's list was read. Only then is a missing row certainly not there. */
  readonly isComplete: boolean
}

/** The statuses that answer a request for a page beyond the last one. */
export const beyondStatuses = [404, 416]

/** Reads the pages of a list until the server reports, or shows, that there are no more. */
export async function readPages<Row>(
  filter: Readonly<Record<string, string>>,
  { resource, paging, timeoutMs, report, ask }: Walk<Row>,
): Promise<Walked<Row>> {
  const endsAt = performance.now() + timeoutMs
  const queryAt = (offset: number) =>
    toQuery(paging.style === 'none' ? filter : { ...filter, offset: String(offset), limit: String(paging.size) })
  const taken = createTaken<Row>()
  const incomplete = (field: string): Walked<Row> => {
    report(field)
    return { ...taken.walked(), isComplete: false }
  }

  const endOf = (isShort: boolean) => (isShort ? incomplete(contractFaults.missing) : taken.walked())

  let query = queryAt(0)
  let offset = 0
  let total = 0
  let isLinked = paging.style === 'link'
  for (let page = 0; page < paging.mostPages && performance.now() < endsAt; page += 1) {
    const answer = await ask(query)
    if (!answer.ok && isBeyond(answer.status, page, paging)) return endOf(taken.count() < total)
    const found = rowsOf(answer, resource)
    const hints = readHints(answer)
    // A page that repeats no count does not withdraw the one before.
    total = Math.max(total, hints.total)
    offset += found.length
    const isRepeated = taken.add(found) === 0 && found.length > 0
    if (isRepeated) return incomplete(contractFaults.offset)
    const at = { found: found.length, unique: taken.count(), offset, page, paging, isLinked }
    const next = nextPage({ ...hints, total }, at)
    if (next === 'end' || next === 'missing') return endOf(next === 'missing')
    isLinked ||= next !== 'at offset'
    query = next === 'at offset' ? queryAt(offset) : next.query
  }
  return incomplete(contractFaults.endless)
}

/** Collects the rows of all pages, each once. An unreadable one makes the list incomplete. */
function createTaken<Row>() {
  const rows = new Map<string, Row | undefined>()
  let count = 0
  return {
    /** Returns the number of rows that no page before had. */
    add(found: readonly ReadRow<Row>[]): number {
      const fresh = found.filter(({ key }) => !rows.has(key))
      for (const { key, row } of fresh) rows.set(rows.has(key) ? `${key} ${rows.size}` : key, row)
      count += fresh.length
      return fresh.length
    },
    count: () => count,
    walked(): Walked<Row> {
      const all = [...rows.values()]
      return { rows: all.flatMap((row) => row ?? []), isComplete: !all.includes(undefined) }
    },
  }
}

function isBeyond(status: number, page: number, { emptyIs404 }: TmfProfile['paging']): boolean {
  return page === 0 ? emptyIs404 && status === 404 : beyondStatuses.includes(status)
}

function rowsOf<Row>(answer: PageAnswer<Row>, resource: string): readonly ReadRow<Row>[] {
  if (!answer.ok) throw broken(`${resource}: refused with HTTP ${answer.status}`)
  const isNothing = answer.value === undefined
  if (isNothing && answer.status !== 204) throw broken(`${resource}: an empty answer in place of a list`)
  return answer.value ?? []
}

interface Progress {
  readonly found: number
  /** The number of rows read so far, and how many of them are different. */
  readonly offset: number
  readonly unique: number
  readonly page: number
  readonly paging: TmfProfile['paging']
  /** A link led to this page, or would lead to the next. */
  readonly isLinked: boolean
}

/** With `missing` the server counts rows that it does not send. */
type Next = 'end' | 'missing' | 'at offset' | { readonly query: string }

function nextPage({ status, query, total, isLast }: Hints, at: Progress): Next {
  const { found, offset, unique, paging, isLinked } = at
  if (paging.style === 'none') return 'end'
  if (query !== undefined && found > 0) return { query }
  if (offset < total) return found > 0 ? 'at offset' : 'missing'
  // A count equal to a full page may be the page's own.
  if (total > 0 && found < paging.size) return unique < total ? 'missing' : 'end'
  return isLinked || (isLast && found > 0) ? 'end' : findNextByLength(status, at)
}

/** The length of a page proves nothing, because servers set their own: the next one shows whether there are more. */
function findNextByLength(status: number, { found, page }: Progress): Next {
  if (found > 0) return 'at offset'
  return page === 0 && status === 206 ? 'missing' : 'end'
}

interface Hints {
  readonly status: number
  readonly query: string | undefined
  /** The length of the whole list, and 0 where the server states none. */
  readonly total: number
  /** Whether the page has links to other pages, and none to a next one. */
  readonly isLast: boolean
}

function readHints({ status, ...answer }: PageAnswer<unknown>): Hints {
  const headers = answer.ok ? answer.headers : new Headers()
  const links = headers.get('link') ?? ''
  return {
    status,
    query: queryOfNext(links),
    total: totalIn(headers) ?? 0,
    isLast: /\brel="?(?:first|prev|last)\b/i.test(links),
  }
}

/** Only the query of the server's address is used: its host may be an internal one, and is never sent credentials. */
function queryOfNext(links: string): string | undefined {
  const [, address] = /<([^>]*)>(?:\s*;[^,<]*)?;\s*rel="?next"?/i.exec(links) ?? []
  const [, query] = /\?([^#]+)/.exec(address ?? '') ?? []
  return query
}

function totalIn(headers: Headers): number | undefined {
  const [, total] =
    /(?:^|\/)\s*(\d{1,9})\s*$/.exec(headers.get('x-total-count') ?? headers.get('content-range') ?? '') ?? []
  return total === undefined ? undefined : Number(total)
}

function toQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}
