import type { LineType } from '@nyanja/domain/numbers/line'
import type { Choice } from './order.ts'

/** What somebody asks another person to pay. Times are epoch milliseconds. */
export interface PayLink {
  /** Unguessable: whoever holds it may pay, and learns nothing else. */
  readonly token: string
  /** The order that it was made from; its id is told to nobody. */
  readonly orderId: string
  readonly msisdn: string
  readonly lineType: LineType
  readonly choice: Choice
  readonly createdAt: number
  readonly expiresAt: number
}

/** What has become of it, whoever opened it: the asker's own order counts as well. */
export type PayLinkStanding =
  | { readonly is: 'open' | 'being_paid' }
  | { readonly is: 'paid'; readonly attemptId: string }

/** Keeps pay-me links. */
export interface PayLinkStore {
  /** One for each order: false when there is one already. */
  add(link: PayLink): Promise<boolean>
  link(token: string): Promise<PayLink | undefined>
  linkOf(orderId: string): Promise<PayLink | undefined>
  standing(link: PayLink): Promise<PayLinkStanding>
}
