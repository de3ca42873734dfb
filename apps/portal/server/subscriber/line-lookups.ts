import type { ChallengeAnswer, Challenged, RateLimit } from '@nyanja/domain/rate-limit'
import { failIfRefused } from '../errors.ts'
import type { LineCheck, Lines } from './lines.ts'

export interface LineLookupsOptions {
  readonly lines: Pick<Lines, 'check' | 'isNumber'>
  /** Of `line_check`. */
  readonly looks: RateLimit
  /** Of `line_check` and `order`: a line that is found begins an order. */
  readonly orders: RateLimit
}

export interface LineAsking extends ChallengeAnswer {
  readonly address: string
}

export type VisitorLineCheck = LineCheck | Challenged

/** Lines as one visitor may ask for them. */
export interface VisitorLines {
  check(text: string): Promise<VisitorLineCheck>
}

/** Lines by their number, for visitors. Beyond a human's pace each number costs work or time; what is none costs nothing. */
export class LineLookups {
  readonly #options: LineLookupsOptions

  constructor(options: LineLookupsOptions) {
    this.#options = options
  }

  /** For pages that keep nothing of the number. */
  forLooks(asking: LineAsking): VisitorLines {
    return { check: (text) => this.#check(text, asking, this.#options.looks) }
  }

  /** For pages that begin an order for the line. */
  forOrders(asking: LineAsking): VisitorLines {
    return { check: (text) => this.#check(text, asking, this.#options.orders) }
  }

  async #check(text: string, asking: LineAsking, limit: RateLimit): Promise<VisitorLineCheck> {
    const { lines } = this.#options
    if (!lines.isNumber(text)) return lines.check(text)
    const admission = failIfRefused(await limit.admit(asking))
    if (admission.outcome === 'challenge') return admission
    const check = await lines.check(text)
    if (check.outcome === 'unknown_line') await limit.countMiss({})
    return check
  }
}
