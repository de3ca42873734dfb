import type { Difference } from './match.ts'
import type { Counterpart, EntryKind, OurRecord, TheirRecord } from './records.ts'

export const reconciliationResults = ['matched', 'ours_only', 'theirs_only', 'different'] as const
export type ReconciliationResult = (typeof reconciliationResults)[number]

/** A finding is what a comparison found, as far as a reason for it depends on that. */
export interface Finding {
  readonly counterpart: Counterpart
  readonly result: Exclude<ReconciliationResult, 'matched'>
  readonly kind: EntryKind
  readonly differences: readonly Difference[]
  readonly ours?: OurRecord | undefined
  readonly theirs?: TheirRecord | undefined
  /** The row names one of our payments. */
  readonly isKnown: boolean
  /** It is a balance of a statement. */
  readonly isBalance?: boolean
  /** Another row is matched with what this one names. */
  readonly isDuplicate: boolean
  /** The days from our record to the last day that the counterpart has reported. */
  readonly ageDays: number
  /** After this many days the counterpart should have reported it. */
  readonly lateAfterDays: number
}

export const caseReasons = [
  'balance_differs',
  'duplicate_in_file',
  'reversed_by_provider',
  'refunded_by_provider',
  'unknown_payout',
  'unknown_to_us',
  'other_currency',
  'unconfirmed_here',
  'fee_deducted',
  'other_amount',
  'wrong_fee',
  'fee_not_contracted',
  'other_day',
  'changed_later',
  'late_payout',
  'refund_not_seen',
  'payout_not_received',
  'missing_at_bss',
  'missing_at_provider',
] as const
export type CaseReason = (typeof caseReasons)[number]

type Rule = (finding: Finding) => boolean

const isTheirs =
  (kind: EntryKind): Rule =>
  (finding) =>
    finding.result === 'theirs_only' && finding.kind === kind
const isOurs =
  (kind: EntryKind): Rule =>
  (finding) =>
    finding.result === 'ours_only' && finding.kind === kind
const differs =
  (difference: Difference): Rule =>
  ({ differences }) =>
    differences.includes(difference)

/** The row states what is left after the fee. */
function isNet({ ours, theirs }: Finding): boolean {
  if (ours === undefined || theirs?.amount === undefined) return false
  const { amount, fee, net } = theirs
  return (
    amount.minor < ours.amount.minor &&
    (net?.minor === amount.minor || amount.minor + (fee?.minor ?? 0) === ours.amount.minor)
  )
}

/** The first rule that fits proposes the reason, in the order of `caseReasons`. */
const rules: Readonly<Record<CaseReason, Rule>> = {
  balance_differs: ({ isBalance }) => isBalance === true,
  duplicate_in_file: ({ result, isDuplicate }) => result === 'theirs_only' && isDuplicate,
  reversed_by_provider: (finding) => isTheirs('reversal')(finding) && finding.isKnown,
  refunded_by_provider: (finding) => isTheirs('refund')(finding) && finding.isKnown,
  unknown_payout: isTheirs('payout'),
  unknown_to_us: ({ result }) => result === 'theirs_only',
  other_currency: differs('currency'),
  unconfirmed_here: differs('state'),
  fee_deducted: (finding) => differs('amount')(finding) && isNet(finding),
  other_amount: differs('amount'),
  wrong_fee: differs('fee'),
  fee_not_contracted: differs('contracted_fee'),
  other_day: differs('day'),
  changed_later: differs('changed'),
  // The BSS reports at once.
  late_payout: ({ result, kind, ageDays, lateAfterDays }) =>
    result === 'ours_only' && kind !== 'delivery' && ageDays < lateAfterDays,
  refund_not_seen: isOurs('refund'),
  payout_not_received: isOurs('payout'),
  missing_at_bss: isOurs('delivery'),
  missing_at_provider: () => true,
}

export function proposeReason(finding: Finding): CaseReason {
  return caseReasons.find((reason) => rules[reason](finding)) ?? 'missing_at_provider'
}
