import type { FastifyRequest } from 'fastify'

interface MapRequest {
  readonly service: string
  readonly path: string
  readonly userAgent: string
  readonly at: number
}

/** The behaviour of the services over the simulated map, and the requests they received. */
export interface MapService {
  /** The service returns results abroad too. */
  readonly isCareless: boolean
  /** The service refuses every request. */
  readonly isTooMany: boolean
  note(service: string, request: FastifyRequest): void
}

const mostNoted = 200

export class MapServiceBook implements MapService {
  readonly #now: () => Date
  isCareless = false
  isTooMany = false
  requests: MapRequest[] = []

  constructor(now: () => Date) {
    this.#now = now
  }

  note(service: string, { url, headers }: FastifyRequest): void {
    const userAgent = headers['user-agent'] ?? ''
    this.requests = [...this.requests, { service, path: url, userAgent, at: this.#now().getTime() }].slice(-mostNoted)
  }

  reset(): void {
    this.isCareless = false
    this.isTooMany = false
    this.requests = []
  }
}
