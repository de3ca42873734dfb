import type { OrderPage } from '@nyanja/domain/payments/payment-pages'
import type { Order, PlacedOrder } from '@nyanja/server/payments/orders'
import type { OrderedPayment, PageOfOrder } from '@nyanja/server/payments/payment-progress'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { type Hrefs, hrefs } from '../hrefs.ts'
import { languagePrefixOf } from '../page-language.ts'
import type { Seen } from './customer-stage.ts'

export const hrefsAt = (url: URL) => hrefs(languagePrefixOf(url.pathname))

const addresses: Readonly<Record<OrderPage, (to: Hrefs, order: Order, attemptId: string) => string>> = {
  recharge: (to, order) => to.choiceOf(order),
  choose: (to, { id }) => to.paymentStart({ order: id }),
  gateway_redirect: (to, { id }) => to.gatewayRedirect(id),
  pin: (to, { id }) => to.paymentPin({ order: id }),
  status: (to, { id }, attemptId) => to.status(attemptId, id),
}

/** Returns the address of the page that an order belongs to right now. */
export function addressOf({ page, attempt }: PageOfOrder, order: Order, url: URL): string {
  return addresses[page](hrefsAt(url), order, attempt?.id ?? '')
}

/** Finds the order that the address names. Without one the page of payment methods shows a message. */
export async function orderIn({ orders }: Pick<Portal, 'orders'>, url: URL): Promise<Order> {
  const id = url.searchParams.get('order') ?? ''
  const order = await orders.order(id)
  if (order === undefined) throw redirect(hrefsAt(url).paymentStart({ order: id }), { status: 303 })
  return order
}

/** Does the same for a page of a certain step; a visitor at another step is redirected there. */
export async function orderAtPage(portal: Pick<Portal, 'orders' | 'progress'>, url: URL, page: OrderPage) {
  const order = await orderIn(portal, url)
  const at = await portal.progress.pageOf(order, page)
  if (at.page !== page) throw redirect(addressOf(at, order, url), { status: 303 })
  return { order, at }
}

export function isPlacedOrder(order: Order): order is PlacedOrder {
  return order.choice !== undefined
}

export type SeenPayment = OrderedPayment & Seen

/** Undefined for a link that is cut off or wrong; any other error is a failure. */
export async function findPayment(
  { progress, plans }: Pick<Portal, 'progress' | 'plans'>,
  id: string | undefined,
): Promise<SeenPayment | undefined> {
  if (id === undefined || id === '') return undefined
  const payment = await progress.payment(id).catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
  return payment && { ...payment, isUndeliverable: await isUndeliverable(plans, payment) }
}

/** Tells whether the payment was booked for an order that ended afterwards, and is undecided. */
async function isUndeliverable(plans: Portal['plans'], { delivery, refund, order }: OrderedPayment): Promise<boolean> {
  if (order.choice.kind !== 'plan' || delivery?.state !== 'delivered' || refund !== undefined) return false
  const money = await plans.getUndeliverableMoney(order.choice.plan.leadReference)
  return money.some(({ state }) => state === 'looked_at')
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'not_found'
}
