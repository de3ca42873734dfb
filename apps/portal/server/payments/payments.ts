import type { Attempt, Method } from './attempt.ts'
import type { AttemptStore, PaymentReader } from './attempt-store.ts'
import { nextCheckAt } from './check-schedule.ts'
import { isPlaced, type Order, type PlacedOrder } from './order.ts'
import type { PaymentGateway, Refusal, StartResult } from './payment-gateway.ts'

/** Which gateway stands behind a method. */
export interface MethodSetup {
  readonly gateway: string
  /** How long a start may take; nobody else asks about the attempt before that. */
  readonly startTimeoutMs: number
  /** After this the provider takes no money any more. */
  readonly lifeMs: number
}

export interface PaymentsOptions {
  readonly attempts: AttemptStore
  readonly reader: PaymentReader
  readonly gateways: Readonly<Record<string, PaymentGateway>>
  readonly methods: Readonly<Partial<Record<Method, MethodSetup>>>
  /** Absolute addresses to which a hosted page sends the visitor back. */
  readonly returnUrls: (attempt: Attempt) => { readonly returnUrl: string; readonly cancelUrl: string }
  /** What the payer reads at the provider: `Airtime recharge`. */
  readonly describe: (order: PlacedOrder) => string
  readonly now: () => number
  /** Unguessable, 128 bits or more. */
  readonly newId: () => string
  readonly newReference: () => string
}

export interface Payer {
  readonly method: Method
  /** Nine national digits of the wallet to ask. Without one the recharged line stands in. */
  readonly payerMsisdn?: string
  readonly email?: string
}

export type InitiateResult =
  | { readonly outcome: 'initiated' | 'already_begun'; readonly attempt: Attempt }
  | { readonly outcome: 'order_ended' | 'too_many_prompts' | 'method_unavailable' }

export type ProcessResult =
  | { readonly outcome: 'redirect'; readonly attempt: Attempt; readonly url: string }
  | { readonly outcome: 'waiting' | 'already_processed'; readonly attempt: Attempt }
  | { readonly outcome: 'refused'; readonly attempt: Attempt; readonly reason: Refusal }
  | { readonly outcome: 'too_many_prompts' }

export type PayResult = Exclude<InitiateResult, { readonly attempt: Attempt }> | ProcessResult

/** A wallet's handset is asked at most so often when nobody answers. */
const promptWindowMs = 15 * 60_000
const promptsPerWindow = 3

/** Takes the money for an order, once. */
export class Payments {
  readonly #options: PaymentsOptions

  constructor(options: PaymentsOptions) {
    this.#options = options
  }

  /** Registers an attempt; no provider is involved yet. */
  async initiate(order: Order, payer: Payer): Promise<InitiateResult> {
    const { methods, attempts, now } = this.#options
    const setup = methods[payer.method]
    if (setup === undefined) return { outcome: 'method_unavailable' }
    if (!isPlaced(order) || order.expiresAt <= now()) return { outcome: 'order_ended' }

    const attempt = this.#newAttempt(order, payer, setup)
    if (await this.#isAskedTooOften(attempt)) return { outcome: 'too_many_prompts' }
    const { begun, attempt: found } = await attempts.begin(attempt)
    return { outcome: begun ? 'initiated' : 'already_begun', attempt: found }
  }

  /** Hands over to the provider. The intention is committed first: a crash in the call leaves an attempt that is asked about. */
  async process(order: PlacedOrder, attempt: Attempt): Promise<ProcessResult> {
    const { attempts, methods, now } = this.#options
    const startTimeoutMs = methods[attempt.method]?.startTimeoutMs ?? 60_000
    if (attempt.state !== 'created') return resume(attempt)
    // Again, because any number of attempts can be registered before the first is handed over.
    if (await this.#isAskedTooOften(attempt)) return { outcome: 'too_many_prompts' }
    if (!(await attempts.handOver(attempt, now() + startTimeoutMs))) return resume(attempt)

    const handedOver: Attempt = { ...attempt, state: 'handing_over' }
    const result = await this.#start(order, handedOver)
    // No answer is not a refusal: the attempt stays as it is until the provider has been asked.
    return result === undefined ? { outcome: 'waiting', attempt: handedOver } : this.#record(handedOver, result)
  }

  /** Both in one go, as pages do. A visitor who came back from a hosted page may choose again. */
  async pay(order: Order, payer: Payer): Promise<PayResult> {
    if (!isPlaced(order)) return { outcome: 'order_ended' }
    const first = await this.initiate(order, payer)
    if (!('attempt' in first)) return first
    if (first.outcome === 'initiated' || !isLeftPage(first.attempt, payer)) return this.process(order, first.attempt)

    await this.#supersede(first.attempt)
    const second = await this.initiate(order, payer)
    return 'attempt' in second ? this.process(order, second.attempt) : second
  }

  /** The old attempt stays watched: a late capture pays the order if nothing else has, and is refunded otherwise. */
  async #supersede(attempt: Attempt): Promise<void> {
    const { gateways, attempts } = this.#options
    const gateway = gateways[attempt.gateway]
    const verdict = await gateway?.verdictOn(attempt).catch(() => undefined)
    if (verdict?.state === 'captured') return
    await gateway?.abandon(attempt).catch(() => undefined)
    await attempts.supersede(attempt)
  }

  async #start(order: PlacedOrder, attempt: Attempt): Promise<StartResult | undefined> {
    const { gateways, returnUrls, describe } = this.#options
    const { id, amount, payerMsisdn, email, expiresAt } = attempt
    const request = { id, amount, payerMsisdn, expiresAt, description: describe(order), ...returnUrls(attempt) }
    return gateways[attempt.gateway]
      ?.start(email === undefined ? request : { ...request, email })
      .catch(() => undefined)
  }

  async #record(attempt: Attempt, result: StartResult): Promise<ProcessResult> {
    const { attempts, gateways, now } = this.#options
    if (result.outcome === 'refused') {
      await attempts.refuse(attempt, { state: 'refused', reason: result.reason })
      return { outcome: 'refused', attempt, reason: result.reason }
    }
    const firstEnquiryAt = attempt.createdAt + (gateways[attempt.gateway]?.firstEnquiryAfterMs ?? 0)
    await attempts.waiting(attempt, {
      ...(result.providerReference === undefined ? {} : { providerReference: result.providerReference }),
      ...(result.outcome === 'redirect' ? { gatewayUrl: result.url } : {}),
      nextCheckAt: nextCheckAt(firstEnquiryAt, now()) ?? now(),
    })
    return result.outcome === 'redirect'
      ? { outcome: 'redirect', attempt, url: result.url }
      : { outcome: 'waiting', attempt }
  }

  async #isAskedTooOften({ handsOver, payerMsisdn }: Attempt): Promise<boolean> {
    if (handsOver !== 'push') return false
    const { reader, now } = this.#options
    return (await reader.unansweredPrompts(payerMsisdn, now() - promptWindowMs)) >= promptsPerWindow
  }

  #newAttempt(order: PlacedOrder, payer: Payer, setup: MethodSetup): Attempt {
    const { now, newId, newReference, gateways } = this.#options
    const gateway = gateways[setup.gateway]
    if (gateway === undefined) throw new Error(`No gateway stands behind ${payer.method}`)
    const createdAt = now()
    return {
      id: newId(),
      orderId: order.id,
      reference: newReference(),
      method: payer.method,
      gateway: setup.gateway,
      handsOver: gateway.handsOver,
      state: 'created',
      amount: order.choice.amount,
      payerMsisdn: payer.payerMsisdn ?? order.msisdn,
      ...(payer.email === undefined ? {} : { email: payer.email }),
      returnToken: newId(),
      paysOrder: false,
      checks: 0,
      createdAt,
      expiresAt: createdAt + setup.lifeMs,
    }
  }
}

/** The visitor stood before a hosted page, came back and chose another way. Choosing the same way again resumes it. */
function isLeftPage(attempt: Attempt, { method }: Payer): boolean {
  return attempt.handsOver === 'page' && attempt.state === 'waiting' && attempt.method !== method
}

function resume(attempt: Attempt): ProcessResult {
  return attempt.state === 'waiting' && attempt.gatewayUrl !== undefined
    ? { outcome: 'redirect', attempt, url: attempt.gatewayUrl }
    : { outcome: 'already_processed', attempt }
}
