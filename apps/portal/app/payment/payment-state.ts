import { privateHeaders } from '../format/headers.ts'
import { versionOf } from '../order/customer-stage.ts'
import { findPayment } from '../order/order-page.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/payment-state'
import { isPaymentFinal } from './receipt-facts.ts'

/** The answer is small enough for a page to poll every second. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const payment = await findPayment(portal, params.id)
  if (payment === undefined) return Response.json({}, { status: 404, headers: privateHeaders })
  const version = versionOf(payment, portal.now())
  return Response.json({ version, final: isPaymentFinal(payment) }, { headers: privateHeaders })
}
