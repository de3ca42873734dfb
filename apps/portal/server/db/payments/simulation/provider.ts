import { type Money, money } from '@nyanja/domain/money'
import type { PaymentGateway, RefundResult, Refusal, StartResult, Verdict } from '../../../payments/payment-gateway.ts'
import type { Mishaps } from './chance.ts'

type EntryState = 'open' | 'captured' | 'refused'

/** One payment in the provider's own books. */
export interface Entry {
  readonly id: string
  readonly asked: Money
  readonly closesAt: number
  state: EntryState
  reason: Refusal
  /** It was told to us as ended, whatever came of it later. */
  wasEnded: boolean
  taken?: Money
  givenBack: number
  refund: 'none' | 'pending' | 'done'
}

export interface Provider {
  readonly gateway: PaymentGateway
  readonly books: ReadonlyMap<string, Entry>
  /** The customer approves, in time or late. Answers whether the money was taken. */
  take(id: string): boolean
  decline(id: string): void
}

export interface ProviderOptions {
  readonly handsOver: 'page' | 'push'
  readonly mishaps: Mishaps
  readonly now: () => number
}

/** A provider with its own memory, that can be let down by the network around every call. */
export function createProvider({ handsOver, mishaps, now }: ProviderOptions): Provider {
  const books = new Map<string, Entry>()

  /** Every call may be lost on its way, or its answer on the way back. */
  async function overNetwork<T>(work: () => T): Promise<T> {
    mishaps.before()
    const answer = work()
    mishaps.after()
    return answer
  }

  function started(entry: Entry): StartResult {
    return handsOver === 'page'
      ? { outcome: 'redirect', url: `https://pay.example/${entry.id}`, providerReference: `T-${entry.id}` }
      : { outcome: 'waiting' }
  }

  function verdictOver(entry: Entry | undefined): Verdict {
    if (entry === undefined || mishaps.happens(0.1)) return { state: 'unknown' }
    if (entry.taken !== undefined)
      return { state: 'captured', reference: entry.id, providerReference: `T-${entry.id}`, amount: entry.taken }
    if (entry.state === 'open' && now() > entry.closesAt && !mishaps.happens(0.3)) end(entry, 'expired')
    if (entry.state === 'open') return { state: 'pending' }
    entry.wasEnded = true
    return { state: 'refused', reason: entry.reason }
  }

  function giveBack(entry: Entry | undefined): RefundResult {
    if (entry?.taken === undefined || mishaps.happens(0.1)) return 'refused'
    entry.givenBack += 1
    if (handsOver === 'page' && mishaps.happens(0.3)) {
      entry.refund = 'pending'
      return 'pending'
    }
    entry.refund = 'done'
    return 'refunded'
  }

  function becameOf(entry: Entry | undefined): RefundResult {
    if (handsOver === 'push' || entry === undefined || entry.refund === 'none') return 'unknown'
    if (entry.refund === 'pending' && mishaps.happens(0.5)) return 'pending'
    entry.refund = 'done'
    return 'refunded'
  }

  return {
    books,

    take(id) {
      const entry = books.get(id)
      if (entry === undefined || entry.taken !== undefined) return false
      entry.state = 'captured'
      entry.taken = mishaps.happens(0.03) ? money(entry.asked.currency, entry.asked.minor + 1) : entry.asked
      return true
    },

    decline(id) {
      const entry = books.get(id)
      if (entry?.state === 'open') end(entry, 'declined')
    },

    gateway: {
      handsOver,
      firstEnquiryAfterMs: 5000,
      start: ({ id, amount, expiresAt }) =>
        overNetwork(() => {
          if (mishaps.happens(0.08)) return { outcome: 'refused', reason: 'limit_exceeded' }
          const entry = books.get(id) ?? newEntry(id, amount, expiresAt)
          books.set(id, entry)
          return started(entry)
        }),
      verdictOn: ({ id }) => overNetwork(() => verdictOver(books.get(id))),
      abandon: ({ id }) =>
        overNetwork(() => {
          const entry = books.get(id)
          if (handsOver === 'page' && entry?.state === 'open' && !mishaps.happens(0.2))
            end(entry, 'cancelled_by_customer')
        }),
      refund: ({ id }) => overNetwork(() => giveBack(books.get(id))),
      refundVerdict: ({ id }) => overNetwork(() => becameOf(books.get(id))),
    },
  }
}

function newEntry(id: string, asked: Money, closesAt: number): Entry {
  return { id, asked, closesAt, state: 'open', reason: 'refused', wasEnded: false, givenBack: 0, refund: 'none' }
}

function end(entry: Entry, reason: Refusal): void {
  entry.state = 'refused'
  entry.reason = reason
}
