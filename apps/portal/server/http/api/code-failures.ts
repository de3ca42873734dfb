import type { FillValues } from '@nyanja/domain/texts/fill'
import type { Challenges } from '@nyanja/server/otp/challenges'
import type { ResendResult, SendResult, VerifyResult } from '@nyanja/server/otp/code-outcomes'
import type { FailureName } from '../../../contract/failures.ts'
import { type ApiAnswer, failed } from './api-answer.ts'

type Result = SendResult | ResendResult | VerifyResult
type Failed = Exclude<Result, { readonly outcome: 'sent' | 'verified' }>

const nameOf = {
  not_our_line: 'invalid_number',
  too_soon: 'too_many_requests',
  limit_reached: 'too_many_requests',
  proof_of_work_needed: 'work_needed',
  no_wallet: 'no_wallet',
  wallet_refused: 'bad_request',
  expired: 'code_expired',
  attempts_exhausted: 'attempts_exhausted',
  not_a_code: 'bad_input',
  wrong_code: 'wrong_code',
} as const satisfies Record<Failed['outcome'], FailureName>

/** What a client brings along for a message. */
export const workOf = ({ solution }: { readonly solution?: string | undefined }) =>
  solution === undefined ? {} : { solution }

/** Why no code went out, or why a typed one was not taken. */
export function codeFailure(result: Failed, words: FillValues = {}): ApiAnswer {
  const left = 'attemptsLeft' in result ? { result: { attemptsLeft: result.attemptsLeft } } : {}
  const message = 'message' in result ? result.message : undefined
  const retryAfterSeconds = 'resendInSeconds' in result ? result.resendInSeconds : undefined
  return failed(nameOf[result.outcome], { values: { field: 'otp', ...words }, message, retryAfterSeconds, ...left })
}

/** Likewise for messages. Where one more needs a challenge, the answer contains it. */
export async function sendFailure(
  challenges: Pick<Challenges, 'createWork'>,
  result: Failed,
  words: FillValues = {},
): Promise<ApiAnswer> {
  if (result.outcome !== 'proof_of_work_needed') return codeFailure(result, words)
  return failed('work_needed', { result: { challenge: await challenges.createWork(result.level) } })
}
