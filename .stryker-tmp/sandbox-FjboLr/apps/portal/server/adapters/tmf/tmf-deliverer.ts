// @ts-nocheck
import type { Deliverer, Purchase } from '../../payments/deliverer.ts'
import { bundleOrder } from './bundle-order.ts'
import { type Errand, prepareErrand, recallErrand } from './errand.ts'
import { createTmfClient, type TmfOptions } from './tmf-client.ts'
import { topUp } from './top-up.ts'

const errands: Readonly<Record<Purchase['kind'], Errand>> = { airtime: topUp, bundle: bundleOrder }

export function createTmfDeliverer(options: TmfOptions): Deliverer {
  const client = createTmfClient(options)

  return {
    prepare: (purchase) => prepareErrand(errands[purchase.kind], client, purchase, options),
    readBack: (purchase) => recallErrand(errands[purchase.kind], client, purchase),
  }
}
