// @ts-nocheck
import type { OrderPage } from '@nyanja/domain/payment-pages'
import type { Order } from '../../server/payments/order.ts'
import type { PageOfOrder } from '../../server/payments/payment-progress.ts'
import { type Hrefs, hrefs, languagePrefixOf } from '../hrefs.ts'

export const hrefsAt = (url: URL) => hrefs(languagePrefixOf(url.pathname))

const addresses: Readonly<Record<OrderPage, (to: Hrefs, order: Order, attemptId: string) => string>> = {
  recharge: (to, { id }) => to.recharge({ order: id }),
  choose: (to, { id }) => to.paymentStart({ order: id }),
  hand_over: (to, { id }) => to.handOver(id),
  pin: (to, { id }) => to.paymentPin({ order: id }),
  status: (to, { id }, attemptId) => to.status(attemptId, id),
}

/** The address of the page that an order belongs to right now. */
export function addressOf({ page, attempt }: PageOfOrder, order: Order, url: URL): string {
  return addresses[page](hrefsAt(url), order, attempt?.id ?? '')
}
