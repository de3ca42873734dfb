// @ts-nocheck
import type { FailureName } from '../../contract/failures.ts'
import type { ResendResult, SendResult, VerifyResult } from '../otp/code-outcomes.ts'
import { type ApiAnswer, failed } from './api-answer.ts'

type Result = SendResult | ResendResult | VerifyResult
type Failed = Exclude<Result, { readonly outcome: 'sent' | 'verified' }>

/** Channels have no script that could solve a puzzle: to them it is a limit. */
const nameOf = {
  not_our_line: 'invalid_number',
  too_soon: 'too_many_requests',
  limit_reached: 'too_many_requests',
  proof_of_work_needed: 'too_many_requests',
  no_wallet: 'invalid_wallet',
  wallet_refused: 'invalid_wallet',
  expired: 'code_expired',
  attempts_exhausted: 'attempts_exhausted',
  not_a_code: 'bad_input',
  wrong_code: 'wrong_code',
} as const satisfies Record<Failed['outcome'], FailureName>

/** Why no code went out, or why a typed one was not taken. */
export function codeFailure(result: Failed): ApiAnswer {
  const left = 'attemptsLeft' in result ? { result: { attemptsLeft: result.attemptsLeft } } : {}
  return failed(nameOf[result.outcome], { values: { field: 'otp' }, ...left })
}
