import type { Order } from '@nyanja/server/payments/order'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { hrefsAt } from '../payment/order-page.ts'

const page = '/postpaid-bill-pay'

/** The order that the address names, if it is one for the bill of a line. */
export async function billOrder({ orders }: Pick<Portal, 'orders'>, url: URL): Promise<Order | undefined> {
  return orders.ownOrder(url.searchParams.get('order') ?? '', [page])
}

/** The same for pages that are nothing without it: whoever has none types the number first. */
export async function orderOfBill(portal: Pick<Portal, 'orders'>, url: URL): Promise<Order> {
  const order = await billOrder(portal, url)
  if (order === undefined) throw redirect(hrefsAt(url).bills(), { status: 303 })
  return order
}
