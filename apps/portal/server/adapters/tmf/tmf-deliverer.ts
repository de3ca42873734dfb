import type { Deliverer, Purchase } from '../../payments/deliverer.ts'
import { billPayment } from './bill-payment.ts'
import { bundleOrder } from './bundle-order.ts'
import { type Errand, prepareErrand, recallErrand } from './errand.ts'
import { planPayment } from './plan-payment.ts'
import { createTmfClient, type TmfOptions } from './tmf-client.ts'
import { topUp } from './top-up.ts'

const errands: Readonly<Record<Purchase['kind'], Errand>> = {
  airtime: topUp,
  bundle: bundleOrder,
  bill: billPayment,
  invoice: billPayment,
  plan: planPayment,
}

export function createTmfDeliverer(options: TmfOptions): Deliverer {
  const client = createTmfClient(options)

  return {
    prepare: (purchase) => prepareErrand(errands[purchase.kind], client, purchase, options),
    readBack: (purchase) => recallErrand(errands[purchase.kind], client, purchase),
    callOf: (kind) => `bss ${errands[kind].resource.api} ${errands[kind].resource.name}`,
  }
}
