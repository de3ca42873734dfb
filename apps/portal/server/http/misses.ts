import type { FailureName } from '../../contract/failures.ts'

/** Answers that tell a caller that a number, or an account, is nobody's. */
const misses: readonly FailureName[] = [
  'invalid_number',
  'invalid_wallet',
  'no_wallet',
  'unknown_account',
  'unknown_lead',
]

export function isMiss(failure: FailureName | undefined): boolean {
  return failure !== undefined && misses.includes(failure)
}
