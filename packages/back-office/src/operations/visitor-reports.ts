import type { VoteKind } from '@nyanja/domain/help'
import type { CoverageProblem, Technology } from '@nyanja/domain/places/coverage'
import type { ActingStaff } from '@nyanja/server/common/staff-action'

/** Visitors' open reports on one place, one technology and one problem. Times are epoch milliseconds. */
export interface CoverageComplaint {
  /** The id joins point, technology and problem: `-1396.3379.4g.no_signal`. */
  readonly id: string
  readonly place: string
  readonly latHundredths: number
  readonly lngHundredths: number
  readonly technology: Technology
  readonly problem: CoverageProblem
  readonly reports: number
  readonly firstAt: number
  readonly lastAt: number
}

export interface CoverageReportList {
  /** The most frequent complaints come first. */
  complaints(limit: number): Promise<readonly CoverageComplaint[]>
  /** The result is undefined when no report of it is open. */
  complaint(id: string): Promise<CoverageComplaint | undefined>
  /** Closes the reports up to `seenAt`: later ones wait again. False when none is open. */
  close(closing: CoverageClosing): Promise<boolean>
}

interface CoverageClosing {
  readonly id: string
  readonly seenAt: number
  readonly who: string
  readonly why: string
  readonly staff: ActingStaff
}

/** A message to the operator. Times are epoch milliseconds. */
export interface SubmissionItem {
  readonly reference: string
  readonly form: string
  readonly channel: string
  readonly language: string
  readonly at: number
  /** The state of the mail to the operator's staff. */
  readonly mail: 'due' | 'sent' | 'failed'
  readonly doneAt: number | undefined
  readonly answers: Readonly<Record<string, string>>
}

interface DoneSubmission {
  readonly reference: string
  readonly who: string
  readonly why: string
  readonly staff?: ActingStaff | undefined
}

export interface SubmissionList {
  /** The messages are open ones, oldest first. */
  open(limit: number): Promise<readonly SubmissionItem[]>
  find(reference: string): Promise<SubmissionItem | undefined>
  /** Records who did it. False when no message with this reference is open. */
  done(done: DoneSubmission): Promise<boolean>
}

export interface MissedSearch {
  /** The words are as typed, without numbers. */
  readonly words: string
  readonly language: string
  readonly count: number
  /** The time is in epoch milliseconds. */
  readonly lastAt: number
}

/** Searches in the help centre without a result. */
export interface MissedSearchList {
  /** The most frequent searches come first. */
  mostMissed(limit: number): Promise<readonly MissedSearch[]>
}

export interface VotedArticle {
  readonly article: string
  /** The article was read in this language. */
  readonly language: string
  readonly counts: Readonly<Partial<Record<VoteKind, number>>>
}

/** Readers' votes on answers in the help centre. */
export interface VoteList {
  /** The answers with the largest surplus of negative votes come first. */
  leastHelpful(limit: number): Promise<readonly VotedArticle[]>
}
