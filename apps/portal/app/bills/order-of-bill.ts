import { redirect } from 'react-router'
import type { Order } from '../../server/payments/order.ts'
import type { Portal } from '../../server/portal.ts'
import { hrefsAt } from '../payment/order-page.ts'

/** The order that the address names. Whoever has none types the number first. */
export async function orderOfBill({ orders }: Pick<Portal, 'orders'>, url: URL): Promise<Order> {
  const order = await orders.ownOrder(url.searchParams.get('order') ?? '')
  if (order === undefined) throw redirect(hrefsAt(url).bills(), { status: 303 })
  return order
}
