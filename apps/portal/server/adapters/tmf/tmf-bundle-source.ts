import type { Currency } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { BundleSource } from '../../subscriber/bundle-source.ts'
import { bundleOf } from './bundle-of-offering.ts'
import { Offering } from './offering.ts'
import { createTmfClient, type TmfOptions } from './tmf-client.ts'
import { wholeOfferings } from './whole-offerings.ts'

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

/** One malformed row must not empty the shop. */
function sellable(row: unknown): Offering[] {
  const { data: offering } = Offering.safeParse(row)
  const isSold = offering !== undefined && offering.lifecycleStatus === active && offering.isSellable !== false
  return isSold ? [offering] : []
}
