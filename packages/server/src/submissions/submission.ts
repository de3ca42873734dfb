import type { Answers } from '@nyanja/domain/forms/form-rules'
import type { SubmissionsSoFar } from '@nyanja/domain/rate-limits/rate-policies'

export const submissionForms = ['contact', 'feedback'] as const
export type SubmissionForm = (typeof submissionForms)[number]

/** A visitor's message to the operator. */
export interface Submission {
  readonly id: string
  /** The reference for the visitor and for support. */
  readonly reference: string
  readonly form: SubmissionForm
  /** The channel: `web`, or the client of the JSON API. */
  readonly channel: string
  readonly language: string
  readonly answers: Answers
  /** The time in epoch milliseconds. */
  readonly at: number
}

/** A message that was not mailed to the operator yet. */
export interface DueSubmission extends Submission {
  readonly tries: number
}

interface Sender {
  /** The number, empty where none was given. */
  readonly msisdn: string
  readonly email: string
}

/** The times in epoch milliseconds: one for one sender, through any channel; one for one channel, from any sender. */
interface CountedSince {
  readonly ofOne: number
  readonly altogether: number
}

interface KeptSubmission extends Submission, Sender {
  /** The digest, equal for the same text of the same sender. */
  readonly digest: string
}

export interface SubmissionStore {
  /** Finds the reference of a message stored with this digest since then. */
  sameSince(digest: string, since: number): Promise<string | undefined>
  count(from: Sender & { readonly channel: string }, since: CountedSince): Promise<SubmissionsSoFar>
  /**
   * Stores a message, which is durable from here on: the same row records that the mail to the operator is due. Returns
   * its reference, or that of an equal message that was stored first.
   */
  keep(submission: KeptSubmission, sameSince: number): Promise<string>
}
