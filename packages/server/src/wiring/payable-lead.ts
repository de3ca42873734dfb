import { readLeadReference } from '@nyanja/domain/numbers/reference'
import { isPayable } from '../leads/lead.ts'
import type { LeadReader } from '../leads/lead-store.ts'
import type { CheckoutOptions } from '../payments/checkout.ts'
import type { Plans, PlansOptions } from '../payments/plans.ts'

type Leads = Pick<LeadReader, 'byReference'>

export function payablePlanIn(leads: Leads): PlansOptions['payable'] {
  return async (reference) => {
    const lead = await leads.byReference(reference)
    return lead !== undefined && isPayable(lead) ? lead.plan : undefined
  }
}

/** Only whoever knows the number knows the order: what cannot be paid looks like what is not there. */
export function payableLeadIn(leads: Leads, plans: Pick<Plans, 'standing'>): CheckoutOptions['payableLead'] {
  return async ({ reference: typed, msisdn }) => {
    const reference = readLeadReference(typed)
    const lead = reference === undefined ? undefined : await leads.byReference(reference)
    if (lead?.msisdn !== msisdn) return undefined
    const { is } = await plans.standing(lead.reference)
    const isToPay = is === 'open' || is === 'being_paid'
    return isToPay ? { leadReference: lead.reference } : undefined
  }
}
