import type { Bundle } from '@nyanja/domain/bundles/bundle'
import { PortalError } from '@nyanja/domain/errors'
import type { BundleSource } from '../../subscriber/bundles.ts'
import { broken, contractFaults } from '../contract-faults.ts'
import {
  bundleOf,
  type Characteristic,
  Offering,
  OfferingPrice,
  priceIn,
  SpecificationResource,
  type WholeOffering,
} from './bundle-of-offering.ts'
import { fold, type TmfProfile } from './profile.ts'
import { type CurrencyOptions, createTmfClient, type TmfClient } from './tmf-client.ts'

const atOnce = 8

/** Resolves each reference once, however many offerings share it. */
async function wholeOfferings(
  { client, lost }: Pick<TmfCatalogue, 'client' | 'lost'>,
  offerings: readonly Offering[],
): Promise<WholeOffering[]> {
  const volumes: readonly string[] = volumeNames(client.profile)
  const ofSpecification = (offering: Offering) => neededSpecification(offering, volumes)
  const prices = await fetchAll(offerings.flatMap(barePrices), (id) =>
    client
      .find({ api: 'catalogue', name: 'productOfferingPrice' }, id, OfferingPrice)
      .catch(lost('productOfferingPrice')),
  )
  const specifications = await fetchAll(offerings.flatMap(ofSpecification), (id) =>
    client
      .find({ api: 'catalogue', name: 'productSpecification' }, id, SpecificationResource)
      .catch(lost('productSpecification')),
  )

  return offerings.map((offering) => {
    const specification = specifications.get(ofSpecification(offering)[0] ?? '')
    return {
      offering,
      characteristics: [...ownCharacteristics(offering), ...(specification?.productSpecCharacteristic ?? [])],
      prices: (offering.productOfferingPrice ?? []).map((price) => prices.get(price.id ?? '') ?? price),
    }
  })
}

function volumeNames({ catalogue: { characteristics } }: TmfProfile) {
  return [characteristics.data, characteristics.voice, characteristics.sms]
}

/** In version 4.0 a price is only a reference. */
function barePrices({ productOfferingPrice = [] }: Offering): string[] {
  return productOfferingPrice.flatMap((price) =>
    priceIn(price) === undefined && price.id !== undefined ? [price.id] : [],
  )
}

/** Volumes may be part of the specification instead. */
function neededSpecification(offering: Offering, volumes: readonly string[]): string[] {
  const hasVolume = ownCharacteristics(offering).some(({ name }) => volumes.includes(name))
  return hasVolume || offering.productSpecification === undefined ? [] : [offering.productSpecification.id]
}

function ownCharacteristics({ prodSpecCharValueUse = [] }: Offering): readonly Characteristic[] {
  return prodSpecCharValueUse
}

async function fetchAll<Value>(
  ids: readonly string[],
  fetchOne: (id: string) => Promise<Value | undefined>,
): Promise<ReadonlyMap<string, Value>> {
  const left = [...new Set(ids)]
  const found = new Map<string, Value>()
  while (left.length > 0) {
    const batch = left.splice(0, atOnce)
    const values = await Promise.all(batch.map(async (id) => [id, await fetchOne(id)] as const))
    for (const [id, value] of values) if (value !== undefined) found.set(id, value)
  }
  return found
}

interface TmfCatalogue {
  readonly client: TmfClient
  /** A reference that is refused or unreadable loses its offering, and no other. */
  readonly lost: (resource: string) => (error: unknown) => undefined
  /** Reads the offerings on sale. */
  readonly offerings: () => Promise<readonly Offering[]>
  readonly bundlesIn: (offerings: readonly Offering[]) => Promise<readonly Bundle[]>
}

export function createTmfCatalogue(options: CurrencyOptions): TmfCatalogue {
  const client = createTmfClient(options)
  const { currency, reportFault } = options
  const { lifecycleStatus } = client.profile.catalogue
  const [only, ...others] = lifecycleStatus
  const onSale = lifecycleStatus.map(fold)

  const lost = (resource: string) => (error: unknown) => {
    if (!(error instanceof PortalError) || error.code !== 'provider_broke_contract') throw error
    reportFault?.({ api: 'catalogue', call: `GET ${resource}`, field: contractFaults.reference })
    return undefined
  }

  return {
    client,
    lost,

    async offerings() {
      const { rows, isComplete } = await client.search(
        { api: 'catalogue', name: 'productOffering' },
        {
          filter: only === undefined || others.length > 0 ? {} : { lifecycleStatus: only },
          row: Offering,
          matches: ({ lifecycleStatus: status = '' }) => onSale.includes(fold(status)),
        },
      )
      if (rows.length === 0 && !isComplete) throw broken('productOffering: none, and the list is not complete')
      return rows.filter(({ isSellable }) => isSellable !== false)
    },

    async bundlesIn(offerings) {
      const whole = await wholeOfferings({ client, lost }, offerings)
      return whole.flatMap((offering) => bundleOf(offering, client.profile, currency) ?? [])
    },
  }
}

export function createTmfBundleSource(options: CurrencyOptions): BundleSource {
  const { offerings, bundlesIn } = createTmfCatalogue(options)
  return { bundles: async () => bundlesIn(await offerings()) }
}
