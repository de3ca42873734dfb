import { isIPv4 } from 'node:net'

export interface BusyAddressesOptions {
  readonly wishes: number
  readonly withinMs: number
  readonly known: number
  readonly now: () => number
}

/** Which addresses ask for codes faster than people do. In memory alone, and forgotten with the span that it counts. */
export class BusyAddresses {
  readonly #options: BusyAddressesOptions
  #begunAt: number
  #counts = new Map<string, number>()
  #earlier: ReadonlyMap<string, number> = new Map()

  constructor(options: BusyAddressesOptions) {
    this.#options = options
    this.#begunAt = options.now()
  }

  /** Counts one more wish, and says whether there have been too many: of all, or of those about one thing. */
  isBusyWith(address: string, about = ''): boolean {
    const { wishes, withinMs, known, now } = this.#options
    if (now() >= this.#begunAt + withinMs || this.#counts.size >= known) this.#beginSpan()
    const counted = `${networkOf(address)} ${about}`
    const count = (this.#counts.get(counted) ?? 0) + 1
    this.#counts.set(counted, count)
    // As if the wishes of the span before had come evenly.
    const shareLeft = Math.max(0, 1 - (now() - this.#begunAt) / withinMs)
    return count + (this.#earlier.get(counted) ?? 0) * shareLeft > wishes
  }

  #beginSpan(): void {
    const { withinMs, now } = this.#options
    const isNext = now() < this.#begunAt + 2 * withinMs
    this.#earlier = isNext ? this.#counts : new Map()
    this.#counts = new Map()
    this.#begunAt = now()
  }
}

/** What one caller has: an IPv4 address, or the 64 bits that an IPv6 network has in common. */
function networkOf(address: string): string {
  const v4 = address.replace(/^::ffff:/i, '')
  if (isIPv4(v4)) return v4
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const [front, back] = [groupsOf(head), groupsOf(tail)]
  const between = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...between, ...back].slice(0, 4).join(':')
}

const groupsOf = (part: string): string[] =>
  part
    .split(':', 8)
    .filter(Boolean)
    .map((group) => group.slice(0, 4).replace(/^0+(?=.)/, ''))
