// @ts-nocheck
const hourMs = 3_600_000

const unitMs = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  // Catalogues mean 30 days by a month, and so does the network's clock.
  month: 30 * 24 * hourMs,
} as const

export type ValidityUnit = keyof typeof unitMs

export type Validity = { readonly amount: number; readonly unit: ValidityUnit } | 'unlimited'

/** Counted from the second of purchase, not from midnight. Infinity when it never ends. */
export function durationMs(validity: Validity): number {
  return validity === 'unlimited' ? Number.POSITIVE_INFINITY : validity.amount * unitMs[validity.unit]
}
