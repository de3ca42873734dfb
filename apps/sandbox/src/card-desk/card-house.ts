import type { CardTrace, Sum } from '../dpo/transaction.ts'

/** What a card page needs to know of a payment, whoever processes it. */
export interface CardPayment {
  /** Opens the page. */
  readonly id: string
  /** The merchant's own. */
  readonly reference: string
  readonly description: string
  readonly sum: Sum
  card: CardTrace | undefined
  /** Why the last card was refused. */
  declineReason: string
  /** The issuer's page through which the payment goes. */
  challengeId: string | undefined
}

/** A card processor, as far as its hosted page goes. */
export interface CardHouse<Payment extends CardPayment> {
  /** As the fault panel calls it. */
  readonly provider: string
  readonly name: string
  readonly tint: string
  /** Where its pages live: `/acme/checkout`. */
  readonly path: string
  find(id: string): Payment | undefined
  isOpen(payment: Payment): boolean
  /** Why the page of a payment that is not open is closed. */
  closedWords(payment: Payment): string
  pay(payment: Payment): void
  decline(payment: Payment): void
  cancel(payment: Payment): void
  /** Where the visitor goes from here, paid or not. */
  wayBack(payment: Payment): string
}
