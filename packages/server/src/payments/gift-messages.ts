import { isPaidByAnother } from '@nyanja/domain/payments/gift-message'
import type { Payment } from './attempt.ts'
import type { Order } from './orders.ts'

/** The kind of the message to the receiver of a gift. */
export const giftMessageKind = 'giftMessage'

/** The messages that go to receivers of gifts. */
export interface GiftMessageStore {
  /** Tells whether the message of a payment was queued with its delivery. */
  wasQueued(attemptId: string): Promise<boolean>
  /** Tells whether the limits of the number and of all allow another one. */
  mayBeSent(msisdn: string): Promise<boolean>
}

/** `over_limit` means that the gift comes without its message. */
export type GiftMessageStanding = 'waits' | 'sent' | 'over_limit'

/** Tells what becomes of the message of a gift: undefined where there is none, or nothing is delivered. */
export async function findGiftStanding(
  store: GiftMessageStore,
  { attempt, delivery, refund, order }: Payment & { readonly order: Order },
): Promise<GiftMessageStanding | undefined> {
  if (order.giftMessage === undefined || !isPaidByAnother(attempt, order.msisdn)) return undefined
  if (delivery?.state === 'delivered') return (await store.wasQueued(attempt.id)) ? 'sent' : 'over_limit'
  const isOver = refund !== undefined || endedStates.has(attempt.state) || delivery?.state === 'impossible'
  if (isOver) return undefined
  return (await store.mayBeSent(order.msisdn)) ? 'waits' : 'over_limit'
}

const endedStates: ReadonlySet<Payment['attempt']['state']> = new Set(['refused', 'expired', 'reversed'])
