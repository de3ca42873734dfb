import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { findPayment } from '../payment/find-payment.ts'
import { hrefsAt } from '../payment/order-page.ts'

/** The payment that the address names, for whoever holds its order and may ask. All others see its page. */
export async function correctedPayment(portal: Portal, url: URL): Promise<OrderedPayment> {
  const id = url.searchParams.get('id') ?? ''
  const holder = url.searchParams.get('order') ?? ''
  const payment = await findPayment(portal, id)
  const holdsOrder = payment !== undefined && payment.order.id === holder
  const mayAsk = holdsOrder && portal.corrections.mayAsk(payment) && !(await portal.corrections.of(payment))
  if (!mayAsk) throw redirect(hrefsAt(url).status(id, holdsOrder ? holder : undefined), { status: 303 })
  return payment
}
