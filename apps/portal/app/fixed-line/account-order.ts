import type { Order } from '@nyanja/server/payments/orders'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { hrefsAt } from '../order/order-page.ts'

/** The page on which such orders begin, as they store it. */
export const accountPage = '/orp/fixed-internet/invoices'

export type AccountOrder = Order & { readonly account: string }

/** The order that the address names. A visitor without one, or with an expired one, types the account first. */
export async function accountOrderIn({ orders, now }: Pick<Portal, 'orders' | 'now'>, url: URL): Promise<AccountOrder> {
  const id = url.searchParams.get('order')
  const to = hrefsAt(url)
  if (id === null) throw redirect(to.fixedInternet(), { status: 303 })
  const order = await orders.ownOrder(id, [accountPage])
  if (order?.account === undefined || order.expiresAt <= now())
    throw redirect(to.fixedInternet({ flow: order?.flow, ended: '1' }), { status: 303 })
  return { ...order, account: order.account }
}
