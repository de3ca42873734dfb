import { setTimeout as sleep } from 'node:timers/promises'
import type { Rest } from '../../invariants/audit.ts'
import type { Violation } from '../../invariants/invariants.ts'

/** What a page says about one payment that can be compared with the records of the providers. */
const claims = [
  { claim: 'success', isIn: (page: string) => titleOf(page).startsWith('Successful') },
  { claim: 'nothing taken', isIn: (page: string) => page.includes('No money was taken') },
  { claim: 'money returned', isIn: (page: string) => titleOf(page).startsWith('Money returned') },
] as const

type Claim = (typeof claims)[number]['claim']

export interface Seen {
  /** The numbers of payments' pages, by their answer. */
  readonly statuses: Map<number, number>
  /** Pages that belong to no payment. */
  readonly pages: Map<number, number>
  readonly claims: Map<Claim | 'not decided', number>
  /** What the page of service health said of the push wallet, in turn. */
  readonly health: string[]
  slowestMs: number
}

const titleOf = (page: string): string => /<title>([^<]*)/.exec(page)?.[1]?.trim() ?? ''
const count = <Key>(counts: Map<Key, number>, key: Key) => void counts.set(key, (counts.get(key) ?? 0) + 1)

const pauseMs = 100
// The limit is for a hanging portal, not for a busy machine.
const answerTimeoutMs = 60_000
const otherPaths = ['/', '/prepaid-recharge', '/about']

interface ReaderOptions {
  readonly origin: string
  /** Returns the ids of the payments so far. */
  readonly ids: () => readonly string[]
  readonly random: () => number
  /** The process may be gone, or have no room for a connection. */
  readonly mayBeAway?: boolean
}

/** Reads pages without pause, and remembers what they claimed. */
export class PageReader {
  readonly #options: ReaderOptions
  readonly #claimed = new Map<string, Set<Claim>>()
  readonly #violations: Violation[] = []
  #seen = emptySeen()
  #isOver = false
  #nextPath = 0
  readonly #reading: Promise<unknown>

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#reading = Promise.all([
      this.#repeat(() => this.#readPayment()),
      this.#repeat(() => this.#readOther()),
      this.#repeat(() => this.#readHealth()),
    ])
  }

  /** Returns what was seen since the last call. */
  take(): Seen {
    const seen = this.#seen
    this.#seen = emptySeen()
    return seen
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#reading
  }

  /** Pages without words, and claims that the records contradict. */
  compare({ records }: Rest): readonly Violation[] {
    const captured = new Map(records.captures.map((capture) => [capture.reference, capture]))
    const delivered = new Set(records.deliveries.map(({ reference }) => reference))
    const isTrue: Readonly<Record<Claim, (id: string) => boolean>> = {
      success: (id) => delivered.has(id),
      'nothing taken': (id) => !captured.has(id),
      'money returned': (id) => (captured.get(id)?.refundedMinor ?? 0) > 0,
    }
    const untrue = [...this.#claimed].flatMap(([id, found]) =>
      [...found]
        .filter((claim) => !isTrue[claim](id))
        .map((claim) => ({ invariant, id, what: `its page said ${claim}` })),
    )
    return [...this.#violations, ...untrue]
  }

  async #repeat(read: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await read()
      await sleep(pauseMs)
    }
  }

  async #readPayment(): Promise<void> {
    const ids = this.#options.ids()
    // The reader takes one in two of the latest: they are the ones in doubt.
    const from = this.#options.random() < 0.5 ? Math.max(0, ids.length - 10) : 0
    const id = ids[from + Math.floor(this.#options.random() * (ids.length - from))]
    if (id === undefined) return
    const page = await this.#read(`/payment/status?id=${id}`, this.#seen.statuses)
    if (page === undefined) return
    const found = claims.filter(({ isIn }) => isIn(page)).map(({ claim }) => claim)
    for (const claim of found.length > 0 ? found : (['not decided'] as const)) count(this.#seen.claims, claim)
    this.#claimed.set(id, new Set([...(this.#claimed.get(id) ?? []), ...found]))
  }

  async #readOther(): Promise<void> {
    const page = await this.#read(otherPaths[this.#nextPath++ % otherPaths.length] ?? '/', this.#seen.pages)
    // The file belongs to the page and comes from the disk.
    const [, file] = /(?:src|href)="(\/assets\/[^"]+)"/.exec(page ?? '') ?? []
    if (file !== undefined) await this.#read(file, this.#seen.pages)
  }

  async #readHealth(): Promise<void> {
    const page = await this.#read('/service-status', this.#seen.pages)
    const health = page && healthOf(page)
    if (health && health !== this.#seen.health.at(-1)) this.#seen.health.push(health)
  }

  /**
   * Returns the page; it is undefined when it could not be made. Then the answer must say so, and when to come again.
   */
  async #read(path: string, counts: Map<number, number>): Promise<string | undefined> {
    const begun = performance.now()
    const seen = this.#seen
    const answer = await this.#ask(path)
    seen.slowestMs = Math.max(seen.slowestMs, performance.now() - begun)
    count(counts, answer.status)
    if (answer.status === 200) return answer.page
    if (this.#options.mayBeAway && answer.status === 0) return undefined
    const isExplained = answer.status === 503 && answer.isTimed && answer.page.includes('<h1')
    if (!isExplained)
      this.#violations.push({ invariant, id: path, what: `answered ${answer.status} ${answer.page.slice(0, 60)}` })
    return undefined
  }

  async #ask(path: string) {
    try {
      const response = await fetch(this.#options.origin + path, { signal: AbortSignal.timeout(answerTimeoutMs) })
      const isTimed = response.headers.has('retry-after')
      return { status: response.status, isTimed, page: await response.text() }
    } catch (error) {
      return { status: 0, isTimed: false, page: String(error instanceof Error ? (error.cause ?? error) : error) }
    }
  }
}

const invariant = 'pages are true'

const emptySeen = (): Seen => ({
  statuses: new Map(),
  pages: new Map(),
  claims: new Map(),
  health: [],
  slowestMs: 0,
})

const healthOf = (page: string): string | undefined =>
  /id="nyanja_money".*?class="[^"]*\btag\b[^"]*"[^>]*>(?:<svg.*?<\/svg>)?([^<]+)</s.exec(page)?.[1]
