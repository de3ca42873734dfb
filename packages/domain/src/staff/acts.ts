import type { Resolution } from '../payments/review-resolutions.ts'
import type { Permission } from './roles.ts'

/** The reasons for which a member of staff acts. A free note beside it may be erased later; the reason stays. */
export const actReasons = [
  'customer_asked',
  'no_answer',
  'provider_statement',
  'bss_record',
  'not_delivered',
  'paid_twice',
  'wrong_number',
  'complaint',
  'provider_fault',
  'planned_work',
  'solved',
  'mistake',
  'accounting',
  'is_late',
  'other',
] as const
export type ActReason = (typeof actReasons)[number]

interface ActPolicy {
  readonly permission: Permission
  /** Another member of staff with the permission `approve` must agree before it happens. */
  readonly needsApproval?: true
  /**
   * Whether the act is about an amount that is typed. With `stated` it is needed where the statement has one, by
   * `amountStatedBy`.
   */
  readonly needsAmount?: true | 'stated'
  readonly reasons: readonly ActReason[]
}

/** The word of a person for money that was received or returned, or for goods that the BSS does not report. */
const statement = (reasons: readonly ActReason[]) =>
  ({ permission: 'resolve-review', needsApproval: true, needsAmount: 'stated', reasons }) as const
const review = (reasons: readonly ActReason[]) => ({ permission: 'resolve-review', reasons }) as const
const leadReasons = ['customer_asked', 'bss_record', 'mistake', 'other'] as const
const caseReasons = ['provider_statement', 'bss_record', 'provider_fault', 'solved', 'mistake', 'other'] as const
const ofCase = { permission: 'import-settlements', reasons: caseReasons } as const
const switchReasons = ['provider_fault', 'planned_work', 'solved', 'other'] as const

/** The rules for who may do what, for which reasons, and what needs a second person. */
export const actPolicies = {
  reveal: { permission: 'reveal-contact', reasons: ['customer_asked', 'complaint', 'no_answer', 'other'] },
  ask_again: { permission: 'ask-again', reasons: ['no_answer', 'customer_asked', 'not_delivered', 'other'] },
  send_receipt: { permission: 'resend-receipt', reasons: ['customer_asked', 'no_answer', 'other'] },
  refund: {
    permission: 'refund',
    needsApproval: true,
    reasons: ['paid_twice', 'not_delivered', 'wrong_number', 'complaint', 'mistake', 'other'],
  },
  refund_part: {
    permission: 'refund',
    needsApproval: true,
    needsAmount: true,
    reasons: ['complaint', 'not_delivered', 'wrong_number', 'mistake', 'other'],
  },
  give_credit: {
    permission: 'give-credit',
    needsApproval: true,
    needsAmount: true,
    reasons: ['complaint', 'not_delivered', 'no_answer', 'provider_fault', 'other'],
  },
  take_back: {
    permission: 'refund',
    needsApproval: true,
    needsAmount: true,
    reasons: ['paid_twice', 'wrong_number', 'mistake', 'complaint', 'other'],
  },
  resolve_paid: statement(['provider_statement', 'other']),
  resolve_unpaid: review(['provider_statement', 'other']),
  resolve_delivered: review(['bss_record', 'customer_asked', 'other']),
  resolve_refund: statement(['not_delivered', 'bss_record', 'complaint', 'other']),
  resolve_refunded: statement(['provider_statement', 'other']),
  resolve_closed: review(['solved', 'provider_statement', 'bss_record', 'other']),
  move_number: { permission: 'correct-number', reasons: ['wrong_number', 'bss_record', 'other'] },
  refuse_move: { permission: 'correct-number', reasons: ['bss_record', 'mistake', 'other'] },
  finish_message: { permission: 'finish-message', reasons: ['solved', 'mistake', 'other'] },
  close_coverage: { permission: 'finish-message', reasons: ['solved', 'planned_work', 'mistake', 'other'] },
  retry_lead: { permission: 'close-lead', reasons: leadReasons },
  close_lead: { permission: 'close-lead', reasons: leadReasons },
  switch_off: { permission: 'switch-method', reasons: switchReasons },
  switch_on: { permission: 'switch-method', reasons: switchReasons },
  show_incident: { permission: 'publish-incident', reasons: ['provider_fault', 'planned_work', 'other'] },
  withdraw_incident: { permission: 'publish-incident', reasons: ['solved', 'mistake', 'other'] },
  approve: {
    permission: 'approve',
    // The reasons are those of the acts that need approval, and what the second person has looked up.
    reasons: [
      ...(['complaint', 'paid_twice', 'not_delivered', 'wrong_number', 'no_answer', 'provider_fault'] as const),
      ...(['mistake', 'provider_statement', 'bss_record', 'solved', 'other'] as const),
    ],
  },
  decline: { permission: 'approve', reasons: ['provider_statement', 'bss_record', 'mistake', 'other'] },
  explain_case: ofCase,
  close_case: ofCase,
  reopen_case: ofCase,
  withdraw_import: {
    permission: 'import-settlements',
    needsApproval: true,
    reasons: ['mistake', 'provider_statement', 'other'],
  },
  close_day: { permission: 'close-day', reasons: ['is_late', 'other'] },
  erase_note: { permission: 'export-audit', reasons: ['customer_asked', 'mistake', 'other'] },
} as const satisfies Readonly<Record<string, ActPolicy>>

export type Act = keyof typeof actPolicies

export const acts = Object.keys(actPolicies) as readonly Act[]

export function policyOf(act: Act): ActPolicy {
  return actPolicies[act]
}

export type ActNeedingApproval = {
  [Name in Act]: (typeof actPolicies)[Name] extends { readonly needsApproval: true } ? Name : never
}[Act]

export function needsApproval(act: Act): act is ActNeedingApproval {
  return policyOf(act).needsApproval === true
}

/** The way in which each act resolves a review. */
export const resolutionOfAct = {
  resolve_paid: 'paid',
  resolve_unpaid: 'unpaid',
  resolve_delivered: 'delivered',
  resolve_refund: 'refund',
  resolve_refunded: 'refunded',
  resolve_closed: 'closed',
} as const satisfies Partial<Record<Act, Resolution>>

export type ResolvingAct = keyof typeof resolutionOfAct

/** Names an import in the log of actions, and in a request for a second person. */
export const importSubject = (importId: number): string => `import ${importId}`

/** Returns undefined when the subject is something else. */
export function importInSubject(subject: string): number | undefined {
  const [, id] = /^import (\d{1,15})$/.exec(subject) ?? []
  return id === undefined ? undefined : Number(id)
}
