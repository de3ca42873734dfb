import type { Quote } from '@nyanja/domain/money/exchange'
import type { Money } from '@nyanja/domain/money/money'
import type { ChallengeLevel } from '@nyanja/domain/rate-limits/challenge'
import type { CodeRequester } from '@nyanja/server/otp/code-text'
import type { Order } from '@nyanja/server/payments/orders'
import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'

export interface Requested {
  readonly order: Order
  /** What a code for a payment permits. */
  readonly consent: Consent
  /** The fields, encrypted when the visitor was sent to the challenge. */
  readonly values: Readonly<Record<string, string>>
  readonly requester: CodeRequester
}

/** What a payer consents to with the code that an address is about. */
export interface Consent {
  /** The subject of the code: one for another order, currency or amount is invalid for this. */
  readonly subject: string
  readonly charged?: Money
  /**
   * The payer was shown this amount in another currency than the order's; the text is the same encrypted for addresses.
   */
  readonly offered?: { readonly quote: Quote; readonly sealed: string }
}

interface WaitLink {
  readonly order: Order
  readonly level: ChallengeLevel
  /** The consent, where the code is for a payment. */
  readonly consent?: Consent
  readonly values: Readonly<Record<string, string>>
  /** The challenge token with which the visitor has begun to wait. */
  readonly begun?: string | undefined
}

/** Builds the address of the page of the challenge; the request goes along, encrypted. */
export function waitHref(
  { challenges }: Portal,
  { order, level, consent, values, begun }: WaitLink,
  to: Hrefs,
): string {
  const ask = challenges.issueToken({ level, values }, consent?.subject ?? order.id, begun)
  return to.codeWait({ order: order.id, ask, quote: consent?.offered?.sealed })
}
