import { failIfRefused } from '@nyanja/domain/errors'
import type { ChallengeAnswer, Challenged, RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { minute } from '@nyanja/domain/time'
import { LRUCache } from 'lru-cache'
import { atMost } from '../common/cache.ts'
import type { LineCheck, Lines } from './lines.ts'

interface LineLookupsOptions {
  readonly lines: Pick<Lines, 'check' | 'isNumber'>
  /** The policy `line_check`. */
  readonly looks: RateLimit
  /** The policies `line_check` and `order`: a line that is found begins an order. */
  readonly orders: RateLimit
  readonly now: () => number
}

export interface LineRequester extends ChallengeAnswer {
  readonly clientIp: string
}

export type VisitorLineCheck = LineCheck | Challenged

/** The line look-ups on behalf of one visitor. */
export interface VisitorLines {
  check(text: string): Promise<VisitorLineCheck>
}

const repeatWithinMs = 10 * minute
const mostRepeats = 3
const mostRemembered = 20_000

/**
 * Looks lines up by number, for visitors. Beyond a human's pace each number requires a challenge; invalid numbers cost
 * nothing.
 */
export class LineLookups {
  readonly #options: LineLookupsOptions
  /** The remaining free repeats, by address and number. They are in memory, like the counts of client networks. */
  readonly #repeats = new LRUCache<string, { readonly left: number; readonly until: number }>(atMost(mostRemembered))

  constructor(options: LineLookupsOptions) {
    this.#options = options
  }

  /** Returns look-ups for pages that store nothing about the number. */
  forLooks(requester: LineRequester): VisitorLines {
    return { check: (text) => this.#check(text, requester, this.#options.looks) }
  }

  /**
   * Returns look-ups for pages whose form has further fields. An admitted number is free the next few times: the form
   * may be sent again with another field corrected, or with the solution of another challenge.
   */
  forForms(requester: LineRequester): VisitorLines {
    return {
      check: async (text) => {
        const key = `${requester.clientIp} ${text.slice(0, 40)}`
        if (this.#takeRepeat(key)) return this.#options.lines.check(text)
        const check = await this.#check(text, requester, this.#options.looks)
        if (check.outcome === 'line') this.#allowRepeats(key)
        return check
      },
    }
  }

  /** Returns look-ups for pages that begin an order for the line. */
  forOrders(requester: LineRequester): VisitorLines {
    return { check: (text) => this.#check(text, requester, this.#options.orders) }
  }

  #takeRepeat(key: string): boolean {
    const { left, until } = this.#repeats.get(key) ?? { left: 0, until: 0 }
    if (left <= 0 || this.#options.now() >= until) return false
    this.#repeats.set(key, { left: left - 1, until })
    return true
  }

  #allowRepeats(key: string): void {
    this.#repeats.set(key, { left: mostRepeats, until: this.#options.now() + repeatWithinMs })
  }

  async #check(text: string, requester: LineRequester, limit: RateLimit): Promise<VisitorLineCheck> {
    const { lines } = this.#options
    if (!lines.isNumber(text)) return lines.check(text)
    const admission = failIfRefused(await limit.admit(requester))
    if (admission.outcome === 'challenge') return admission
    const check = await lines.check(text)
    if (check.outcome === 'unknown_line') await limit.countMiss({})
    return check
  }
}
