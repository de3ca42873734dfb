import { type RequestClass, requestClasses } from '@nyanja/server/metrics/metrics'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FairLine } from './fair-line.ts'
import type { Notices } from './pages/notices.ts'
import type { Classified, Classify } from './request-class.ts'

interface ClassRules {
  /** Turns of the class among those that have requests waiting. */
  readonly weight: number
  /** Requests that may wait; further ones are refused with Retry-After. */
  readonly waiting: number
  /** A request that waits longer is refused, while its visitor is still there. */
  readonly longestWaitMs: number
  /** Once a request has waited longer, the process is too slow for more, and further ones are refused at once. */
  readonly fullAfterMs: number
  /** So many are never refused for their wait: pages cost about the same, and this many are served soon. */
  readonly few?: number
  /** How many requests of the class run at once, including those that wait for a provider. */
  readonly inProgress: number
}

const rules: Readonly<Record<RequestClass, ClassRules>> = {
  payment: { weight: 6, waiting: 400, longestWaitMs: 1_500, fullAfterMs: 750, inProgress: 2_000 },
  journey: { weight: 3, waiting: 200, longestWaitMs: 1_000, fullAfterMs: 500, inProgress: 1_000 },
  channel: { weight: 3, waiting: 200, longestWaitMs: 1_000, fullAfterMs: 500, inProgress: 1_000 },
  page: { weight: 2, waiting: 100, longestWaitMs: 800, fullAfterMs: 200, inProgress: 500, few: 16 },
}

/** No party may hold more than the second share while more than the first share of the capacity is taken. */
const [crowdedFrom, mostOfParty] = [1 / 2, 1 / 8]

class ClassQueue {
  readonly rules: ClassRules
  readonly line: FairLine
  /** Counts how many requests of each party are in progress. */
  readonly #inProgress = new Map<string, number>()
  #allInProgress = 0
  /** It grows with each turn of another class. */
  credit = 0

  constructor(rules: ClassRules) {
    this.rules = rules
    const { waiting: most, fullAfterMs, few = 0 } = rules
    this.line = new FairLine({ most, fullAfterMs, few })
  }

  isClosedTo(party: string): boolean {
    const { inProgress: most } = this.rules
    if (this.#allInProgress < most * crowdedFrom) return false
    return this.#allInProgress >= most || this.#of(party) >= most * mostOfParty
  }

  begin(party: string): void {
    this.#allInProgress += 1
    this.#inProgress.set(party, this.#of(party) + 1)
  }

  end(party: string): void {
    this.#allInProgress -= 1
    const left = this.#of(party) - 1
    if (left > 0) this.#inProgress.set(party, left)
    else this.#inProgress.delete(party)
  }

  #of(party: string): number {
    return this.#inProgress.get(party) ?? 0
  }
}

export interface AdmissionOptions {
  readonly now?: () => number
  /** Calls back once the process has finished its other queued work. */
  readonly nextTask?: (work: () => void) => void
}

/**
 * Begins one request per iteration of the event loop. While the processor has time, iterations are short and no request
 * waits; under load each class has a bounded queue and its share of the turns. A request that waits for a provider uses
 * no iterations, so a slow provider never makes the portal look busy.
 */
export class Admission {
  readonly #queues: Readonly<Record<RequestClass, ClassQueue>>
  readonly #inOrder: readonly ClassQueue[]
  readonly #now: () => number
  readonly #nextTask: (work: () => void) => void
  #hasBegunOne = false

  constructor({ now = () => performance.now(), nextTask = setImmediate }: AdmissionOptions = {}) {
    this.#now = now
    this.#nextTask = nextTask
    const { payment, journey, channel, page } = rules
    this.#queues = {
      payment: new ClassQueue(payment),
      journey: new ClassQueue(journey),
      channel: new ClassQueue(channel),
      page: new ClassQueue(page),
    }
    this.#inOrder = requestClasses.map((name) => this.#queues[name])
  }

  /** Begins the request now or later, or refuses it. The caller calls `leave` once for each request that began. */
  enter({ name, party }: Classified, begin: () => void, refuse: () => void): void {
    const queue = this.#queues[name]
    const beginIn = () => this.#begin(queue, party, begin)
    if (queue.isClosedTo(party)) refuse()
    else if (this.#hasBegunOne) queue.line.add({ party, since: this.#now(), begin: beginIn, refuse })?.refuse()
    else beginIn()
  }

  leave({ name, party }: Classified): void {
    this.#queues[name].end(party)
  }

  #begin(queue: ClassQueue, party: string, begin: () => void): void {
    this.#hasBegunOne = true
    queue.begin(party)
    this.#nextTask(() => this.#runNext())
    begin()
  }

  #runNext(): void {
    this.#refuseOld()
    const next = this.#takeNextQueue()?.line.takeNext()
    if (next === undefined) this.#hasBegunOne = false
    else next.begin()
  }

  /** Smooth weighted round robin: no class waits for more than the turns that are due to the others. */
  #takeNextQueue(): ClassQueue | undefined {
    const waiting = this.#inOrder.filter(({ line }) => line.length > 0)
    for (const queue of this.#inOrder) queue.credit = queue.line.length > 0 ? queue.credit + queue.rules.weight : 0
    const [first] = waiting.toSorted((one, other) => other.credit - one.credit)
    if (first !== undefined) first.credit -= waiting.reduce((sum, { rules: { weight } }) => sum + weight, 0)
    return first
  }

  #refuseOld(): void {
    const now = this.#now()
    for (const { line, rules } of this.#inOrder) {
      const takeOld = () => line.takeOlderThan(now - rules.longestWaitMs)
      for (let old = takeOld(); old !== undefined; old = takeOld()) old.refuse()
    }
  }
}

interface AdmitOptions {
  readonly admission: Admission
  readonly classify: Classify
  readonly notices: Notices
  readonly refused: (name: RequestClass) => void
}

/** A refused request has not begun anything. */
export function admitRequests(app: FastifyInstance, { admission, classify, notices, refused }: AdmitOptions): void {
  // After the body has arrived: a client that sends it slowly takes no room from others.
  app.addHook('preValidation', (request: FastifyRequest, reply, done) => {
    const classified = classify(request)
    if (classified === 'always') return done()
    const begin = () => {
      // A visitor who left while waiting costs nothing more.
      if (reply.raw.destroyed) return admission.leave(classified)
      reply.raw.once('close', () => admission.leave(classified))
      done()
    }
    admission.enter(classified, begin, () => {
      refused(classified.name)
      void notices.send(request, reply, 'busy')
    })
  })
}
