import type { Limit } from '@nyanja/domain/rate-limits/rate-limit'
import ipaddr from 'ipaddr.js'

export interface SenderCountsOptions {
  /** Of so many classes of addresses the requests are known at least. */
  readonly known?: number
  readonly now: () => number
}

interface Window {
  readonly begunAt: number
  readonly counts: Map<string, number>
  readonly earlier: ReadonlyMap<string, number>
}

export interface Sender {
  readonly address: string
  /** Counted apart from all else that comes from there. */
  readonly about?: string | undefined
}

/** How far one good end makes up for requests, and for how many of them. */
export type SenderLimit = Pick<Limit, 'windowMs' | 'perSuccess'>

/**
 * Requests of each class of addresses, beyond those that came to a good end. In memory alone, forgotten with the window:
 * addresses never refuse, so processes need not agree.
 */
export class SenderCounts {
  readonly #known: number
  readonly #now: () => number
  readonly #windows = new Map<string, Window>()

  constructor({ known = 20_000, now }: SenderCountsOptions) {
    this.#known = known
    this.#now = now
  }

  /** Of this request too. */
  countRequest(policy: string, limit: SenderLimit, from: Sender): number {
    return this.#add({ policy, limit, from }, 1)
  }

  countSuccess(policy: string, limit: SenderLimit, from: Sender): void {
    this.#add({ policy, limit, from }, -(limit.perSuccess ?? 0))
  }

  /** Of a request that goes on with one that was counted. */
  takeBack(policy: string, limit: SenderLimit, from: Sender): void {
    this.#add({ policy, limit, from }, -1)
  }

  #add(
    { policy, limit, from }: { readonly policy: string; readonly limit: SenderLimit; readonly from: Sender },
    added: number,
  ): number {
    const { begunAt, counts, earlier } = this.#windowOf(policy, limit.windowMs)
    const sender = `${addressClassOf(from.address)} ${from.about ?? ''}`
    const count = Math.max(0, (counts.get(sender) ?? 0) + added)
    if (count > 0) counts.set(sender, count)
    else counts.delete(sender)
    // As if the requests of the window before had come evenly.
    const shareLeft = Math.max(0, 1 - (this.#now() - begunAt) / limit.windowMs)
    return count + (earlier.get(sender) ?? 0) * shareLeft
  }

  #windowOf(policy: string, windowMs: number): Window {
    const now = this.#now()
    const known = this.#windows.get(policy)
    const isOver = known === undefined || now >= known.begunAt + windowMs || known.counts.size >= this.#known
    if (!isOver) return known
    const isNext = known !== undefined && now < known.begunAt + 2 * windowMs
    const begun = { begunAt: now, counts: new Map(), earlier: isNext ? known.counts : new Map() }
    this.#windows.set(policy, begun)
    return begun
  }
}

/** What one caller has: an IPv4 address, or the 64 bits that an IPv6 network has in common. */
function addressClassOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'none'
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.')
}
