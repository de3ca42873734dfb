/** `being_paid`: somebody was asked and has not answered. */
export type PlanPayment = { readonly is: 'open' | 'being_paid' } | { readonly is: 'paid'; readonly attemptId: string }

/** Whether an order for internet at home is paid, by whichever order of ours. */
export interface PlanStore {
  standing(leadReference: string): Promise<PlanPayment>
}
