import type { SubmissionsSoFar } from '@nyanja/domain/rate-limits/rate-policies'
import type { Submission } from './submission.ts'

export interface Sender {
  /** Empty where none was given. */
  readonly msisdn: string
  readonly email: string
}

/** Epoch milliseconds: of one sender, through any channel; of one channel, from any sender. */
export interface CountedSince {
  readonly ofOne: number
  readonly altogether: number
}

export interface KeptSubmission extends Submission, Sender {
  /** Equal for the same text of the same sender. */
  readonly digest: string
}

export interface SubmissionStore {
  /** The reference of a message stored with this digest since then. */
  sameSince(digest: string, since: number): Promise<string | undefined>
  count(from: Sender & { readonly channel: string }, since: CountedSince): Promise<SubmissionsSoFar>
  /**
   * Durable from here on: the same row records that the mail to the operator is due. Returns its reference, or that of
   * an equal message that was stored first.
   */
  keep(submission: KeptSubmission, sameSince: number): Promise<string>
}
