import type { Currency } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { BundleSource } from '../../subscriber/bundles.ts'
import {
  bundleOf,
  type Characteristic,
  Offering,
  OfferingPrice,
  priceIn,
  SpecificationResource,
  type WholeOffering,
} from './bundle-of-offering.ts'
import { createTmfClient, type TmfClient, type TmfOptions } from './tmf-client.ts'

const volumes = ['data', 'voice', 'sms']
const atOnce = 8

/** Resolves each reference once, however many offerings share it. */
async function wholeOfferings(client: TmfClient, offerings: readonly Offering[]): Promise<WholeOffering[]> {
  const prices = await fetchAll(offerings.flatMap(barePrices), (id) =>
    client.find({ api: 'catalogue', name: 'productOfferingPrice' }, id, OfferingPrice),
  )
  const specifications = await fetchAll(offerings.flatMap(neededSpecification), (id) =>
    client.find({ api: 'catalogue', name: 'productSpecification' }, id, SpecificationResource),
  )

  return offerings.map((offering) => {
    const specification = specifications.get(neededSpecification(offering)[0] ?? '')
    return {
      offering,
      characteristics: [...ownCharacteristics(offering), ...(specification?.productSpecCharacteristic ?? [])],
      prices: (offering.productOfferingPrice ?? []).map((price) => prices.get(price.id ?? '') ?? price),
    }
  })
}

/** In version 4.0 a price is only a reference. */
function barePrices({ productOfferingPrice = [] }: Offering): string[] {
  return productOfferingPrice.flatMap((price) =>
    priceIn(price) === undefined && price.id !== undefined ? [price.id] : [],
  )
}

/** Volumes may be part of the specification instead. */
function neededSpecification(offering: Offering): string[] {
  const hasVolume = ownCharacteristics(offering).some(({ name }) => volumes.includes(name))
  return hasVolume || offering.productSpecification === undefined ? [] : [offering.productSpecification.id]
}

function ownCharacteristics({ prodSpecCharValueUse = [] }: Offering): Characteristic[] {
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

export interface TmfBundleOptions extends TmfOptions {
  readonly currency: Currency
}

const active = 'Active'

export function createTmfBundleSource(options: TmfBundleOptions): BundleSource {
  const client = createTmfClient(options)
  const { currency } = options

  return {
    async bundles() {
      const rows = await client.list(
        { api: 'catalogue', name: 'productOffering' },
        { lifecycleStatus: active },
        z.unknown(),
      )
      const offerings = rows.flatMap(sellable)
      const whole = await wholeOfferings(client, offerings)
      return whole.flatMap((offering) => bundleOf(offering, client.profile, currency) ?? [])
    },
  }
}

/** One malformed row must not hide all others. */
function sellable(row: unknown): Offering[] {
  const { data: offering } = Offering.safeParse(row)
  const isSold = offering !== undefined && offering.lifecycleStatus === active && offering.isSellable !== false
  return isSold ? [offering] : []
}
