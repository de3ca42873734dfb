import { type LineType, type MsisdnProblem, type MsisdnRules, parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { minute } from '@nyanja/domain/time'
import { createRecall } from '../common/cache.ts'

export type LineCheck =
  | { readonly outcome: MsisdnProblem; readonly digits: string; readonly stray?: string }
  | { readonly outcome: 'unknown_line'; readonly msisdn: string }
  | { readonly outcome: 'line'; readonly msisdn: string; readonly lineType: LineType; readonly isBroadband: boolean }

interface LinesOptions {
  readonly source: LineSource
  readonly rules: MsisdnRules
  readonly now: () => number
}

const rememberMs = minute
const rememberedLines = 10_000

/** Determines the type of a number's line. */
export class Lines {
  readonly #rules: MsisdnRules
  readonly #lineOf: (msisdn: string) => Promise<Line>

  constructor({ source, rules, now }: LinesOptions) {
    this.#rules = rules
    this.#lineOf = createRecall({
      ms: rememberMs,
      entries: rememberedLines,
      now,
      read: (msisdn) => source.lineOf(msisdn),
    })
  }

  /** Tells whether the text is a valid number, with or without a line. */
  isNumber(text: string): boolean {
    return parseMsisdn(text, this.#rules).outcome === 'valid'
  }

  /** Accepts a number in any usual spelling. */
  async check(text: string): Promise<LineCheck> {
    const reading = parseMsisdn(text, this.#rules)
    if (reading.outcome !== 'valid') return reading
    const { msisdn } = reading
    const line = await this.#lineOf(msisdn)
    if (!line.found) return { outcome: 'unknown_line', msisdn }
    return { outcome: 'line', msisdn, lineType: line.lineType, isBroadband: line.isBroadband }
  }
}

export type Line =
  | { readonly found: true; readonly lineType: LineType; readonly isBroadband: boolean }
  | { readonly found: false }

/** Provides the line of a number. Throws when the BSS is silent or broken. */
export interface LineSource {
  /** Finds a line by its national digits. */
  lineOf(msisdn: string): Promise<Line>
}
