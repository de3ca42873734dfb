import { day, hour } from './time.ts'

const unitMs = {
  hour,
  day,
  week: 7 * day,
  // Catalogues mean 30 days by a month, and so does the network's clock.
  month: 30 * day,
} as const

export type ValidityUnit = keyof typeof unitMs

export type Validity = { readonly amount: number; readonly unit: ValidityUnit } | 'unlimited'

/** Counted from the second of purchase, not from midnight. Infinity when it never ends. */
export function durationMs(validity: Validity): number {
  return validity === 'unlimited' ? Number.POSITIVE_INFINITY : validity.amount * unitMs[validity.unit]
}
