import { randomBytes, randomInt } from 'node:crypto'
import { Register } from '../core/register.ts'
import type { CheckoutRequest, RequestTerms } from './checkout-request.ts'
import { payable, type RequestStatus } from './status-codes.ts'

/** Every request that Tingg knows. */
export class Requests {
  readonly #now: () => Date
  readonly #all = new Register(({ id, reference }: CheckoutRequest) => ({ id, reference }))

  constructor(now: () => Date) {
    this.#now = now
  }

  raise(terms: RequestTerms): CheckoutRequest {
    return this.#all.add({
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
    return this.#all.by('id', id)
  }

  byReference(reference: string): CheckoutRequest | undefined {
    return this.#all.by('reference', reference)
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
    return this.#all.all()
  }

  restore(requests: readonly CheckoutRequest[]): void {
    this.#all.restore(requests)
  }

  clear(): void {
    this.#all.clear()
  }
}
