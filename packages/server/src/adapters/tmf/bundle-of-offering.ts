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
import { fold, meaningOf, type TmfProfile } from './profile.ts'
import { Decimal, decimalText, Flag, Id, idAtEnd, maybe, Price, Ref, readMoney, spare, Text } from './tmf-values.ts'

const Value = z.object({ value: z.unknown().optional(), unitOfMeasure: maybe(Text) })
const Values = maybe(z.array(Value))
/** Version 5 has other names for the values. */
const Characteristic = z
  .object({ name: Text, productSpecCharacteristicValue: Values, characteristicValueSpecification: Values })
  .transform(({ name, productSpecCharacteristicValue, characteristicValueSpecification }) => ({
    name,
    values: productSpecCharacteristicValue ?? characteristicValueSpecification ?? [],
  }))
export type Characteristic = z.infer<typeof Characteristic>

/** The price, either inline with tax, or like the price resource. */
const AnyPrice = z.object({ taxIncludedAmount: maybe(Price), unit: maybe(z.string()), value: maybe(Decimal) })
export const OfferingPrice = z
  .object({ id: maybe(Id), href: spare(z.string()), priceType: spare(Text), price: maybe(AnyPrice) })
  .transform(({ id, href, ...price }) => ({ ...price, id: id ?? idAtEnd(href) }))
export type OfferingPrice = z.infer<typeof OfferingPrice>

export const SpecificationResource = z.object({ productSpecCharacteristic: maybe(z.array(Characteristic)) })

export const Offering = z.object({
  id: Id,
  name: Text,
  description: spare(z.string()),
  lifecycleStatus: maybe(Text),
  isSellable: maybe(Flag),
  category: spare(z.array(z.object({ id: maybe(Id), name: maybe(Text) }))),
  productSpecification: spare(Ref),
  prodSpecCharValueUse: maybe(z.array(Characteristic)),
  productOfferingTerm: maybe(
    z.array(
      z.object({ name: spare(Text), duration: maybe(z.object({ amount: z.coerce.number(), units: z.string() })) }),
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
  if (price?.value === undefined) return undefined
  return { unit: price.unit, value: price.value }
}

const validityUnits: Readonly<Record<string, ValidityUnit>> = {
  HOUR: 'hour',
  DAY: 'day',
  WEEK: 'week',
  MONTH: 'month',
}

const voiceUnits: Readonly<Record<string, string>> = { SECOND: 'SEC', MINUTE: 'MIN' }

/**
 * Reads a bundle: undefined for an offering that is not one or cannot be sold, with no volume, no readable price or an
 * odd validity.
 */
export function bundleOf(whole: WholeOffering, profile: TmfProfile, currency: Currency): Bundle | undefined {
  const { offering, characteristics } = whole
  const price = priceOf(whole, profile, currency)
  const validity = validityOf(offering)
  const volumes = volumesIn(characteristics, profile)
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
    const [, field, language = ''] = /^(name|description)\.([a-z]{2,3}(?:-[A-Za-z\d]+)*)$/.exec(name) ?? []
    const text = field === undefined ? undefined : textOf(characteristics, name)
    if (text) translations[language] = { ...translations[language], [field === 'name' ? 'name' : 'description']: text }
  }
  return Object.keys(translations).length === 0 ? {} : { translations }
}

function priceOf({ prices }: WholeOffering, profile: TmfProfile, currency: Currency): Money | undefined {
  const chosen = prices.find(({ priceType }) => priceType === undefined || fold(priceType) === 'onetime') ?? prices[0]
  const price = chosen && priceIn(chosen)
  return price && readMoney(price, { currency, profile })
}

/** Reads the validity: an absent term, and -1, mean unlimited. */
function validityOf({ productOfferingTerm = [] }: Offering): Validity | undefined {
  const term = productOfferingTerm.find(({ name }) => name === 'validity') ?? productOfferingTerm[0]
  if (term?.duration === undefined || term.duration.amount === -1) return 'unlimited'
  const { amount, units } = term.duration
  const unit = validityUnits[singular(units)]
  return unit && { amount, unit }
}

function volumesIn(
  characteristics: readonly Characteristic[],
  { catalogue: { characteristics: names } }: TmfProfile,
): Pick<Bundle, 'data' | 'voice' | 'sms'> {
  const data = volumeOf(characteristics, names.data, (value, unit) =>
    isDataUnit(unit) ? dataVolume(value, unit) : undefined,
  )
  const voice = volumeOf(characteristics, names.voice, voiceOf)
  const sms = volumeOf(characteristics, names.sms, (value) => value)
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
  { catalogue, lineType: { characteristic, values } }: TmfProfile,
): LineType {
  const shown = textOf(characteristics, characteristic) ?? ''
  const named = meaningOf(values, shown) ?? shown.trim().toUpperCase()
  if (isLineType(named)) return named
  const [byCategory] = category.flatMap(({ id = '' }) => catalogue.lineTypeByCategory[id] ?? [])
  return byCategory ?? catalogue.defaultLineType
}

/** Finds the catalogue's text, or a list of the contents. */
function categoryOf(bundle: Bundle, characteristics: readonly Characteristic[], { catalogue }: TmfProfile): string {
  const service = textOf(characteristics, catalogue.characteristics.service)
  if (service !== undefined) return catalogue.categoryByService[service] ?? service
  const [kind, ...others] = listBundleKinds(bundle)
  return kind === undefined || others.length > 0 ? 'mixed' : kind
}

function firstValueOf(characteristics: readonly Characteristic[], name: string) {
  return characteristics.find((characteristic) => characteristic.name === name)?.values[0]
}

function textOf(characteristics: readonly Characteristic[], name: string): string | undefined {
  const value = firstValueOf(characteristics, name)?.value
  return typeof value === 'string' && value !== '' ? value : undefined
}

function singular(units: string): string {
  return units.toUpperCase().replace(/S$/, '')
}
