import {
  type Bundle,
  type BundleTexts,
  type DataVolume,
  dataVolume,
  isDataUnit,
  isVoiceUnit,
  listBundleKinds,
  type Validity,
  type ValidityUnit,
  type VoiceVolume,
  voiceVolume,
} from '@nyanja/domain/bundles/bundle'
import type { Currency, Money } from '@nyanja/domain/money/money'
import { isLineType, type LineType } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'
import type { TmfProfile } from './profile.ts'
import { Decimal, decimalText, Id, maybe, moneyOf, Price, Ref } from './tmf-client.ts'

const Value = z.object({ value: z.unknown(), unitOfMeasure: maybe(z.string()) })
const Characteristic = z.object({ name: z.string(), productSpecCharacteristicValue: maybe(z.array(Value)) })
export type Characteristic = z.infer<typeof Characteristic>

/** Either inline with tax, or like the price resource. */
const AnyPrice = z.object({ taxIncludedAmount: maybe(Price), unit: maybe(z.string()), value: maybe(Decimal) })
export const OfferingPrice = z.object({ id: maybe(Id), priceType: maybe(z.string()), price: maybe(AnyPrice) })
export type OfferingPrice = z.infer<typeof OfferingPrice>

export const SpecificationResource = z.object({ productSpecCharacteristic: maybe(z.array(Characteristic)) })

export const Offering = z.object({
  id: Id,
  name: z.string(),
  description: maybe(z.string()),
  lifecycleStatus: maybe(z.string()),
  isSellable: maybe(z.boolean()),
  category: maybe(z.array(z.object({ id: maybe(Id), name: maybe(z.string()) }))),
  productSpecification: maybe(Ref),
  prodSpecCharValueUse: maybe(z.array(Characteristic)),
  productOfferingTerm: maybe(
    z.array(
      z.object({ name: maybe(z.string()), duration: maybe(z.object({ amount: z.number(), units: z.string() })) }),
    ),
  ),
  productOfferingPrice: maybe(z.array(OfferingPrice)),
})
export type Offering = z.infer<typeof Offering>

/** An offering with everything that it refers to. */
export interface WholeOffering {
  readonly offering: Offering
  readonly characteristics: readonly Characteristic[]
  readonly prices: readonly OfferingPrice[]
}

export function priceIn({ price }: OfferingPrice): Price | undefined {
  if (price?.taxIncludedAmount !== undefined) return price.taxIncludedAmount
  if (price?.unit === undefined || price.value === undefined) return undefined
  return { unit: price.unit, value: price.value }
}

const validityUnits: Readonly<Record<string, ValidityUnit>> = {
  HOUR: 'hour',
  DAY: 'day',
  WEEK: 'week',
  MONTH: 'month',
}

const voiceUnits: Readonly<Record<string, string>> = { SECOND: 'SEC', MINUTE: 'MIN' }

/** Undefined for an offering that is not a bundle or cannot be sold: no volume, no readable price, an odd validity. */
export function bundleOf(whole: WholeOffering, profile: TmfProfile, currency: Currency): Bundle | undefined {
  const { offering, characteristics } = whole
  const price = priceOf(whole, currency)
  const validity = validityOf(offering)
  const volumes = volumesIn(characteristics)
  if (price === undefined || validity === undefined || Object.keys(volumes).length === 0) return undefined

  const period = offering.category?.[0]?.name
  const bundle: Bundle = {
    productCode: offering.id,
    name: offering.name,
    description: offering.description ?? '',
    category: '',
    ...(period !== undefined && { period }),
    lineType: lineTypeOf(offering, characteristics, profile),
    ...volumes,
    validity,
    price,
    ...readTranslations(characteristics),
  }
  return { ...bundle, category: categoryOf(bundle, characteristics, profile) }
}

/** TMF620 has no languages, so texts are characteristics with the language after a dot: `name.sw`. */
function readTranslations(characteristics: readonly Characteristic[]): Pick<Bundle, 'translations'> {
  const translations: Record<string, BundleTexts> = {}
  for (const { name } of characteristics) {
    const [, field, language = ''] = /^(name|description)\.([a-z]{2})$/.exec(name) ?? []
    const text = field === undefined ? undefined : textOf(characteristics, name)
    if (text) translations[language] = { ...translations[language], [field === 'name' ? 'name' : 'description']: text }
  }
  return Object.keys(translations).length === 0 ? {} : { translations }
}

function priceOf({ prices }: WholeOffering, currency: Currency): Money | undefined {
  const chosen = prices.find(({ priceType }) => priceType === undefined || priceType === 'oneTime') ?? prices[0]
  const price = chosen && priceIn(chosen)
  return price && moneyOf(price, currency)
}

/** No term, and -1, mean unlimited. */
function validityOf({ productOfferingTerm = [] }: Offering): Validity | undefined {
  const term = productOfferingTerm.find(({ name }) => name === 'validity') ?? productOfferingTerm[0]
  if (term?.duration === undefined || term.duration.amount === -1) return 'unlimited'
  const { amount, units } = term.duration
  const unit = validityUnits[singular(units)]
  return unit && { amount, unit }
}

function volumesIn(characteristics: readonly Characteristic[]): Pick<Bundle, 'data' | 'voice' | 'sms'> {
  const data = volumeOf(characteristics, 'data', (value, unit) =>
    isDataUnit(unit) ? dataVolume(value, unit) : undefined,
  )
  const voice = volumeOf(characteristics, 'voice', voiceOf)
  const sms = volumeOf(characteristics, 'sms', (value) => value)
  return { ...(data && { data }), ...(voice && { voice }), ...(sms && { sms }) }
}

function voiceOf(value: number, unit: string): VoiceVolume | undefined {
  const known = voiceUnits[singular(unit)] ?? singular(unit)
  return isVoiceUnit(known) ? voiceVolume(value, known) : undefined
}

function volumeOf<Volume extends DataVolume | VoiceVolume | number>(
  characteristics: readonly Characteristic[],
  name: string,
  read: (value: number, unit: string) => Volume | undefined,
): Volume | 'unlimited' | undefined {
  const { value, unitOfMeasure = '' } = firstValueOf(characteristics, name) ?? {}
  const text = typeof value === 'string' || typeof value === 'number' ? decimalText(value) : undefined
  if (text === undefined) return undefined
  const volume = Number(text)
  if (volume === -1) return 'unlimited'
  return volume > 0 ? read(volume, unitOfMeasure.toUpperCase()) : undefined
}

function lineTypeOf(
  { category = [] }: Offering,
  characteristics: readonly Characteristic[],
  { catalogue }: TmfProfile,
): LineType {
  const shown = textOf(characteristics, 'lineType')
  if (shown !== undefined && isLineType(shown)) return shown
  const [byCategory] = category.flatMap(({ id = '' }) => catalogue.lineTypeByCategory[id] ?? [])
  return byCategory ?? catalogue.defaultLineType
}

/** The catalogue's text, or a list of the contents. */
function categoryOf(bundle: Bundle, characteristics: readonly Characteristic[], { catalogue }: TmfProfile): string {
  const service = textOf(characteristics, 'service')
  if (service !== undefined) return catalogue.categoryByService[service] ?? service
  const [kind, ...others] = listBundleKinds(bundle)
  return kind === undefined || others.length > 0 ? 'mixed' : kind
}

function firstValueOf(characteristics: readonly Characteristic[], name: string) {
  return characteristics.find((characteristic) => characteristic.name === name)?.productSpecCharacteristicValue?.[0]
}

function textOf(characteristics: readonly Characteristic[], name: string): string | undefined {
  const value = firstValueOf(characteristics, name)?.value
  return typeof value === 'string' && value !== '' ? value : undefined
}

function singular(units: string): string {
  return units.toUpperCase().replace(/S$/, '')
}
