import type { Quote } from '@nyanja/domain/money/exchange'
import { isSameMoney, type Money } from '@nyanja/domain/money/money'
import { awaitsPin } from '@nyanja/domain/payments/payment-pages'
import { minute } from '@nyanja/domain/time'
import {
  type Attempt,
  type AttemptStore,
  type Begun,
  type HandingOver,
  type Method,
  newAttempt,
  type PaymentReader,
} from './attempt.ts'
import { computeCharge, getPayer } from './charge.ts'
import { invoiceHoldFor } from './eligibility.ts'
import { isPlaced, type Order, type PlacedOrder } from './orders.ts'
import type { Gateway, PaymentRequest, StartResult } from './payment-gateway.ts'
import {
  type HandedOver,
  type InitiateResult,
  type PayResult,
  type PlanResult,
  type ProcessResult,
  type Reserved,
  resume,
  type UnchallengedResult,
} from './payment-results.ts'
import type { ChannelRequester, PromptRequester, PushPrompts } from './push-prompts.ts'
import { computeFirstCheckAt, getTimeLimit, nextCheckAt } from './status-checks.ts'

/** The setup of one gateway of a method. */
export interface MethodSetup {
  readonly gateway: string
  /** The time that a start may take; there is no status check before its end. */
  readonly startTimeoutMs: number
  /** The time after which the provider does not capture. */
  readonly lifeMs: number
  /** Whether the provider requires no confirmation, so the payer must have proved the number. */
  readonly needsProof?: true
}

/** The proof that a visitor holds the handset of a number, valid for one payment. */
export interface PayerProof {
  readonly uniqueCode: string
  /** The subject that the code was sent for: the id of the order, or the client of the JSON API. */
  readonly subject: string
}

export interface PaymentsOptions {
  readonly attempts: AttemptStore
  readonly reader: PaymentReader
  readonly gateways: Readonly<Record<string, Gateway>>
  /** A method may have several gateways; the first is for payers who name none. */
  readonly methods: Readonly<Partial<Record<Method, readonly MethodSetup[]>>>
  /** Makes the absolute addresses to which a hosted page returns the visitor. */
  readonly returnUrls: (attempt: Attempt) => { readonly returnUrl: string; readonly cancelUrl: string }
  /** Tells whether staff allow new payments with a method. */
  readonly isOpen: (method: Method, gateway: string) => Promise<boolean>
  /**
   * Tells whether no other order has paid the same, and something is left to pay. Without it every order is eligible.
   */
  readonly isEligible?: (order: PlacedOrder) => Promise<boolean>
  /** Tells whether the method can charge this amount for this order. Without it any method can charge any amount. */
  readonly suits?: (released: { method: Method; gateway: string }, sums: { ordered: Money; charged: Money }) => boolean
  /** Returns true only for the method and number of the proof; once, for a proof that is sufficient to take money. */
  readonly acceptProof: (proof: PayerProof, payer: { method: Method; msisdn: string }) => Promise<boolean>
  /** The limit of prompts by requester. Without it only the wallet's own limit applies. */
  readonly prompts?: Pick<PushPrompts, 'admit'>
  /** Writes the text that the payer reads at the provider: `Airtime recharge for number ending 4567`. */
  readonly describe: (order: PlacedOrder) => string
  readonly now: () => number
  /** Makes an id that cannot be guessed: 128 bits or more. */
  readonly newId: () => string
  readonly newReference: () => string
}

export interface Payer {
  readonly method: Method
  /** The gateway, where the method has several. */
  readonly gateway?: string
  /** The national digits of the wallet to charge. The default is the recharged line. */
  readonly payerMsisdn?: string
  readonly email?: string
  readonly proof?: PayerProof
  /** The quote for another currency than the order's: exactly the amount that the payer was shown. */
  readonly quote?: Quote
}

/** The time within which unanswered prompts to a wallet's handset are limited. */
const promptWindowMs = 15 * minute
const promptsPerWindow = 3

/** Takes the money for an order, once. */
export class Payments {
  readonly #options: PaymentsOptions

  constructor(options: PaymentsOptions) {
    this.#options = options
  }

  /** Registers an attempt; no provider is involved yet. */
  async initiate(order: Order, payer: Payer): Promise<InitiateResult> {
    return this.#register(order, payer, false)
  }

  /** Plans the first attempt of a new order, for a caller who stores both. */
  async plan(order: PlacedOrder, payer: Payer): Promise<PlanResult> {
    return this.#plan(order, payer, false)
  }

  /** Stores a planned attempt, for a caller that stores nothing with it. */
  async beginNew(begun: Begun): Promise<void> {
    await this.#options.attempts.beginNew(begun)
  }

  async #register(order: Order, payer: Payer, isProven: boolean): Promise<InitiateResult> {
    const planned = await this.#plan(order, payer, isProven)
    if (planned.outcome !== 'planned') return planned
    const { begun, attempt } = await this.#options.attempts.begin(planned.attempt)
    return { outcome: begun ? 'initiated' : 'already_begun', attempt }
  }

  /** Some proofs are valid once, so a payer who replaces an earlier attempt has already used the proof. */
  async #plan(order: Order, payer: Payer, isProven: boolean): Promise<PlanResult> {
    const { now } = this.#options
    const setup = this.#setupOf(payer)
    if (setup === undefined || !(await this.#options.isOpen(payer.method, setup.gateway)))
      return { outcome: 'method_unavailable' }
    if (!isPlaced(order) || order.expiresAt <= now()) return { outcome: 'order_ended' }

    const checkoutType = this.#options.gateways[setup.gateway]?.checkoutType
    if (checkoutType === undefined) throw new Error(`No gateway is configured for ${payer.method}`)
    const { gateway: name, lifeMs } = setup
    const attempt = newAttempt(order, payer, { ...this.#options, gateway: { name, checkoutType, lifeMs } })
    if (this.#options.suits?.(attempt, { ordered: order.choice.amount, charged: attempt.amount }) === false)
      return { outcome: 'method_unavailable' }
    if (await this.#isAskedTooOften(attempt)) return { outcome: 'too_many_prompts' }
    if (setup.needsProof && !isProven && !(await this.#isProven(attempt, payer))) return { outcome: 'proof_missing' }
    return { outcome: 'planned', attempt }
  }

  /**
   * Starts the payment at the provider. The intention is committed first: after a crash during the call the attempt is
   * checked.
   */
  process(order: PlacedOrder, attempt: Attempt, requester?: ChannelRequester): Promise<UnchallengedResult>
  process(order: PlacedOrder, attempt: Attempt, requester: PromptRequester): Promise<ProcessResult>
  async process(order: PlacedOrder, attempt: Attempt, requester: PromptRequester = {}): Promise<ProcessResult> {
    const resumed = resume(attempt, this.#options.now())
    // A payer with a running attempt is shown its progress, regardless of the state of the order.
    if (attempt.state !== 'created' && resumed.outcome !== 'redirect') return resumed
    const readAt = this.#options.now()
    if (!(await this.isEligible(order))) return this.#leave(attempt)
    const gateway = this.#options.gateways[attempt.gateway]
    if (attempt.state !== 'created' || gateway?.checkoutType === 'pin') return resumed
    const held = await this.#holdPrompt(attempt, requester)
    if (held !== undefined) return held
    const handing = await this.handOver(order, attempt, readAt)
    if (handing.outcome === 'too_many_prompts' || handing.outcome === 'being_paid') return { outcome: handing.outcome }
    if (handing.outcome !== 'handed_over') return resumed

    const { attempt: handedOver } = handing
    const result = await gateway?.start(this.requestOf(order, handedOver)).catch(() => undefined)
    // A missing answer is not a refusal: the attempt stays unchanged until it is checked.
    return result === undefined ? { outcome: 'waiting', attempt: handedOver } : this.#record(handedOver, result)
  }

  /** Commits the intention to call the provider. `readAt` is a time before the order was found to be due. */
  async handOver(order: PlacedOrder, attempt: Attempt, readAt: number): Promise<HandedOver> {
    const handingOver = this.#prepareHandOver(order, attempt, readAt)
    if (handingOver === undefined) return { outcome: 'ended' }
    const outcome = await this.#options.attempts.handOver(attempt, handingOver)
    if (outcome === 'being_paid') await this.#drop(attempt)
    if (outcome !== 'handed_over') return { outcome }
    const { expiresAt } = handingOver
    return {
      outcome,
      attempt: { ...attempt, state: 'handing_over', expiresAt, handedOverAt: this.#options.now() },
    }
  }

  /** Checked right before money may move, however long ago the attempt was registered. */
  async isEligible(order: PlacedOrder): Promise<boolean> {
    return (await this.#options.isEligible?.(order)) !== false
  }

  /** Tells whether another payer was recently prompted to pay what this order would pay. */
  async isBeingPaid(order: PlacedOrder): Promise<boolean> {
    const hold = invoiceHoldFor(order, this.#options.now())
    return hold !== undefined && this.#options.reader.isHeldElsewhere(hold)
  }

  /** Builds the provider's request. */
  requestOf(order: PlacedOrder, attempt: Attempt): PaymentRequest {
    const { returnUrls, describe } = this.#options
    const { id, amount, payerMsisdn, email, expiresAt } = attempt
    const request = { id, amount, payerMsisdn, expiresAt, description: describe(order), ...returnUrls(attempt) }
    return email === undefined ? request : { ...request, email }
  }

  /**
   * Initiates and processes a payment in one call, for pages. A visitor who returned from a hosted page may choose
   * again.
   */
  async pay(order: Order, payer: Payer, requester: PromptRequester = {}): Promise<PayResult> {
    const reserved = await this.reserve(order, payer)
    return reserved.outcome === 'reserved' ? this.process(reserved.order, reserved.attempt, requester) : reserved
  }

  /** Releases the earlier attempt for this payer where that is safe. */
  async reserve(order: Order, payer: Payer): Promise<Reserved> {
    if (!isPlaced(order)) return { outcome: 'order_ended' }
    const first = await this.initiate(order, payer)
    if (!('attempt' in first)) return first
    if (first.outcome === 'initiated') return { outcome: 'reserved', order, attempt: first.attempt }

    const released = await this.#release(order, first.attempt, payer)
    if (released === 'paid') return { outcome: 'already_processed', attempt: first.attempt }
    if (released === 'blocked') return { outcome: 'reserved', order, attempt: first.attempt }
    const second = await this.#register(order, payer, true)
    return 'attempt' in second ? { outcome: 'reserved', order, attempt: second.attempt } : second
  }

  #setupOf({ method, gateway }: Pick<Payer, 'method' | 'gateway'>): MethodSetup | undefined {
    const setups = this.#options.methods[method]
    return gateway === undefined ? setups?.[0] : setups?.find((setup) => setup.gateway === gateway)
  }

  /** The hand-over is undefined once the attempt can no longer be sent to the provider. */
  #prepareHandOver(order: PlacedOrder, attempt: Attempt, readAt: number): HandingOver | undefined {
    const setup = this.#setupOf(attempt)
    const at = this.#options.now()
    if (setup === undefined || at >= attempt.expiresAt) return undefined
    const invoices = invoiceHoldFor(order, at, readAt)
    return {
      nextCheckAt: at + setup.startTimeoutMs,
      expiresAt: at + setup.lifeMs,
      prompts: { since: at - promptWindowMs, most: promptsPerWindow },
      ...(invoices && { invoices }),
    }
  }

  async #release(order: PlacedOrder, attempt: Attempt, payer: Payer): Promise<'free' | 'blocked' | 'paid'> {
    const { attempts } = this.#options
    const isSame = this.#isSameMethod(order, attempt, payer) && attempt.payerMsisdn === getPayer(order, payer)
    if (attempt.state !== 'created' && awaitsPin(attempt)) {
      return !isSame && (await attempts.cancel(attempt, getTimeLimit(attempt))) ? 'free' : 'blocked'
    }
    if (attempt.state !== 'created')
      return this.#isLeftPage(order, attempt, payer) ? this.#supersede(attempt) : 'blocked'
    if (isSame) return 'blocked'
    await this.#drop(attempt)
    return 'free'
  }

  /** Leaves an attempt when nothing is left to pay. One that was started at this very moment is checked as usual. */
  async #leave(attempt: Attempt): Promise<ProcessResult> {
    const isLeft = attempt.state !== 'created' || (await this.#drop(attempt))
    return isLeft ? { outcome: 'order_ended' } : { outcome: 'already_processed', attempt }
  }

  /**
   * Drops an attempt that no provider knows yet, and whose order may be paid by another one later: false when another
   * process was faster.
   */
  #drop(attempt: Attempt): Promise<boolean> {
    return this.#options.attempts.refuse(attempt, { state: 'expired', reason: 'expired' })
  }

  /** The visitor saw a hosted page, returned and chose another method. Choosing the same method again resumes it. */
  #isLeftPage(order: PlacedOrder, attempt: Attempt, payer: Payer): boolean {
    const { checkoutType, state, expiresAt, createdAt, handedOverAt = createdAt } = attempt
    const { now } = this.#options
    if (checkoutType !== 'redirect') return false
    if (state === 'waiting') return !this.#isSameMethod(order, attempt, payer) || now() >= expiresAt
    // The answer with its address is lost, so no visitor can be on that page.
    return state === 'handing_over' && now() >= handedOverAt + (this.#setupOf(attempt)?.startTimeoutMs ?? 0)
  }

  /** Another amount counts as another method: no visitor is led on to pay an amount that was not shown. */
  #isSameMethod(order: PlacedOrder, { method, gateway, amount }: Attempt, payer: Payer): boolean {
    const isSameGateway = method === payer.method && gateway === this.#setupOf(payer)?.gateway
    return isSameGateway && isSameMoney(amount, computeCharge(order, payer))
  }

  /** The old attempt is still checked: a late capture pays the order if nothing else has, and is refunded otherwise. */
  async #supersede(attempt: Attempt): Promise<'free' | 'paid'> {
    const { gateways, attempts, reader, now } = this.#options
    const gateway = gateways[attempt.gateway]
    const verified = await gateway?.verify(attempt).catch(() => undefined)
    if (verified?.state === 'captured') {
      await reader.checkSoon(attempt.id, now())
      return 'paid'
    }
    await gateway?.abandon(attempt).catch(() => undefined)
    await attempts.supersede(attempt)
    return 'free'
  }

  async #record(attempt: Attempt, result: StartResult): Promise<ProcessResult> {
    const { attempts, gateways, now } = this.#options
    if (result.outcome === 'refused') {
      const isRefused = await attempts.refuse(attempt, { state: 'refused', reason: result.reason })
      return isRefused
        ? { outcome: 'refused', attempt, reason: result.reason }
        : { outcome: 'already_processed', attempt }
    }
    const isWaiting = await attempts.waiting(attempt, {
      ...(result.providerReference === undefined ? {} : { providerReference: result.providerReference }),
      ...(result.outcome === 'redirect' ? { gatewayUrl: result.url } : {}),
      nextCheckAt: nextCheckAt(computeFirstCheckAt(attempt, gateways[attempt.gateway]), now()) ?? now(),
    })
    // The attempt has ended or was superseded in the meantime: no visitor may be sent to its page any more.
    if (!isWaiting) return { outcome: 'already_processed', attempt }
    return result.outcome === 'redirect'
      ? { outcome: 'redirect', attempt, url: result.url }
      : { outcome: 'waiting', attempt }
  }

  async #isProven({ payerMsisdn: msisdn, method }: Attempt, { proof }: Payer): Promise<boolean> {
    return proof !== undefined && (await this.#options.acceptProof(proof, { method, msisdn }))
  }

  /** Returns undefined when the handset may be prompted. */
  async #holdPrompt(attempt: Attempt, requester: PromptRequester): Promise<ProcessResult | undefined> {
    if (attempt.checkoutType !== 'push') return undefined
    const admission = await this.#options.prompts?.admit(attempt, requester)
    if (admission?.outcome === 'refused') return { outcome: 'too_many_prompts' }
    return admission?.outcome === 'challenge' ? admission : undefined
  }

  async #isAskedTooOften({ checkoutType, payerMsisdn }: Attempt): Promise<boolean> {
    if (checkoutType !== 'push') return false
    const { reader, now } = this.#options
    return (await reader.unansweredPrompts(payerMsisdn, now() - promptWindowMs)) >= promptsPerWindow
  }
}
