import type { DeliveryProvider, Purchase } from '../../payments/delivery-provider.ts'
import { billPayment } from './bill-payment.ts'
import { bundleOrder } from './bundle-order.ts'
import { type Operation, prepareOperation, recallOperation } from './operation.ts'
import { planPayment } from './plan-payment.ts'
import { createTmfClient, type TmfOptions } from './tmf-client.ts'
import { topUp } from './top-up.ts'

const operations: Readonly<Record<Purchase['kind'], Operation>> = {
  airtime: topUp,
  bundle: bundleOrder,
  bill: billPayment,
  invoice: billPayment,
  plan: planPayment,
}

export function createTmfDeliveryProvider(options: TmfOptions): DeliveryProvider {
  const client = createTmfClient(options)

  return {
    prepare: (purchase) => prepareOperation(operations[purchase.kind], client, purchase, options),
    findByReference: (purchase) => recallOperation(operations[purchase.kind], client, purchase),
    callOf: (kind) => `bss ${operations[kind].resource.api} ${operations[kind].resource.name}`,
  }
}
