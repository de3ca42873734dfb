import type { Bill } from '@nyanja/domain/bills/bill'
import type { Money } from '@nyanja/domain/money/money'
import { type OrderKind, orderKinds } from '@nyanja/domain/payments/payment-options'

/** A product for one number or account. Each item of an order for several numbers is a purchase of its own. */
export type PurchaseKind = Exclude<OrderKind, 'several'>
export const purchaseKinds: readonly PurchaseKind[] = orderKinds.filter((kind) => kind !== 'several')

/** The product of a captured payment. */
export interface Purchase {
  /** Our id, which the BSS stores, so that the purchase can be found by it after a lost answer. */
  readonly id: string
  readonly kind: PurchaseKind
  /** The national digits of the receiving line. */
  readonly msisdn: string
  readonly amount: Money
  /** The catalogue's id, for bundles and plans only. */
  readonly productCode?: string
  /** The bill or invoices that are paid. */
  readonly bill?: Bill
  /** The reference of the paid order for home internet, for plans only. */
  readonly leadReference?: string
}

export interface Delivered {
  readonly outcome: 'delivered'
  readonly bssReference: string
  /** The unpaid rest of a bill after the payment, where the BSS reports it. */
  readonly remaining?: Money
}

export type DeliveryResult =
  | Delivered
  | { readonly outcome: 'pending'; readonly bssReference: string }
  | { readonly outcome: 'impossible'; readonly reason: string }

/**
 * With `not_sent` the BSS cannot have acted, because nothing was sent: no connection, an open circuit, a full bulkhead.
 */
export type SendResult = DeliveryResult | { readonly outcome: 'not_sent'; readonly reason: string }

/** The one call that delivers the purchase. */
export type Send = () => Promise<SendResult>

/**
 * Delivers purchases. Every implementation passes `delivery-provider.contract.ts`. `impossible` needs an explicit
 * refusal by the BSS; a silent or broken BSS throws, and the caller looks the purchase up before it sends it again,
 * because the BSS would deliver it twice.
 */
export interface DeliveryProvider {
  /** Prepares the call without delivering anything, so that little can fail between the intention and the call. */
  prepare(purchase: Purchase): Promise<Send>
  /**
   * Finds the BSS's record of the purchase under `id`, which is the external reference (TM Forum's correlator) that the
   * portal sent. Undefined when it certainly has none; throws when it cannot tell.
   */
  findByReference(purchase: Purchase): Promise<DeliveryResult | undefined>
  /**
   * Asks the BSS to end an order in progress; later lookups show whether it did. The method is missing where the BSS
   * has no such call.
   */
  cancel?(purchase: Purchase, bssReference: string): Promise<void>
  /** Names the API and the resource of the delivery, for logs. */
  callOf(kind: PurchaseKind): string
}
