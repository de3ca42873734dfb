import type { Answers } from '@nyanja/domain/forms/form-rules'

export const submissionForms = ['contact', 'feedback'] as const
export type SubmissionForm = (typeof submissionForms)[number]

/** What somebody wrote to the operator. */
export interface Submission {
  readonly id: string
  /** For whoever wrote it, and whoever answers. */
  readonly reference: string
  readonly form: SubmissionForm
  /** `web`, or the client of the JSON API. */
  readonly channel: string
  readonly language: string
  readonly answers: Answers
  /** Epoch milliseconds. */
  readonly at: number
}

/** A submission that the operator has not been sent yet. */
export interface DueSubmission extends Submission {
  readonly tries: number
}
