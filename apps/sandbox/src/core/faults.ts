import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** `before` means without an effect; `after` means with the effect, but without a complete answer. */
export const faultKinds = [
  'delay',
  'hang_before',
  'hang_after',
  'reset_before',
  'reset_after',
  'error_before',
  'error_after',
  'html_before',
  'garbage_after',
  'callback_drop',
  'callback_delay',
  'callback_duplicate',
  'callback_mis_sign',
] as const

export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  readonly id: string
  readonly provider: string
  /** The fault applies to every operation of the provider when it is absent. */
  readonly operation?: string
  readonly kind: FaultKind
  readonly delayMs: number
  /** How many times a duplicated callback arrives. */
  readonly copies: number
  /** How often it is still injected; null means until it is removed. */
  timesLeft: number | null
  /** The probability, from 0 to 1. */
  readonly probability: number
}

export interface FaultRequest {
  readonly provider: string
  readonly operation?: string
  readonly kind: FaultKind
  readonly delayMs?: number
  readonly copies?: number
  readonly times?: number
  readonly probability?: number
}

/** The faults that the panel or a test has switched on, injected in the order in which they were added. */
export class Faults {
  readonly #faults: Fault[] = []
  readonly #random: () => number
  #nextId = 1

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  add({ provider, operation, kind, delayMs = 0, copies = 10, times, probability = 1 }: FaultRequest): Fault {
    const fault: Fault = {
      id: String(this.#nextId++),
      provider,
      ...(operation === undefined ? {} : { operation }),
      kind,
      delayMs,
      copies,
      timesLeft: times ?? null,
      probability,
    }
    this.#faults.push(fault)
    return fault
  }

  list(): readonly Fault[] {
    return this.#faults
  }

  remove(id: string): void {
    const at = this.#faults.findIndex((fault) => fault.id === id)
    if (at >= 0) this.#faults.splice(at, 1)
  }

  clear(): void {
    this.#faults.length = 0
  }

  /** Takes the first fault of one of these kinds for this operation, and reduces its remaining count by one. */
  take(provider: string, operation: string, kinds: readonly FaultKind[]): Fault | undefined {
    const fault = this.#faults.find(
      (candidate) =>
        candidate.provider === provider &&
        (candidate.operation === undefined || candidate.operation === operation) &&
        kinds.includes(candidate.kind) &&
        (candidate.probability >= 1 || this.#random() < candidate.probability),
    )
    if (fault === undefined) return undefined
    if (fault.timesLeft !== null) {
      fault.timesLeft -= 1
      if (fault.timesLeft <= 0) this.remove(fault.id)
    }
    return fault
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Names the route for the fault panel. A route without a provider gets no faults. */
    provider?: string
    /** A function where one address serves several operations. */
    operation?: string | ((request: FastifyRequest) => string)
  }
  interface FastifyRequest {
    /** A fault has answered already, so the effect did not happen. */
    struckBefore: boolean
  }
}

type InjectedFault = (fault: Fault, request: FastifyRequest, reply: FastifyReply, clickContinue: () => void) => void
type Spoil = (payload: unknown, fault: Fault, request: FastifyRequest, reply: FastifyReply) => Spoilt
type Spoilt = { readonly payload: unknown } | 'no answer'

const before: Partial<Record<FaultKind, InjectedFault>> = {
  delay: ({ delayMs }, _request, _reply, clickContinue) => void setTimeout(clickContinue, delayMs).unref(),
  hang_before: (fault, request) => hang(fault, request),
  reset_before: (_fault, request) => dropConnection(request),
  error_before: (_fault, _request, reply) => void reply.code(500).send(serverError),
  html_before: (_fault, _request, reply) => void reply.code(500).type('text/html').send(errorPage),
}

const after: Partial<Record<FaultKind, Spoil>> = {
  hang_after: (_payload, fault, request) => hang(fault, request),
  reset_after: (_payload, _fault, request) => dropConnection(request),
  error_after: (_payload, _fault, _request, reply) => {
    reply.code(500).type('application/json').removeHeader('content-length')
    return { payload: JSON.stringify(serverError) }
  },
  garbage_after: (payload, _fault, _request, reply) => {
    reply.removeHeader('content-length')
    return { payload: `${String(payload ?? '').slice(0, 20)}\u0000{"<garbage` }
  },
}

const serverError = { code: 'internalError', reason: 'Internal server error' }
const errorPage = '<!doctype html><title>500</title><h1>500 Internal Server Error</h1>'

/** Injects the faults into every route that names its provider and operation in its `config`. */
export function addFaultHooks(app: FastifyInstance, faults: Faults): void {
  const beforeKinds = faultKindsOf(before)
  const afterKinds = faultKindsOf(after)
  app.decorateRequest('struckBefore', false)

  app.addHook('preHandler', (request, reply, done) => {
    const fault = faultFor(faults, request, beforeKinds)
    const injectFault = fault && before[fault.kind]
    if (!fault || !injectFault) return done()
    request.struckBefore = fault.kind !== 'delay'
    injectFault(fault, request, reply, done)
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    const fault = request.struckBefore ? undefined : faultFor(faults, request, afterKinds)
    const spoil = fault && after[fault.kind]
    if (!fault || !spoil) return done(null, payload)
    const spoilt = spoil(payload, fault, request, reply)
    if (spoilt !== 'no answer') done(null, spoilt.payload)
  })
}

function faultFor(faults: Faults, request: FastifyRequest, kinds: readonly FaultKind[]): Fault | undefined {
  const { provider, operation = '' } = request.routeOptions.config
  if (provider === undefined) return undefined
  return faults.take(provider, typeof operation === 'string' ? operation : operation(request), kinds)
}

function faultKindsOf(table: Partial<Record<FaultKind, unknown>>): readonly FaultKind[] {
  return faultKinds.filter((kind) => kind in table)
}

/** Sends nothing until the caller gives up, or for the fault's duration. */
function hang({ delayMs }: Fault, request: FastifyRequest): 'no answer' {
  if (delayMs > 0) setTimeout(() => request.raw.socket.destroy(), delayMs).unref()
  return 'no answer'
}

function dropConnection(request: FastifyRequest): 'no answer' {
  request.raw.socket.destroy()
  return 'no answer'
}
