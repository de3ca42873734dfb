import type { WorkReason } from '@nyanja/domain/otp-sending'
import type { Order } from '../../server/payments/order.ts'
import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'

interface Waiting {
  readonly order: Order
  readonly because: WorkReason
  readonly values: Readonly<Record<string, string>>
}

/** Where the visitor works or waits; what he asked for goes along, sealed. */
export function waitHref({ toll }: Portal, { order, because, values }: Waiting, to: Hrefs): string {
  return to.codeWait({ order: order.id, ask: toll.ticket({ because, values }, order.id) })
}
