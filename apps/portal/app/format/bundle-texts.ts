import type { Bundle, DataUnit, DataVolume } from '@nyanja/domain/bundles/bundle'
import { pricePerMbText } from '@nyanja/domain/bundles/tariffs'
import { fill } from '@nyanja/domain/texts/fill'
import { translate } from '@nyanja/domain/texts/language'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Choice } from '@nyanja/server/payments/orders'

type BundleTexts = Pick<
  ContentPackages['recharge-translation'],
  | 'unitSec'
  | 'unitMin'
  | 'unitHour'
  | 'unitKB'
  | 'unitMB'
  | 'unitGB'
  | 'unitTB'
  | 'unlimitedData'
  | 'unlimitedCalls'
  | 'unlimitedSms'
  | 'smsCount'
  | 'validityHourOne'
  | 'validityHours'
  | 'validityDayOne'
  | 'validityDays'
  | 'validityUnlimited'
  | 'filterDaily'
  | 'filterWeekly'
  | 'filterMonthly'
>

const voiceUnits = { SEC: 'unitSec', MIN: 'unitMin', HOUR: 'unitHour' } as const
const periods: Readonly<Record<string, 'filterDaily' | 'filterWeekly' | 'filterMonthly'>> = {
  Daily: 'filterDaily',
  Weekly: 'filterWeekly',
  Monthly: 'filterMonthly',
}
const daysOf = { day: 1, week: 7, month: 30 } as const

const dataUnits = { KB: 'unitKB', MB: 'unitMB', GB: 'unitGB', TB: 'unitTB' } as const

/** Formats a volume as `2.6 GB`. */
export function volumeOf({ value, unit }: DataVolume, texts: Pick<BundleTexts, (typeof dataUnits)[DataUnit]>): string {
  return `${value} ${texts[dataUnits[unit]]}`
}

/** Formats a price as `USD 2,50 / Go`. */
export function perMbText(bundle: Bundle, { unitMB, unitGB }: Pick<BundleTexts, 'unitMB' | 'unitGB'>) {
  return pricePerMbText(bundle)?.replace(/MB$/, unitMB).replace(/GB$/, unitGB)
}

/** Describes what a bundle includes: `1 GB + 60 min + 100 SMS`. */
export function givesOf({ data, voice, sms }: Pick<Bundle, 'data' | 'voice' | 'sms'>, texts: BundleTexts): string {
  const parts = [
    data === 'unlimited' ? texts.unlimitedData : data && volumeOf(data, texts),
    voice === 'unlimited' ? texts.unlimitedCalls : voice && `${voice.value} ${texts[voiceUnits[voice.unit]]}`,
    sms === 'unlimited' ? texts.unlimitedSms : sms && fill(texts.smsCount, { count: sms }),
  ]
  return parts.filter(Boolean).join(' + ')
}

/** Describes a validity as `7 days`, or `Unlimited`. */
export function validityOf({ validity }: Pick<Bundle, 'validity'>, texts: BundleTexts): string {
  if (validity === 'unlimited') return texts.validityUnlimited
  const { amount, unit } = validity
  if (unit === 'hour') return amount === 1 ? texts.validityHourOne : fill(texts.validityHours, { count: amount })
  const count = amount * daysOf[unit]
  return count === 1 ? texts.validityDayOne : fill(texts.validityDays, { count })
}

/** Tells whether data works everywhere, for a usual period: its size and period describe it completely. */
export function isPlain({ category, period = '' }: Pick<Bundle, 'category' | 'period'>): boolean {
  return category === 'data' && periods[period] !== undefined
}

/** Names a bundle `Weekly`, or by its own name where that says more. */
export function planNameOf(bundle: Bundle, texts: BundleTexts): string {
  const known = isPlain(bundle) ? periods[bundle.period ?? ''] : undefined
  return known === undefined ? bundle.name : texts[known]
}

/** Describes what distinguishes it from others of the same size: `Weekly, 7 days`. */
export const planOf = (bundle: Bundle, texts: BundleTexts) =>
  `${planNameOf(bundle, texts)}, ${validityOf(bundle, texts)}`

const translated = new WeakMap<readonly Bundle[], Map<string, readonly Bundle[]>>()

/** The same list in the same language is the same object, which is the key of cached results. */
export function translateBundles(bundles: readonly Bundle[], language: string): readonly Bundle[] {
  const byLanguage = translated.get(bundles) ?? new Map<string, readonly Bundle[]>()
  translated.set(bundles, byLanguage)
  const found = byLanguage.get(language) ?? bundles.map((bundle) => translate(bundle, language))
  byLanguage.set(language, found)
  return found
}

/** Describes what is ordered, with the texts of its bundle in the language of the page. */
export function translateChoice<Ordered extends { readonly choice: Choice }>(
  order: Ordered,
  language: string,
): Ordered {
  const { choice } = order
  return choice.kind === 'bundle'
    ? { ...order, choice: { ...choice, bundle: translate(choice.bundle, language) } }
    : order
}
