import { type Bundle, type BundleKind, broadbandCategory, overlaps } from '@nyanja/domain/bundles/bundle'
import type { BalanceEntry } from '@nyanja/server/subscriber/balances'

type Service = BalanceEntry['serviceType']

const kindOf: Readonly<Record<Service, BundleKind | undefined>> = {
  DATA: 'data',
  VOICE: 'voice',
  SMS: 'sms',
  AIRTIME: undefined,
}

/** The balances of bundles, without airtime. */
export function activeIn(entries: readonly BalanceEntry[]): BalanceEntry[] {
  return entries.filter(({ serviceType }) => kindOf[serviceType] !== undefined)
}

/** The active bundles of the same use as the chosen one. */
export function overlapping(entries: readonly BalanceEntry[], bundle: Bundle, now: number): BalanceEntry[] {
  return entries.filter(({ serviceType, endsAt }) => {
    const kind = kindOf[serviceType]
    if (kind === undefined) return false
    return overlaps(
      { category: broadbandCategory, kinds: [kind], ...(endsAt !== undefined && { endsAt }) },
      bundle,
      now,
    )
  })
}
