import { privateHeaders } from '../format/headers.ts'
import { findPayment } from '../order/order-page.ts'
import { versionOf } from '../order/payment-view.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/payment-state'
import { finalOf } from './receipt-facts.ts'

/** The answer is small enough for a page to poll every second. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const payment = await findPayment(portal, params.id)
  if (payment === undefined) return Response.json({}, { status: 404, headers: privateHeaders })
  const version = versionOf(payment, portal.now())
  return Response.json({ version, final: finalOf(payment) }, { headers: privateHeaders })
}
