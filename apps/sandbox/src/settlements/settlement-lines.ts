import type { FeeTerms, Market } from '../core/market.ts'
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
  /** The time is epoch milliseconds. */
  readonly at: number
}

/** Returns the calendar day on the market's clocks. */
export function localDay(at: number, { hoursAhead }: Market): string {
  return new Date(at + hoursAhead * 3_600_000).toISOString().slice(0, 10)
}

/** Formats a time as `2026-11-20 10:00:05` on the market's clocks. */
export function localTime(at: number, { hoursAhead }: Market): string {
  return new Date(at + hoursAhead * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

interface DayOptions {
  readonly day: string
  readonly market: Market
  readonly fee: FeeTerms
}

/** Lists what the provider took and refunded on a day, in order of time. */
export function linesOfDay(captures: readonly Capture[], { day, market, fee }: DayOptions): readonly Line[] {
  return captures
    .flatMap((capture) => linesOf(capture, fee))
    .filter(({ at }) => localDay(at, market) === day)
    .sort((left, right) => left.at - right.at)
}

/** Computes a fee with the tax on it; parts of a minor unit are rounded half up. */
function feeOf(minor: number, currency: string, { basisPoints, flatMinor = {}, taxBasisPoints = 0 }: FeeTerms): number {
  const fee = Math.round((minor * basisPoints) / 10_000) + (flatMinor[currency] ?? 0)
  return fee + Math.round((fee * taxBasisPoints) / 10_000)
}

function linesOf(capture: Capture, fee: FeeTerms): readonly Line[] {
  const { reference, providerReference, amountMinor, currency, refundedMinor, refundedAt, isReversed } = capture
  const at = Date.parse(capture.at)
  const feeMinor = feeOf(amountMinor, currency, fee)
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
