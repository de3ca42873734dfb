import type { Bill } from '@nyanja/domain/bills/bill'
import type { Money } from '@nyanja/domain/money/money'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'

/** What a captured payment bought. */
export interface Purchase {
  /** Our id; the BSS keeps it, so that a lost answer can be read back. */
  readonly id: string
  readonly kind: OrderKind
  /** Nine national digits of the line that gets it. */
  readonly msisdn: string
  readonly amount: Money
  /** The catalogue's id; bundles and plans only. */
  readonly productCode?: string
  /** What is settled; bills and invoices only. */
  readonly bill?: Bill
  /** Which order for internet at home is paid; plans only. */
  readonly leadReference?: string
}

export interface Delivered {
  readonly outcome: 'delivered'
  readonly bssReference: string
  /** What is left to pay after a bill was settled, where the BSS says so. */
  readonly remaining?: Money
}

export type DeliveryResult =
  | Delivered
  | { readonly outcome: 'pending'; readonly bssReference: string }
  | { readonly outcome: 'impossible'; readonly reason: string }

/** `not_sent`: nothing has left, so that the BSS cannot have acted: no connection, an open circuit, a full bulkhead. */
export type SendResult = DeliveryResult | { readonly outcome: 'not_sent'; readonly reason: string }

/** The one call that gives the purchase to the customer. */
export type Send = () => Promise<SendResult>

/**
 * Gives the customer what was paid for. Every implementation passes `deliverer.contract.ts`.
 * `impossible` needs an explicit refusal by the BSS; a silent or broken BSS throws, and the caller reads back before
 * it sends again, since the BSS gives the same thing twice when it is asked twice.
 */
export interface DeliveryProvider {
  /** Finds out all that the call needs and gives nothing yet, so that little can happen between intending it and it. */
  prepare(purchase: Purchase): Promise<Send>
  /** What the BSS knows of this purchase; undefined when it certainly has none, thrown when it cannot say for certain. */
  findByReference(purchase: Purchase): Promise<DeliveryResult | undefined>
  /** The API and the resource that it is given by, for logs. */
  callOf(kind: OrderKind): string
}
