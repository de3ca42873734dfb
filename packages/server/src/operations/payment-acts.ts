import type { ActingStaff } from './acting-staff.ts'

/** Who acts, and why. `staff` has the reason from the list, `why` the note beside it. */
export interface ActedBy {
  readonly who: string
  readonly why: string
  readonly staff: ActingStaff
}

/** `overtaken`: a worker or a colleague changed the payment first. */
export type PaymentActed = 'done' | 'overtaken'

/** Each with its record, in one transaction. The payment is named by its reference. */
export interface PaymentActStore {
  /** The next check of the provider, the BSS or the refund happens at once. */
  checkSoon(reference: string, by: ActedBy): Promise<PaymentActed>
  /** Sends the last message about the delivery or the refund once more, by the ways it went before. */
  sendReceipt(reference: string, by: ActedBy): Promise<PaymentActed>
}
