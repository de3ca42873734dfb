import { price } from '../bss/amounts.ts'
import { hrefOf } from '../bss/resources.ts'
import type { Store } from '../bss/store.ts'
import type { Json, JsonObject } from '../core/bodies.ts'
import { worth } from '../core/market.ts'
import seeds from './bundles.json' with { type: 'json' }

export interface BundleSeed {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly periodType: string
  /** The category is `data`, `social`, `voice`, `mixed`, `sms` or `router`. */
  readonly category: string
  /** -1 is unlimited. */
  readonly data?: { readonly amount: number; readonly unit: string }
  readonly minutes?: number
  readonly sms?: number
  /** A bundle without it never expires. */
  readonly days?: number
  /** The line type is `PREPAID` or `POSTPAID`. */
  readonly lineType: string
  /** The group is `data`, `social`, `voice`, `sms`, `mixed` or `HBB`. */
  readonly service: string
  /** The price is in the market's currency, tax included. */
  readonly price: number
  readonly nightWindow?: string
}

interface Texts {
  readonly name: string
  readonly description: string
}

const swahili: Readonly<Record<string, Texts>> = seeds.swahili

/** The Swahili texts of a seeded bundle; added bundles have only the catalogue's own. */
function findSwahili(code: string): Texts | undefined {
  return swahili[code.replace(/^(MW|CD)-/, '')]
}

const specifications = {
  'ps-bundle': 'Bundle',
  'ps-prepaid-line': 'Prepaid line',
  'ps-postpaid-line': 'Postpaid line',
  'ps-hybrid-line': 'Hybrid line',
  'ps-hbb-line': 'Home broadband line',
  'ps-fixed-line': 'Fixed line',
} as const

const families = {
  'prepaid-bundles': 'Prepaid bundles',
  'postpaid-bundles': 'Postpaid bundles',
  'broadband-bundles': 'Home broadband bundles',
} as const

const bundlesOf: Readonly<Record<string, readonly BundleSeed[]>> = { MW: seeds.MW, CD: seeds.CD }

/** Inline prices as TMF620 4.1 allows; the price's own resource answers in the format of 4.0. */
export function seedCatalogue(store: Store, now: string): void {
  const { market } = store
  const bundles =
    bundlesOf[market.country] ?? seeds.MW.map((bundle) => ({ ...bundle, price: worth(market, bundle.price) }))
  const published = { lifecycleStatus: 'Active', lastUpdate: now, version: '1.0' }
  const kinds = [...new Set(bundles.map(({ category }) => category))].map((kind) => [kind, kind] as const)
  store.add('catalog', { id: 'nyanja', name: 'Nyanja', ...published })
  for (const [id, name] of Object.entries(specifications)) {
    store.add('productSpecification', { id, name, isBundle: false, ...published })
  }
  for (const [id, name] of [...Object.entries(families), ...kinds]) {
    store.add('category', { id, name, isRoot: true, ...published })
  }
  for (const bundle of bundles) offerBundle(store, bundle, now)
}

/** A repeated call with the same code changes it. */
export function offerBundle(store: Store, bundle: BundleSeed, now: string): void {
  const { currency } = store.market
  const published = { lifecycleStatus: 'Active', lastUpdate: now, version: '1.0' }
  store.add('productOfferingPrice', { ...published, ...offeringPrice(bundle), price: price(bundle.price, currency) })
  store.add('productOffering', { ...published, ...offering(bundle, currency) })
}

function offering(bundle: BundleSeed, currency: string): JsonObject & { readonly id: string } {
  const { code, name, description, periodType, category, days } = bundle
  const inlinePrice = { taxIncludedAmount: price(bundle.price, currency) }
  return {
    id: code,
    name,
    description,
    isBundle: false,
    isSellable: true,
    productSpecification: { id: 'ps-bundle', name: 'Bundle', href: hrefOf('productSpecification', 'ps-bundle') },
    category: [
      { id: familyOf(bundle), name: periodType },
      { id: category, name: category },
    ],
    prodSpecCharValueUse: characteristics(bundle),
    productOfferingTerm: days === undefined ? [] : [{ name: 'validity', duration: { amount: days, units: 'DAYS' } }],
    productOfferingPrice: [
      { ...offeringPrice(bundle), href: hrefOf('productOfferingPrice', priceId(bundle)), price: inlinePrice },
    ],
  }
}

function characteristics({ data, minutes, sms, ...bundle }: BundleSeed): readonly JsonObject[] {
  return [
    ...(data ? [use('data', data.amount, data.unit)] : []),
    ...(minutes === undefined ? [] : [use('voice', minutes, 'MIN')]),
    ...(sms === undefined ? [] : [use('sms', sms, 'SMS')]),
    use('periodType', bundle.periodType),
    use('category', bundle.category),
    use('lineType', bundle.lineType),
    use('service', bundle.service),
    ...(bundle.nightWindow ? [use('nightWindow', bundle.nightWindow)] : []),
    ...translations(bundle),
  ]
}

function translations({ code }: Pick<BundleSeed, 'code'>): readonly JsonObject[] {
  const texts = findSwahili(code)
  return texts === undefined ? [] : [use('name.sw', texts.name), use('description.sw', texts.description)]
}

function use(name: string, value: Json, unitOfMeasure?: string): JsonObject {
  return { name, productSpecCharacteristicValue: [{ value, isDefault: true, ...(unitOfMeasure && { unitOfMeasure }) }] }
}

function familyOf({ service, lineType }: BundleSeed): keyof typeof families {
  if (service === 'HBB') return 'broadband-bundles'
  return lineType === 'POSTPAID' ? 'postpaid-bundles' : 'prepaid-bundles'
}

const priceId = ({ code }: BundleSeed): string => `pop-${code}`

const offeringPrice = (bundle: BundleSeed) => ({
  id: priceId(bundle),
  name: `${bundle.name} price`,
  priceType: 'oneTime',
  isBundle: false,
})
