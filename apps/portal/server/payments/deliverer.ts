import type { Money } from '@nyanja/domain/money'

/** What a captured payment bought. */
export interface Purchase {
  /** Our id; the BSS keeps it, so that a lost answer can be read back. */
  readonly id: string
  readonly kind: 'airtime' | 'bundle'
  /** Nine national digits of the line that gets it. */
  readonly msisdn: string
  readonly amount: Money
  /** The catalogue's id; bundles only. */
  readonly productCode?: string
}

export type DeliveryResult =
  | { readonly outcome: 'delivered' | 'pending'; readonly bssReference: string }
  | { readonly outcome: 'impossible'; readonly reason: string }

/**
 * Gives the customer what was paid for. Every implementation passes `deliverer.contract.ts`.
 * `impossible` needs an explicit refusal by the BSS; a silent or broken BSS throws, and the caller reads back before
 * it sends again, since the BSS gives the same thing twice when it is asked twice.
 */
export interface Deliverer {
  send(purchase: Purchase): Promise<DeliveryResult>
  /** What the BSS knows of this purchase; undefined when it has never heard of it. */
  readBack(purchase: Purchase): Promise<DeliveryResult | undefined>
}
