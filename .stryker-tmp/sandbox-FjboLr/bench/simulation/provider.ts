// @ts-nocheck
import { type Money, money } from '@nyanja/domain/money'
import type {
  PaymentGateway,
  PaymentRequest,
  RefundResult,
  Refusal,
  StartResult,
  Verdict,
} from '../../apps/portal/server/payments/payment-gateway.ts'
import type { Call, Mishaps, Oddity } from './mishaps.ts'

/** One payment in the provider's own books. */
export interface Entry {
  readonly id: string
  readonly asked: Money
  readonly payerMsisdn: string
  readonly startedAt: number
  readonly closesAt: number
  state: 'open' | 'captured' | 'refused'
  reason: Refusal
  /** It was told to us as ended, whatever came of it later. */
  wasEnded: boolean
  /** Nobody will ask about it, so the provider itself must say when the money comes. */
  mustCallBack: boolean
  /** As the provider names it to us. */
  name: string
  taken?: Money
  givenBack: number
  refund: 'none' | 'pending' | 'done'
  /** The process whose call is still open until the customer has answered. */
  caller?: Memory
}

/** What a process knows of a provider besides its database; it dies with it. */
export interface Memory {
  readonly prompts: Map<string, { readonly until: number; refusal?: Refusal }>
  /** Since when nobody has heard of it there. */
  readonly unheardOf: Map<string, number>
  /** A call that outlasted its start has come to its end. */
  readonly answered: (id: string) => void
}

interface Kind {
  readonly handsOver: PaymentGateway['handsOver']
  /** Nobody is asked: the money is gone with the start. */
  readonly takesAtStart?: true
  /** One long call until the PIN is typed, and its end is the only word on a refusal. */
  readonly callsLong?: true
  readonly recallsRefunds: boolean
  /** Asked again for the same refund, it answers what became of the first. */
  readonly refundsOnce: boolean
  readonly mayLetRefundsWait: boolean
}

const kinds = {
  card: { handsOver: 'page', recallsRefunds: true, refundsOnce: false, mayLetRefundsWait: true },
  wallet: { handsOver: 'push', recallsRefunds: false, refundsOnce: false, mayLetRefundsWait: false },
  airtime: {
    handsOver: 'direct',
    takesAtStart: true,
    recallsRefunds: true,
    refundsOnce: true,
    mayLetRefundsWait: false,
  },
  mpesa: { handsOver: 'push', callsLong: true, recallsRefunds: true, refundsOnce: true, mayLetRefundsWait: true },
} as const satisfies Record<string, Kind>

export type ProviderName = keyof typeof kinds
export const providerNames = ['card', 'wallet', 'airtime', 'mpesa'] as const satisfies readonly ProviderName[]

const promptLifeMs = 120_000
const settlingMs = 60_000

export interface ProviderOptions {
  readonly mishaps: Mishaps
  readonly now: () => number
  /** Hears of every payment that begins there. */
  readonly started: (entry: Entry) => void
}

/** A provider with its own memory, that can be let down by the network around every call. */
export class Provider {
  readonly name: ProviderName
  readonly books = new Map<string, Entry>()
  readonly #kind: Kind
  readonly #options: ProviderOptions

  constructor(name: ProviderName, options: ProviderOptions) {
    this.name = name
    this.#kind = kinds[name]
    this.#options = options
  }

  #happens(oddity: Oddity, id: string): boolean {
    return this.#options.mishaps.happens(oddity, id)
  }

  /** The customer approves, in time or late. Answers whether the money was taken. */
  take(id: string): boolean {
    const entry = this.books.get(id)
    if (entry === undefined || entry.taken !== undefined) return false
    const { currency, minor } = entry.asked
    entry.state = 'captured'
    entry.taken = this.#happens('otherAmount', id) ? money(currency, minor + 1) : entry.asked
    const another = [...this.books.values()].find((one) => one.taken !== undefined && one.id !== id)
    if (another !== undefined && this.#happens('namedLikeAnother', id)) entry.name = another.name
    return true
  }

  decline(id: string): void {
    const entry = this.books.get(id)
    if (entry?.state !== 'open') return
    end(entry, 'declined')
    const prompt = entry.caller?.prompts.get(id)
    if (prompt === undefined) return
    prompt.refusal = 'declined'
    entry.caller?.answered(id)
  }

  /** As one process sees it. */
  gatewayFor(memory: Memory): PaymentGateway {
    const about = (id: string) => this.books.get(id)
    return {
      handsOver: this.#kind.handsOver,
      firstEnquiryAfterMs: 5000,
      start: (request) => this.#overNetwork('start', request.id, () => this.#start(request, memory)),
      verdictOn: ({ id }) => this.#overNetwork('verdictOn', id, () => this.#verdictOn(id, memory)),
      abandon: ({ id }) => this.#overNetwork('abandon', id, () => this.#abandon(about(id))),
      refund: ({ id }) => this.#overNetwork('refund', id, () => this.#giveBack(about(id))),
      refundVerdict: ({ id }) => this.#overNetwork('refundVerdict', id, () => this.#becameOf(about(id))),
    }
  }

  /** Every call may be lost on its way, or its answer on the way back. */
  async #overNetwork<T>(call: Call, id: string, work: () => T): Promise<T> {
    this.#options.mishaps.before(call, id)
    const answer = work()
    this.#options.mishaps.after(call, id)
    return answer
  }

  #start(request: PaymentRequest, memory: Memory): StartResult {
    const { id } = request
    if (!this.books.has(id) && this.#happens('startRefused', id))
      return { outcome: 'refused', reason: 'limit_exceeded' }
    const entry = this.books.get(id) ?? this.#begin(request)
    if (this.#kind.takesAtStart) this.take(id)
    else if (this.#happens('startUntrue', id)) {
      entry.mustCallBack = true
      return { outcome: 'refused', reason: 'refused' }
    }
    if (this.#kind.callsLong) {
      entry.caller = memory
      memory.prompts.set(id, { until: this.#options.now() + promptLifeMs })
    }
    return this.#kind.handsOver === 'page'
      ? { outcome: 'redirect', url: `https://pay.example/${id}`, providerReference: entry.name }
      : { outcome: 'waiting' }
  }

  #begin({ id, amount, payerMsisdn, expiresAt }: PaymentRequest): Entry {
    const entry: Entry = {
      id,
      asked: amount,
      payerMsisdn,
      startedAt: this.#options.now(),
      closesAt: expiresAt,
      state: 'open',
      reason: 'refused',
      wasEnded: false,
      mustCallBack: false,
      name: `T-${id}`,
      givenBack: 0,
      refund: 'none',
    }
    this.books.set(id, entry)
    this.#options.started(entry)
    return entry
  }

  #verdictOn(id: string, memory: Memory): Verdict {
    const entry = this.books.get(id)
    if (this.#happens('verdictUnknown', id)) return { state: 'unknown' }
    if (entry === undefined) return this.#unheardOf(id, memory)
    if (entry.taken !== undefined) return this.#captured(entry, entry.taken)
    if (this.#happens('verdictUntrue', id)) {
      entry.wasEnded = true
      return { state: 'refused', reason: 'refused' }
    }
    const isOver = this.#options.now() > entry.closesAt
    if (entry.state === 'open' && isOver && !this.#happens('staysOpenTooLong', id)) end(entry, 'expired')
    const verdict = this.#kind.callsLong ? this.#asHeard(id, memory) : asWritten(entry)
    if (verdict.state === 'refused') entry.wasEnded = true
    return verdict
  }

  #captured({ id, name }: Entry, amount: Money): Verdict {
    const reference = this.#happens('otherPayment', id) ? `not ${id}` : id
    return { state: 'captured', reference, providerReference: name, amount }
  }

  /** Where the start is all there is, what is not found for a while has never been. */
  #unheardOf(id: string, { unheardOf }: Memory): Verdict {
    if (!this.#kind.takesAtStart) return { state: 'unknown' }
    const now = this.#options.now()
    const since = unheardOf.get(id) ?? now
    unheardOf.set(id, since)
    return now - since < settlingMs ? { state: 'unknown' } : { state: 'refused', reason: 'refused' }
  }

  /** Only the process that called has heard of a refusal. */
  #asHeard(id: string, { prompts }: Memory): Verdict {
    const prompt = prompts.get(id)
    if (prompt?.refusal !== undefined) return { state: 'refused', reason: prompt.refusal }
    return { state: prompt !== undefined && this.#options.now() < prompt.until ? 'pending' : 'unknown' }
  }

  #abandon(entry: Entry | undefined): void {
    if (this.#kind.handsOver !== 'page' || entry?.state !== 'open') return
    if (!this.#happens('abandonIgnored', entry.id)) end(entry, 'cancelled_by_customer')
  }

  #giveBack(entry: Entry | undefined): RefundResult {
    if (entry?.taken === undefined || this.#happens('refundRefused', entry.id)) return 'refused'
    if (this.#kind.refundsOnce && entry.refund !== 'none') return this.#becameOf(entry)
    entry.givenBack += 1
    const mustWait = this.#kind.mayLetRefundsWait && this.#happens('refundWaits', entry.id)
    entry.refund = mustWait ? 'pending' : 'done'
    return mustWait ? 'pending' : 'refunded'
  }

  #becameOf(entry: Entry | undefined): RefundResult {
    if (!this.#kind.recallsRefunds || entry === undefined || entry.refund === 'none') return 'unknown'
    if (entry.refund === 'pending' && this.#happens('refundStillWaits', entry.id)) return 'pending'
    entry.refund = 'done'
    return 'refunded'
  }
}

function asWritten({ state, reason }: Entry): Verdict {
  return state === 'open' ? { state: 'pending' } : { state: 'refused', reason }
}

function end(entry: Entry, reason: Refusal): void {
  entry.state = 'refused'
  entry.reason = reason
}
