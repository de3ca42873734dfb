import type { ChallengeLevel } from '@nyanja/domain/rate-limits/challenge'
import type { Order } from '@nyanja/server/payments/orders'
import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'
import type { Consent } from './consent.ts'

interface WaitLink {
  readonly order: Order
  readonly level: ChallengeLevel
  /** Where the code is for a payment. */
  readonly consent?: Consent
  readonly values: Readonly<Record<string, string>>
  /** The challenge token with which the visitor has begun to wait. */
  readonly begun?: string | undefined
}

/** Where the visitor works or waits; what he asked for goes along, sealed. */
export function waitHref(
  { challenges }: Portal,
  { order, level, consent, values, begun }: WaitLink,
  to: Hrefs,
): string {
  const ask = challenges.issueToken({ level, values }, consent?.subject ?? order.id, begun)
  return to.codeWait({ order: order.id, ask, quote: consent?.offered?.sealed })
}
