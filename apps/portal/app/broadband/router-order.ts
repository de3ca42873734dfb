import type { Order } from '@nyanja/server/payments/orders'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { hrefsAt } from '../order/order-page.ts'

/** The pages that order for routers, as orders store them. */
export const routerPages = { bundles: '/data-bundle', balance: '/broadband-recharge' } as const
export type RouterPage = keyof typeof routerPages

const paths: readonly string[] = Object.values(routerPages)

/** The order that the address names, if it is for a router. */
export async function routerOrder({ orders }: Pick<Portal, 'orders'>, url: URL): Promise<Order | undefined> {
  return orders.ownOrder(url.searchParams.get('order') ?? '', paths)
}

/** The same for pages that need it. */
export async function neededOrder(portal: Pick<Portal, 'orders'>, url: URL): Promise<Order> {
  const order = await routerOrder(portal, url)
  if (order === undefined) throw redirect(hrefsAt(url).dataBalance(), { status: 303 })
  return order
}
