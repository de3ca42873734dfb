import { price } from '../bss/amounts.ts'
import { hrefOf } from '../bss/resources.ts'
import type { Store } from '../bss/store.ts'
import type { Json, JsonObject } from '../core/bodies.ts'
import { worth } from '../core/market.ts'
import type { BundleSeed } from './bundle-seed.ts'
import { bundleSeeds } from './seed-bundles.ts'
import { bundleSeedsCd } from './seed-bundles-cd.ts'

interface Texts {
  readonly name: string
  readonly description: string
}

const swahili: Readonly<Record<string, Texts>> = {
  'D-100': { name: 'Siku MB 100', description: 'MB 100 za data kwa siku moja' },
  'D-500': { name: 'Siku MB 500', description: 'MB 500 za data kwa siku moja' },
  'D-1000': { name: 'Siku GB 1', description: 'GB 1 ya data kwa siku moja' },
  'W-1000': { name: 'Wiki GB 1', description: 'GB 1 ya data kwa siku saba' },
  'W-2600': { name: 'Wiki GB 2.6', description: 'GB 2.6 za data kwa siku saba' },
  'W-3000': { name: 'Wiki GB 3', description: 'GB 3 za data kwa siku saba' },
  'M-5000': { name: 'Mwezi GB 5', description: 'GB 5 za data kwa siku thelathini' },
  'M-12000': { name: 'Mwezi GB 12', description: 'GB 12 za data kwa siku thelathini' },
  'M-20000': { name: 'Mwezi GB 20', description: 'GB 20 za data kwa siku thelathini' },
  'N-2000': { name: 'Usiku GB 2', description: 'GB 2 za data kwa usiku mmoja, kuanzia 23:00 hadi 06:00' },
  'S-500': { name: 'WhatsApp wiki MB 500', description: 'MB 500 za WhatsApp kwa siku saba' },
  'V-30': { name: 'Kupiga simu dakika 30', description: 'Dakika 30 kwa mitandao yote kwa siku moja' },
  'T-100': { name: 'SMS 100', description: 'SMS 100 kwa mitandao yote kwa siku moja' },
  'X-1000': {
    name: 'Mchanganyiko GB 1 + dakika 60 + SMS 100',
    description: 'GB 1, dakika 60 na SMS 100 kwa siku saba',
  },
  'Z-1000': { name: 'Bila mwisho GB 1', description: 'GB 1 ya data isiyoisha muda' },
  'HBB-150': { name: 'Nyumbani GB 150', description: 'GB 150 za nyumbani kwa siku thelathini' },
  'HBB-UNL': { name: 'Nyumbani bila kikomo', description: 'Data bila kikomo ya nyumbani kwa siku thelathini' },
  'P-10000': {
    name: 'Malipo ya baadaye mwezi GB 10',
    description: 'GB 10 za data kwa siku thelathini, kwa laini za malipo ya baadaye',
  },
}

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

const bundlesOf: Readonly<Record<string, readonly BundleSeed[]>> = { MW: bundleSeeds, CD: bundleSeedsCd }

/** Inline prices as TMF620 4.1 allows; the price's own resource answers in the format of 4.0. */
export function seedCatalogue(store: Store, now: string): void {
  const { market } = store
  const bundles =
    bundlesOf[market.country] ?? bundleSeeds.map((bundle) => ({ ...bundle, price: worth(market, bundle.price) }))
  const published = { lifecycleStatus: 'Active', lastUpdate: now, version: '1.0' }
  const kinds = [...new Set(bundles.map(({ category }) => category))].map((kind) => [kind, kind])
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
    ...(data ? [use('data', data[0], data[1])] : []),
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
