import { languagePrefixOf } from '@nyanja/domain/texts/language'
import { type RequestClass, requestClasses } from '@nyanja/server/metrics/metrics'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Notices } from './pages/notices.ts'

interface ClassLimits {
  /** Requests that may wait; further ones are refused with Retry-After. */
  readonly waiting: number
  /** How many requests of the class run at once, including those that wait for a provider. */
  readonly inProgress: number
}

const limits: Readonly<Record<RequestClass, ClassLimits>> = {
  payment: { waiting: 400, inProgress: 2_000 },
  journey: { waiting: 200, inProgress: 1_000 },
  page: { waiting: 100, inProgress: 500 },
}

/** Where requests of higher classes leave no room, a page that waits longer is refused with Retry-After. */
const longestWaitMs = 5_000

interface Waiting {
  readonly since: number
  readonly begin: () => void
  readonly refuse: () => void
}

export interface AdmissionOptions {
  readonly now?: () => number
  /** Calls back once the process has finished its other queued work. */
  readonly nextTask?: (work: () => void) => void
}

/**
 * Begins one request per iteration of the event loop. While the processor has time, iterations are short and no request
 * waits; under load the queue is bounded and ordered by class. A request that waits for a provider uses no iterations,
 * so a slow provider never makes the portal look busy.
 */
export class Admission {
  readonly #lines: Readonly<Record<RequestClass, Waiting[]>> = { payment: [], journey: [], page: [] }
  readonly #now: () => number
  readonly #nextTask: (work: () => void) => void
  #inProgress = 0
  #hasBegunOne = false

  constructor({ now = () => performance.now(), nextTask = setImmediate }: AdmissionOptions = {}) {
    this.#now = now
    this.#nextTask = nextTask
  }

  /** Begins the request now or later, or refuses it. The caller calls `leave` once for each request that began. */
  enter(name: RequestClass, begin: () => void, refuse: () => void): void {
    const { waiting, inProgress } = limits[name]
    const line = this.#lines[name]
    if (this.#inProgress >= inProgress || line.length >= waiting) refuse()
    else if (this.#hasBegunOne) line.push({ since: this.#now(), begin, refuse })
    else this.#begin(begin)
  }

  leave(): void {
    this.#inProgress--
  }

  #begin(begin: () => void): void {
    this.#hasBegunOne = true
    this.#inProgress++
    this.#nextTask(() => this.#runNext())
    begin()
  }

  #runNext(): void {
    this.#refuseOld()
    const line = requestClasses.map((name) => this.#lines[name]).find(({ length }) => length > 0)
    const next = line?.shift()
    if (next === undefined) this.#hasBegunOne = false
    else this.#begin(next.begin)
  }

  #refuseOld(): void {
    const { page } = this.#lines
    const oldest = this.#now() - longestWaitMs
    while (page[0] !== undefined && page[0].since < oldest) page.shift()?.refuse()
  }
}

interface ClassRule {
  readonly matches: RegExp
  readonly name: RequestClass | 'always'
}

/** The first rule that matches decides. Rules look at the address alone, before the body is parsed. */
const rules: readonly ClassRule[] = [
  { matches: /^\/(healthz$|assets\/|files\/)/, name: 'always' },
  { matches: /^\/api\/portal-service\/.*\/(pg-callback|notify)\b/, name: 'payment' },
  // Drawing one takes longer than a page, and it can wait.
  { matches: /^\/payment\/status\/[^/]+\/receipt[.]pdf/, name: 'page' },
  { matches: /^\/(payment|pay-me)(\/|$|\?)/, name: 'payment' },
  { matches: /\/transaction\/(fetch|v1\/(auth\/)?(process|status))\b/, name: 'payment' },
  { matches: /\/(otp|optimus)\//, name: 'payment' },
  { matches: /^\/(csp-reports|script-errors)/, name: 'page' },
  { matches: /[?&](order|draft|lead)=/, name: 'journey' },
  { matches: /^\/(orp\/bfe|auth|api)\//, name: 'journey' },
]

export function classOf({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): RequestClass | 'always' {
  const path = url.slice(languagePrefixOf(url).length)
  const rule = rules.find(({ matches }) => matches.test(path))
  return rule?.name ?? (method === 'GET' || method === 'HEAD' ? 'page' : 'journey')
}

interface AdmitOptions {
  readonly admission: Admission
  readonly notices: Notices
  readonly refused: (name: RequestClass) => void
}

/** The oldest work wins: a refused request has not begun anything. */
export function admitRequests(app: FastifyInstance, { admission, notices, refused }: AdmitOptions): void {
  // After the body has arrived: a client that sends it slowly takes no room from others.
  app.addHook('preValidation', (request, reply, done) => {
    const name = classOf(request)
    if (name === 'always') return done()
    const begin = () => {
      // A visitor who left while waiting costs nothing more.
      if (reply.raw.destroyed) return admission.leave()
      reply.raw.once('close', () => admission.leave())
      done()
    }
    admission.enter(name, begin, () => {
      refused(name)
      void notices.send(request, reply, 'busy')
    })
  })
}
