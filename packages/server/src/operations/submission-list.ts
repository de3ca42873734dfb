/** What somebody wrote to the operator. Times are epoch milliseconds. */
export interface SubmissionItem {
  readonly reference: string
  readonly form: string
  readonly channel: string
  readonly language: string
  readonly at: number
  /** Of the mail by which the operator's people get it. */
  readonly mail: 'due' | 'sent' | 'failed'
  readonly doneAt: number | undefined
  readonly answers: Readonly<Record<string, string>>
}

export interface DoneSubmission {
  readonly reference: string
  readonly who: string
  readonly why: string
}

export interface SubmissionList {
  /** Those that nobody has dealt with, oldest first. */
  open(limit: number): Promise<readonly SubmissionItem[]>
  find(reference: string): Promise<SubmissionItem | undefined>
  /** With a record of who did it. False when nothing of this reference is open. */
  done(done: DoneSubmission): Promise<boolean>
}
