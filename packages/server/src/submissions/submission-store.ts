import type { SubmissionsSoFar } from '@nyanja/domain/rate-limits/rate-policies'
import type { Submission } from './submission.ts'

export interface Sender {
  /** Empty where none was given. */
  readonly msisdn: string
  readonly email: string
}

/** Epoch milliseconds: of one sender, by whatever channel; of one channel, by whomever. */
export interface CountedSince {
  readonly ofOne: number
  readonly altogether: number
}

export interface KeptSubmission extends Submission, Sender {
  /** The same for the same words of the same sender. */
  readonly digest: string
}

export interface SubmissionStore {
  /** The reference of the one that was kept under this digest since then. */
  sameSince(digest: string, since: number): Promise<string | undefined>
  count(from: Sender & { readonly channel: string }, since: CountedSince): Promise<SubmissionsSoFar>
  /**
   * From here on it is never lost: that the operator must be sent it stands in the same row. Answers its reference, or
   * that of the same one kept since then by somebody who was faster.
   */
  keep(submission: KeptSubmission, sameSince: number): Promise<string>
}
