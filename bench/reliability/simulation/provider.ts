import { type Money, money } from '@nyanja/domain/money/money'
import type {
  Gateway,
  PaymentRequest,
  RefundResult,
  Refusal,
  StartResult,
  VerifiableGateway,
  VerificationResult,
} from '@nyanja/server/payments/payment-gateway'
import {
  type Call,
  type InjectedFaults,
  type Kind,
  kinds,
  type Oddity,
  overNetwork,
  type ProviderName,
} from './injected-faults.ts'

/** One payment in the provider's own records. */
export interface Entry {
  readonly id: string
  readonly requested: Money
  readonly payerMsisdn: string
  readonly startedAt: number
  readonly closesAt: number
  state: 'open' | 'captured' | 'refused'
  reason: Refusal
  /** It was reported to the portal as ended, even if it was charged later. */
  wasEnded: boolean
  /** No status check will ask about it, so the provider itself must send a callback when the money arrives. */
  mustCallBack: boolean
  /** The provider's reference in answers to the portal. */
  name: string
  taken?: Money
  /** The number of times that money went back; `returnedMinor` is how much in all. */
  givenBack: number
  returnedMinor: number
  refund: 'none' | 'pending' | 'done'
  /** Tells whether a PIN that it expects has arrived. */
  pin: 'in' | 'wanted' | 'not_wanted'
  /** The process with a call that is open until the customer has answered. */
  caller?: Memory
}

/** What a process knows of a provider in memory; it is lost when the process dies. */
export interface Memory {
  readonly prompts: Map<string, { readonly until: number; refusal?: Refusal }>
  /** The provider has not known it since this time. */
  readonly unheardOf: Map<string, number>
  /** A call that outlasted its start has ended. */
  readonly answered: (id: string) => void
}

const promptLifeMs = 120_000

export interface ProviderOptions {
  readonly injectedFaults: InjectedFaults
  readonly now: () => number
  /** Called for every payment that begins there. */
  readonly started: (entry: Entry) => void
}

/** A provider with its own memory, and faults of the network around every call. */
export class Provider {
  readonly name: ProviderName
  readonly records = new Map<string, Entry>()
  readonly kind: Kind
  /** Payments that it reported as over without a charge, even if they were charged later. */
  readonly refused = new Set<string>()
  readonly #options: ProviderOptions

  constructor(name: ProviderName, options: ProviderOptions) {
    this.name = name
    this.kind = kinds[name]
    this.#options = options
  }

  #happens(oddity: Oddity, id: string): boolean {
    return this.#options.injectedFaults.happens(oddity, id)
  }

  /** The customer approves, in time or late. Returns whether the payment was charged. */
  take(id: string): boolean {
    const entry = this.records.get(id)
    if (entry === undefined || entry.taken !== undefined || entry.pin === 'wanted') return false
    entry.state = 'captured'
    entry.taken = this.#happens('otherAmount', id) ? otherThan(entry) : entry.requested
    const another = [...this.records.values()].find((one) => one.taken !== undefined && one.id !== id)
    if (another !== undefined && this.#happens('namedLikeAnother', id)) entry.name = another.name
    return true
  }

  decline(id: string): void {
    const entry = this.records.get(id)
    if (entry?.state !== 'open' || entry.pin === 'wanted') return
    end(entry, 'declined')
    const prompt = entry.caller?.prompts.get(id)
    if (prompt === undefined) return
    prompt.refusal = 'declined'
    entry.caller?.answered(id)
  }

  /** Returns the provider as one process sees it. */
  gatewayFor(memory: Memory): Gateway {
    const { checkoutType } = this.kind
    if (checkoutType === 'pin') return { checkoutType, ...this.#watchedBy(memory) }
    return {
      checkoutType,
      ...this.#watchedBy(memory),
      start: (request) => this.#overNetwork('start', request.id, () => this.#start(request, memory)),
    }
  }

  #watchedBy(memory: Memory): VerifiableGateway {
    const about = (id: string) => this.records.get(id)
    return {
      firstEnquiryAfterMs: 5000,
      ...(this.kind.isRefundedByHand && { isRefundedByHand: true }),
      ...(this.kind.refundsParts && { refundsParts: true }),
      verify: ({ id }) => this.#overNetwork('verify', id, () => this.#noting(id, this.#verify(id, memory))),
      abandon: ({ id }) => this.#overNetwork('abandon', id, () => this.#abandon(about(id))),
      refund: ({ id, part }) => this.#overNetwork('refund', id, () => this.#giveBack(about(id), part)),
      verifyRefund: ({ id }) => this.#overNetwork('verifyRefund', id, () => this.#becameOf(about(id))),
    }
  }

  #overNetwork<T>(call: Call, id: string, answer: () => T): Promise<T> {
    return overNetwork(this.#options.injectedFaults, call, id, answer)
  }

  /** The final report that nothing was charged. */
  refusing(id: string, reason: Refusal): { readonly outcome: 'refused'; readonly reason: Refusal } {
    this.refused.add(id)
    return { outcome: 'refused', reason }
  }

  #start(request: PaymentRequest, memory: Memory): StartResult {
    const { id } = request
    if (!this.records.has(id) && this.#happens('startRefused', id)) return this.refusing(id, 'limit_exceeded')
    const entry = this.records.get(id) ?? this.open(request, request.expiresAt)
    if (this.kind.takesAtStart) this.take(id)
    else if (this.#happens('startUntrue', id)) {
      entry.mustCallBack = true
      return this.refusing(id, 'refused')
    }
    if (this.kind.callsLong) {
      entry.caller = memory
      memory.prompts.set(id, { until: this.#options.now() + promptLifeMs })
    }
    return this.kind.checkoutType === 'redirect'
      ? { outcome: 'redirect', url: `https://pay.example/${id}`, providerReference: entry.name }
      : { outcome: 'waiting' }
  }

  open({ id, amount, payerMsisdn }: Pick<PaymentRequest, 'id' | 'amount' | 'payerMsisdn'>, closesAt: number): Entry {
    const entry: Entry = {
      id,
      requested: amount,
      payerMsisdn,
      startedAt: this.#options.now(),
      closesAt,
      state: 'open',
      reason: 'refused',
      wasEnded: false,
      mustCallBack: false,
      name: `T-${id}`,
      givenBack: 0,
      returnedMinor: 0,
      refund: 'none',
      pin: this.kind.checkoutType === 'pin' ? 'wanted' : 'not_wanted',
    }
    this.records.set(id, entry)
    this.#options.started(entry)
    return entry
  }

  #noting(id: string, result: VerificationResult): VerificationResult {
    if (result.state === 'refused') this.refused.add(id)
    return result
  }

  #verify(id: string, memory: Memory): VerificationResult {
    const entry = this.records.get(id)
    if (this.#happens('verifyUnknown', id)) return { state: 'unknown' }
    if (entry === undefined) return this.#unheardOf(id, memory)
    if (entry.taken !== undefined) return this.#captured(entry, entry.taken)
    if (this.#happens('verifyUntrue', id)) {
      entry.wasEnded = true
      return { state: 'refused', reason: 'refused' }
    }
    const isOver = this.#options.now() > entry.closesAt
    if (entry.state === 'open' && isOver && !this.#happens('staysOpenTooLong', id)) end(entry, 'expired')
    const result = this.kind.callsLong ? this.#asHeard(id, memory) : asWritten(entry)
    if (result.state === 'refused') entry.wasEnded = true
    return result
  }

  #captured({ id, name }: Entry, amount: Money): VerificationResult {
    const attemptId = this.#happens('otherPayment', id) ? `not ${id}` : id
    return { state: 'captured', attemptId, providerReference: name, amount }
  }

  #unheardOf(id: string, { unheardOf }: Memory): VerificationResult {
    const { deniedAfterMs = Number.POSITIVE_INFINITY } = this.kind
    const now = this.#options.now()
    const since = unheardOf.get(id) ?? now
    unheardOf.set(id, since)
    return now - since < deniedAfterMs ? { state: 'unknown' } : { state: 'refused', reason: 'refused' }
  }

  /** Only the calling process has received a refusal. */
  #asHeard(id: string, { prompts }: Memory): VerificationResult {
    const prompt = prompts.get(id)
    if (prompt?.refusal !== undefined) return { state: 'refused', reason: prompt.refusal }
    return { state: prompt !== undefined && this.#options.now() < prompt.until ? 'pending' : 'unknown' }
  }

  #abandon(entry: Entry | undefined): void {
    if (this.kind.checkoutType !== 'redirect' || entry?.state !== 'open') return
    if (!this.#happens('abandonIgnored', entry.id)) end(entry, 'cancelled_by_customer')
  }

  #giveBack(entry: Entry | undefined, part: Money | undefined): RefundResult {
    if (this.kind.isRefundedByHand) throw new Error('This provider has no refund call')
    if (part !== undefined && !this.kind.refundsParts) throw new Error('The refund call of this provider has no amount')
    if (entry?.taken === undefined || this.#happens('refundRefused', entry.id)) return 'refused'
    if (this.kind.refundsOnce && entry.refund !== 'none') return this.#becameOf(entry)
    returnMoney(entry, part ?? entry.taken)
    const mustWait = this.kind.mayLetRefundsWait && this.#happens('refundWaits', entry.id)
    entry.refund = mustWait ? 'pending' : 'done'
    return mustWait ? 'pending' : 'refunded'
  }

  #becameOf(entry: Entry | undefined): RefundResult {
    if (!this.kind.recallsRefunds || entry === undefined || entry.refund === 'none') return 'unknown'
    if (entry.refund === 'pending' && this.#happens('refundStillWaits', entry.id)) return 'pending'
    entry.refund = 'done'
    return 'refunded'
  }
}

/**
 * The amount is a unit more, the half, one and a half times as much, or twice the figure in another currency: each for
 * some ids.
 */
function otherThan({ id, requested: { currency, minor } }: Entry): Money {
  const way = Number(id.slice(-2)) % 4
  if (way === 0) return money(currency === 'USD' ? 'MWK' : 'USD', 2 * minor)
  return money(currency, [minor >> 1, minor + 1, minor + (minor >> 1)][way - 1] ?? minor)
}

export function returnMoney(entry: Entry, { minor }: Money): void {
  entry.givenBack += 1
  entry.returnedMinor += minor
}

function asWritten({ state, reason, pin }: Entry): VerificationResult {
  if (state !== 'open') return { state: 'refused', reason }
  // With the PIN in there is nothing left for the customer to do.
  return { state: pin === 'in' ? 'unknown' : 'pending' }
}

export function end(entry: Entry, reason: Refusal): void {
  entry.state = 'refused'
  entry.reason = reason
}
