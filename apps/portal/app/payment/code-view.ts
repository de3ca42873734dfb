import type { PendingCode } from '../../server/otp/one-time-codes.ts'
import type { Order } from '../../server/payments/order.ts'
import type { Portal } from '../../server/portal.ts'
import { codeView } from '../code/code-words.ts'
import { languageOf } from '../visitor-language.ts'
import { segmentOf } from './methods.ts'
import { hrefsAt } from './order-page.ts'
import { methodFor } from './payer-code.ts'

/** The page for the code of a payer; back leads to the way to pay that asked for it. */
export function payerCodeView(portal: Portal, url: URL, { order, pending }: { order: Order; pending: PendingCode }) {
  const { market, content } = portal
  const method = methodFor(pending.purpose)
  const backHref = hrefsAt(url).paymentStart({
    order: order.id,
    ...(method !== undefined && { method: segmentOf(method, market) }),
  })
  const { anotherWay } = content.page('orp-translation', languageOf(url, market))
  return codeView(portal, url, pending, { backHref, otherWay: anotherWay })
}
