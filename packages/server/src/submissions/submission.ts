import type { Answers } from '@nyanja/domain/forms/form-rules'

export const submissionForms = ['contact', 'feedback'] as const
export type SubmissionForm = (typeof submissionForms)[number]

/** A visitor's message to the operator. */
export interface Submission {
  readonly id: string
  /** Used by the visitor and by support. */
  readonly reference: string
  readonly form: SubmissionForm
  /** `web`, or the client of the JSON API. */
  readonly channel: string
  readonly language: string
  readonly answers: Answers
  /** Epoch milliseconds. */
  readonly at: number
}

/** A message that was not mailed to the operator yet. */
export interface DueSubmission extends Submission {
  readonly tries: number
}
