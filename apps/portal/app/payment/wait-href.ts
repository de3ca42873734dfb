import type { ChallengeLevel } from '@nyanja/domain/challenge'
import type { Order } from '../../server/payments/order.ts'
import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'

interface Waiting {
  readonly order: Order
  readonly level: ChallengeLevel
  readonly values: Readonly<Record<string, string>>
  /** The challenge token with which the visitor has begun to wait. */
  readonly begun?: string | undefined
}

/** Where the visitor works or waits; what he asked for goes along, sealed. */
export function waitHref({ challenges }: Portal, { order, level, values, begun }: Waiting, to: Hrefs): string {
  return to.codeWait({ order: order.id, ask: challenges.issueToken({ level, values }, order.id, begun) })
}
