import type { ActedBy } from '@nyanja/server/common/staff-action'

/** With `overtaken` a worker or a colleague changed the payment first. */
export type PaymentActed = 'done' | 'overtaken'

/** The acts, each stored with its record in one transaction. The payment is named by its reference. */
export interface PaymentActStore {
  /** The next check of the provider, the BSS or the refund happens at once. */
  checkSoon(reference: string, by: ActedBy): Promise<PaymentActed>
  /** Sends the last message about the delivery or the refund once more, through the same channels. */
  sendReceipt(reference: string, by: ActedBy): Promise<PaymentActed>
}
