import { hour, minute, second } from '../time.ts'

/** The upper bounds of the classes of times from capture to delivery. The last class has none. */
const bounds: readonly number[] = [
  ...[1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45].map((count) => count * second),
  ...[1, 2, 3, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 6, 24].map((count) => count * hour),
]

/** The value that stands for times beyond all bounds. */
export const beyondAllMs = 0

/** The class of a time: its upper bound, or `beyondAllMs`. */
export function toTimeClass(tookMs: number): number {
  return bounds.find((bound) => tookMs <= bound) ?? beyondAllMs
}

export interface TimeClass {
  readonly withinMs: number
  readonly payments: number
}

/**
 * The bound within which a share of the payments was delivered; `beyondAllMs` beyond all; undefined without payments.
 */
export function findPercentile(classes: readonly TimeClass[], share: number): number | undefined {
  const total = classes.reduce((sum, { payments }) => sum + payments, 0)
  if (total === 0) return undefined
  let counted = 0
  for (const bound of bounds) {
    for (const { withinMs, payments } of classes) if (withinMs === bound) counted += payments
    if (counted >= share * total) return bound
  }
  return beyondAllMs
}
