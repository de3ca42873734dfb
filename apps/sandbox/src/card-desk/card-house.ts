import type { Sum } from '../core/minor-units.ts'

/** What is kept of a card. */
export interface CardTrace {
  readonly last4: string
  readonly brand: string
}

/** What a card page needs to know of a payment, whoever processes it. */
export interface CardPayment {
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
  /** Where its page lives, now and formerly. The id stands in `:id`, or else in the query as `ID`. */
  readonly pagePaths: readonly [string, ...string[]]
  /** Where the bank sends the cardholder back to. */
  readonly acsPath: string
  find(id: string): Payment | undefined
  /** The merchant's own. */
  referenceOf(payment: Payment): string
  isOpen(payment: Payment): boolean
  /** Why the page of a payment that is not open is closed. */
  closedWords(payment: Payment): string
  pay(payment: Payment): void
  decline(payment: Payment): void
  cancel(payment: Payment): void
  /** Where the visitor goes from here, paid or not; undefined where the merchant has not said it. */
  backLink(payment: Payment): string | undefined
}

/** For a house that keeps the id in its paths: `/acme/checkout`. */
export const pathsBelow = (path: string) => ({ pagePaths: [`${path}/:id`], acsPath: `${path}/:id/acs-return` }) as const
