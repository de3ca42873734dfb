import type { Limit } from '@nyanja/domain/rate-limits/rate-limit'
import ipaddr from 'ipaddr.js'

export interface ClientNetworkCountsOptions {
  /** The least number of address classes whose requests are remembered. */
  readonly known?: number
  readonly now: () => number
}

interface Window {
  readonly begunAt: number
  readonly counts: Map<string, number>
  readonly earlier: ReadonlyMap<string, number>
}

export interface Client {
  readonly clientIp: string
  /** The subject that is counted separately from all other requests of the address. */
  readonly about?: string | undefined
}

/** The window in which a request counts, and how many requests one success offsets. */
export type NetworkWindow = Pick<Limit, 'windowMs' | 'creditPerSuccess'>

/**
 * Counts requests of each class of addresses, less those that succeeded. The counts are in memory only, until the
 * window ends: addresses never cause refusals, so processes need not agree.
 */
export class ClientNetworkCounts {
  readonly #known: number
  readonly #now: () => number
  readonly #windows = new Map<string, Window>()

  constructor({ known = 20_000, now }: ClientNetworkCountsOptions) {
    this.#known = known
    this.#now = now
  }

  /** Counts a request, and returns the count with it. */
  countRequest(policy: string, limit: NetworkWindow, from: Client): number {
    return this.#add({ policy, limit, from }, 1)
  }

  countSuccess(policy: string, limit: NetworkWindow, from: Client): void {
    this.#add({ policy, limit, from }, -(limit.creditPerSuccess ?? 0))
  }

  /** Takes back the count of a request that continues a counted one. */
  uncountRequest(policy: string, limit: NetworkWindow, from: Client): void {
    this.#add({ policy, limit, from }, -1)
  }

  #add(
    { policy, limit, from }: { readonly policy: string; readonly limit: NetworkWindow; readonly from: Client },
    added: number,
  ): number {
    const { begunAt, counts, earlier } = this.#windowOf(policy, limit.windowMs)
    const clientNetwork = `${toClientNetwork(from.clientIp)} ${from.about ?? ''}`
    const count = Math.max(0, (counts.get(clientNetwork) ?? 0) + added)
    if (count > 0) counts.set(clientNetwork, count)
    else counts.delete(clientNetwork)
    // The estimate assumes that the requests of the previous window were evenly distributed.
    const shareLeft = Math.max(0, 1 - (this.#now() - begunAt) / limit.windowMs)
    return count + (earlier.get(clientNetwork) ?? 0) * shareLeft
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

/** Returns the unit that one caller controls: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function toClientNetwork(clientIp: string): string {
  if (!ipaddr.isValid(clientIp)) return 'none'
  const parsed = ipaddr.process(clientIp)
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.')
}
