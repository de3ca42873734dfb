import type { Money } from '../money/money.ts'
import type { LineType } from '../numbers/msisdn.ts'
import { day, hour } from '../time.ts'

const unitMs = {
  hour,
  day,
  week: 7 * day,
  // Catalogues mean 30 days by a month, and the network expires bundles by the same rule.
  month: 30 * day,
} as const

export type ValidityUnit = keyof typeof unitMs

export type Validity = { readonly amount: number; readonly unit: ValidityUnit } | 'unlimited'

/** Counts from the second of purchase, not from midnight. The result is Infinity when the bundle never ends. */
export function durationMs(validity: Validity): number {
  return validity === 'unlimited' ? Number.POSITIVE_INFINITY : validity.amount * unitMs[validity.unit]
}

// 1 GB is 1,000 MB, as price lists count and as the price per MB is understood.
const bytesPerUnit = { KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 } as const
const secondsPerUnit = { SEC: 1, MIN: 60, HOUR: 3600 } as const

export type DataUnit = keyof typeof bytesPerUnit
export type VoiceUnit = keyof typeof secondsPerUnit

/** `value` and `unit` stay as the catalogue has them, so that 2.6 GB is never shown as 2600 MB. */
export interface DataVolume {
  readonly bytes: number
  readonly value: number
  readonly unit: DataUnit
}

export interface VoiceVolume {
  readonly seconds: number
  readonly value: number
  readonly unit: VoiceUnit
}

export function dataVolume(value: number, unit: DataUnit): DataVolume {
  return { bytes: whole(value * bytesPerUnit[unit]), value, unit }
}

export function voiceVolume(value: number, unit: VoiceUnit): VoiceVolume {
  return { seconds: whole(value * secondsPerUnit[unit]), value, unit }
}

export function isDataUnit(text: string): text is DataUnit {
  return Object.keys(bytesPerUnit).includes(text)
}

export function isVoiceUnit(text: string): text is VoiceUnit {
  return Object.keys(secondsPerUnit).includes(text)
}

function whole(volume: number): number {
  const rounded = Math.round(volume)
  if (rounded < 0 || !Number.isSafeInteger(rounded)) throw new RangeError(`${volume} is not a volume`)
  return rounded
}

export interface Bundle {
  readonly productCode: string
  readonly name: string
  readonly description: string
  /** The use of the bundle: data, social, voice, mixed, broadband … */
  readonly category: string
  /** The heading of its group: Daily, Weekly … */
  readonly period?: string
  readonly lineType: LineType
  readonly data?: DataVolume | 'unlimited'
  readonly voice?: VoiceVolume | 'unlimited'
  readonly sms?: number | 'unlimited'
  readonly validity: Validity
  readonly price: Money
  /** Name and description by language, where the catalogue has translations. */
  readonly translations?: Readonly<Record<string, BundleTexts>>
}

export interface BundleTexts {
  readonly name?: string
  readonly description?: string
}

export interface BundleGroup {
  readonly period: string
  readonly bundles: readonly Bundle[]
}

/** The category of bundles for routers, and of no others. */
export const broadbandCategory = 'broadband'

/** Router bundles do not work in phones, and routers accept no others. */
export function isForBroadband({ category }: Pick<Bundle, 'category'>): boolean {
  return category === broadbandCategory
}

const otherPeriods = 'Others'
const knownPeriods = ['Daily', 'Weekly', 'Monthly']

/** Puts the shortest bundle first and unlimited ones last; of two equally long ones the cheaper comes first. */
export function sortByValidity(bundles: readonly Bundle[]): Bundle[] {
  return [...bundles].sort((left, right) => {
    const [leftMs, rightMs] = [durationMs(left.validity), durationMs(right.validity)]
    return leftMs === rightMs ? left.price.minor - right.price.minor : leftMs - rightMs
  })
}

/** Puts known periods first, then the catalogue's own, then bundles without one. Each group keeps the given order. */
export function groupByPeriod(bundles: readonly Bundle[]): BundleGroup[] {
  const periods = bundles.map(getPeriod)
  const own = periods.filter((period) => period !== otherPeriods && !knownPeriods.includes(period))

  return [...knownPeriods, ...new Set(own), otherPeriods]
    .filter((period) => periods.includes(period))
    .map((period) => ({ period, bundles: bundles.filter((bundle) => getPeriod(bundle) === period) }))
}

export function getPeriod({ period }: Pick<Bundle, 'period'>): string {
  return period || otherPeriods
}

/** Computes the end in epoch milliseconds: undefined when the bundle never ends. */
export function endOfBundle({ validity }: Pick<Bundle, 'validity'>, boughtAt: number): number | undefined {
  return validity === 'unlimited' ? undefined : boughtAt + durationMs(validity)
}

export const bundleKinds = ['data', 'voice', 'sms'] as const
export type BundleKind = (typeof bundleKinds)[number]

/** A bundle that is active on a line. */
export interface ActiveBundle {
  readonly category: string
  readonly kinds: readonly BundleKind[]
  /** The end in epoch milliseconds, absent when the bundle never ends. */
  readonly endsAt?: number
}

export function listBundleKinds(bundle: Bundle): BundleKind[] {
  return bundleKinds.filter((kind) => bundle[kind] !== undefined)
}

/** Tells whether both would be active at the same time from `boughtAt` (epoch milliseconds) for the same use. */
export function overlaps(active: ActiveBundle, bundle: Bundle, boughtAt: number): boolean {
  const isRunning = active.endsAt === undefined || active.endsAt > boughtAt
  // Megabytes for one app cannot be used by another.
  const isSameUse = (active.category === 'social') === (bundle.category === 'social')
  return isRunning && isSameUse && listBundleKinds(bundle).some((kind) => active.kinds.includes(kind))
}
