import type { LineType } from './line.ts'
import type { Money } from './money.ts'
import { durationMs, type Validity } from './validity.ts'
import type { DataVolume, VoiceVolume } from './volume.ts'

export interface Bundle {
  readonly productCode: string
  readonly name: string
  readonly description: string
  /** What it is for: data, social, voice, mixed, broadband … */
  readonly category: string
  /** The heading it stands under: Daily, Weekly … */
  readonly period?: string
  readonly lineType: LineType
  readonly data?: DataVolume | 'unlimited'
  readonly voice?: VoiceVolume | 'unlimited'
  /** Messages. */
  readonly sms?: number | 'unlimited'
  readonly validity: Validity
  readonly price: Money
  /** Name and description by language, where the catalogue has them. */
  readonly translations?: Readonly<Record<string, BundleWords>>
}

export interface BundleWords {
  readonly name?: string
  readonly description?: string
}

export interface BundleGroup {
  readonly period: string
  readonly bundles: readonly Bundle[]
}

/** Of bundles for routers, and of nothing else. */
export const broadbandCategory = 'broadband'

/** Phones cannot use them, and routers nothing else. */
export function isForBroadband({ category }: Pick<Bundle, 'category'>): boolean {
  return category === broadbandCategory
}

const otherPeriods = 'Others'
const knownPeriods = ['Daily', 'Weekly', 'Monthly']

/** Shortest first, those that never end last; among equals the cheapest first. */
export function sortByValidity(bundles: readonly Bundle[]): Bundle[] {
  return [...bundles].sort((left, right) => {
    const [leftMs, rightMs] = [durationMs(left.validity), durationMs(right.validity)]
    return leftMs === rightMs ? left.price.minor - right.price.minor : leftMs - rightMs
  })
}

/** Known periods first, then the catalogue's own, what has none last. Within a group the given order stays. */
export function groupByPeriod(bundles: readonly Bundle[]): BundleGroup[] {
  const periods = bundles.map(periodOf)
  const own = periods.filter((period) => period !== otherPeriods && !knownPeriods.includes(period))

  return [...knownPeriods, ...new Set(own), otherPeriods]
    .filter((period) => periods.includes(period))
    .map((period) => ({ period, bundles: bundles.filter((bundle) => periodOf(bundle) === period) }))
}

export function periodOf({ period }: Pick<Bundle, 'period'>): string {
  return period || otherPeriods
}

/** Epoch milliseconds; undefined when it never ends. */
export function endOfBundle({ validity }: Pick<Bundle, 'validity'>, boughtAt: number): number | undefined {
  return validity === 'unlimited' ? undefined : boughtAt + durationMs(validity)
}

export const bundleKinds = ['data', 'voice', 'sms'] as const
export type BundleKind = (typeof bundleKinds)[number]

/** A bundle that a line has already. */
export interface ActiveBundle {
  readonly category: string
  readonly kinds: readonly BundleKind[]
  /** Epoch milliseconds; absent when it never ends. */
  readonly endsAt?: number
}

export function kindsOf(bundle: Bundle): BundleKind[] {
  return bundleKinds.filter((kind) => bundle[kind] !== undefined)
}

/** Whether both would run beside each other from `boughtAt` (epoch milliseconds) and be used for the same thing. */
export function overlaps(active: ActiveBundle, bundle: Bundle, boughtAt: number): boolean {
  const isRunning = active.endsAt === undefined || active.endsAt > boughtAt
  // Megabytes of one app are of no use to the others.
  const isSameUse = (active.category === 'social') === (bundle.category === 'social')
  return isRunning && isSameUse && kindsOf(bundle).some((kind) => active.kinds.includes(kind))
}
