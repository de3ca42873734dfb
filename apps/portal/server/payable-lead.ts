import { readLeadReference } from '@nyanja/domain/lead-reference'
import { isLeadOver } from '@nyanja/domain/lead-stage'
import type { LeadReader } from './leads/lead-store.ts'
import type { CheckoutOptions } from './payments/checkout.ts'
import type { Plans } from './payments/plans.ts'

/** Only whoever knows the number knows the order: what cannot be paid looks like what is not there. */
export function payableLeadIn(
  leads: Pick<LeadReader, 'byReference'>,
  plans: Pick<Plans, 'standing'>,
): CheckoutOptions['payableLead'] {
  return async ({ reference: typed, msisdn }) => {
    const reference = readLeadReference(typed)
    const lead = reference === undefined ? undefined : await leads.byReference(reference)
    const isServed = lead?.feasibility === 'feasible' && lead.handIn === 'handed_in' && !isLeadOver(lead.stage)
    if (lead?.msisdn !== msisdn || !isServed) return undefined
    const { is } = await plans.standing(lead.reference)
    return is === 'paid' ? undefined : { code: lead.plan.code, leadReference: lead.reference }
  }
}
