import type { ActedBy } from '@nyanja/server/common/staff-action'

/** `overtaken`: a worker or a colleague changed the payment first. */
export type PaymentActed = 'done' | 'overtaken'

/** Each with its record, in one transaction. The payment is named by its reference. */
export interface PaymentActStore {
  /** The next check of the provider, the BSS or the refund happens at once. */
  checkSoon(reference: string, by: ActedBy): Promise<PaymentActed>
  /** Sends the last message about the delivery or the refund once more, by the ways it went before. */
  sendReceipt(reference: string, by: ActedBy): Promise<PaymentActed>
}
