import { redirect } from 'react-router'
import { hrefsAt } from '../order/order-page.ts'
import type { Route } from './+types/payment-redirect'

/**
 * There is no page here: the start of a payment leads an order to the page of its state, and a visitor without one on.
 */
export function loader({ url }: Pick<Route.LoaderArgs, 'url'>) {
  throw redirect(hrefsAt(url).paymentStart({ order: url.searchParams.get('order') ?? undefined }))
}
