import type { DeliveryProvider, Purchase } from './delivery-provider.ts'
import type { CheckStore } from './status-checks.ts'

/** The ending of a credit's name, after the id of its payment. */
export const creditEnding = '-credit'

/**
 * Makes the id by which the BSS knows the credit. A payment has one credit, so that the BSS can be asked whether it was
 * given already.
 */
export const creditIdOf = (attemptId: string): string => `${attemptId}${creditEnding}`

/** Finds the payment that a credit was given for: undefined for any other id. */
export function paymentOfCredit(id: string): string | undefined {
  return id.endsWith(creditEnding) ? id.slice(0, -creditEnding.length) : undefined
}

const named = (purchase: Purchase): Purchase => ({ ...purchase, id: creditIdOf(purchase.id) })

/**
 * Airtime given as goodwill is delivered by `Deliveries` like airtime that was paid for, under a name of its own: the
 * intention is stored before each call, and what may have arrived is looked up before it is sent again.
 */
export function toCreditProvider(provider: DeliveryProvider): DeliveryProvider {
  return {
    ...provider,
    prepare: (purchase) => provider.prepare(named(purchase)),
    findByReference: (purchase) => provider.findByReference(named(purchase)),
  }
}

/** Renames the reasons of credits in the review list, where they are beside those of the payment. */
export function toCreditChecks(checks: Pick<CheckStore, 'review'>): Pick<CheckStore, 'review'> {
  return { review: (attemptId, reason) => checks.review(attemptId, `credit_${reason}`) }
}
