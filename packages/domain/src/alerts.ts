/** Conditions that need staff. Each has its page in `docs/runbook`. */
export const alerts = [
  'undecided_for_a_day',
  'mismatch',
  'late_capture',
  'reversed_by_provider',
  'undelivered_for_a_day',
  'lost_by_the_bss',
  'delivered_although_refunded',
  'refund_needs_review',
  'refund_by_hand',
  'otp_breaker',
  'otp_budget_spent',
  'mail_given_up',
  'lead_not_taken',
  'lead_lost_by_the_bss',
  'lead_ended_after_payment',
] as const

export type Alert = (typeof alerts)[number]
