import { randomBytes, randomInt } from 'node:crypto'
import type { CheckoutRequest, RequestTerms } from './checkout-request.ts'
import { payable, type RequestStatus } from './status-codes.ts'

/** Every request that Tingg knows. */
export class Requests {
  readonly #now: () => Date
  readonly #byId = new Map<string, CheckoutRequest>()
  readonly #byReference = new Map<string, CheckoutRequest>()

  constructor(now: () => Date) {
    this.#now = now
  }

  raise(terms: RequestTerms): CheckoutRequest {
    return this.#add({
      ...terms,
      id: randomBytes(16).toString('hex'),
      // Random, so that a reset sandbox never gives a merchant the same id twice.
      checkoutRequestId: randomInt(10_000_000_000_000, 100_000_000_000_000),
      createdAt: this.#now().toISOString(),
      status: 130,
      failedPayments: 0,
      declineReason: '',
      card: undefined,
      challengeId: undefined,
      payment: undefined,
      isPaidBack: false,
      refunds: [],
    })
  }

  byId(id: string): CheckoutRequest | undefined {
    return this.#byId.get(id)
  }

  byReference(reference: string): CheckoutRequest | undefined {
    return this.#byReference.get(reference)
  }

  /** Nobody notices a passed due date but the one who looks. */
  statusOf(request: CheckoutRequest): RequestStatus {
    const isOver = payable.includes(request.status) && this.#now().getTime() >= request.expiresAtMs
    if (isOver) request.status = 129
    return request.status
  }

  canBePaid(request: CheckoutRequest): boolean {
    return payable.includes(this.statusOf(request))
  }

  all(): readonly CheckoutRequest[] {
    return [...this.#byId.values()]
  }

  restore(requests: readonly CheckoutRequest[]): void {
    this.clear()
    for (const request of requests) this.#add(request)
  }

  clear(): void {
    this.#byId.clear()
    this.#byReference.clear()
  }

  #add(request: CheckoutRequest): CheckoutRequest {
    this.#byId.set(request.id, request)
    this.#byReference.set(request.reference, request)
    return request
  }
}
