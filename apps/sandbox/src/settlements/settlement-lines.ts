import type { Market } from '../core/market.ts'
import type { Capture } from '../core/simulator.ts'

export type LineKind = 'payment' | 'refund' | 'reversal'

/** A row of a file, before it is written in a provider's format. */
export interface Line {
  readonly kind: LineKind
  readonly reference: string
  readonly providerReference: string
  readonly minor: number
  readonly feeMinor: number
  readonly netMinor: number
  readonly currency: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** The calendar day on the market's clocks. */
export function localDay(at: number, { hoursAhead }: Market): string {
  return new Date(at + hoursAhead * 3_600_000).toISOString().slice(0, 10)
}

/** `2026-11-20 10:00:05` on the market's clocks. */
export function localTime(at: number, { hoursAhead }: Market): string {
  return new Date(at + hoursAhead * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

interface DayOptions {
  readonly day: string
  readonly market: Market
  /** Hundredths of a percent. */
  readonly feeRate: number
}

/** What the provider took and refunded on a day, in order of time. */
export function linesOfDay(captures: readonly Capture[], { day, market, feeRate }: DayOptions): readonly Line[] {
  return captures
    .flatMap((capture) => linesOf(capture, feeRate))
    .filter(({ at }) => localDay(at, market) === day)
    .sort((left, right) => left.at - right.at)
}

function linesOf(capture: Capture, feeRate: number): readonly Line[] {
  const { reference, providerReference, amountMinor, currency, refundedMinor, refundedAt, isReversed } = capture
  const at = Date.parse(capture.at)
  const feeMinor = Math.round((amountMinor * feeRate) / 10_000)
  const names = { reference, providerReference, currency }
  const payment: Line = {
    ...{ ...names, kind: 'payment', minor: amountMinor, feeMinor, netMinor: amountMinor - feeMinor, at },
  }
  if (refundedMinor === 0) return [payment]
  const back: Line = {
    ...{
      ...names,
      kind: isReversed ? 'reversal' : 'refund',
      minor: refundedMinor,
      feeMinor: 0,
      netMinor: refundedMinor,
    },
    at: refundedAt === undefined ? at : Date.parse(refundedAt),
  }
  return [payment, back]
}
