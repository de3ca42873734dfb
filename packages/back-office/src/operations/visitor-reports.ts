import type { VoteKind } from '@nyanja/domain/help'
import type { CoverageProblem, Technology } from '@nyanja/domain/places/coverage'
import type { ActingStaff } from '@nyanja/server/common/staff-action'

/** Visitors' open reports on one place, one technology and one problem. Times are epoch milliseconds. */
export interface CoverageComplaint {
  /** The point, technology and problem in one word: `-1396.3379.4g.no_signal`. */
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
  /** Lists the most frequent complaints first. */
  complaints(limit: number): Promise<readonly CoverageComplaint[]>
  /** Returns undefined when no report of it is open. */
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
  /** Lists the open messages, the oldest first. */
  open(limit: number): Promise<readonly SubmissionItem[]>
  find(reference: string): Promise<SubmissionItem | undefined>
  /** Records who did it. False when no message with this reference is open. */
  done(done: DoneSubmission): Promise<boolean>
}

export interface MissedSearch {
  /** The words as typed, without numbers. */
  readonly words: string
  readonly language: string
  readonly count: number
  /** The time in epoch milliseconds. */
  readonly lastAt: number
}

/** Searches in the help centre without a result. */
export interface MissedSearchList {
  /** Lists the most frequent searches first. */
  mostMissed(limit: number): Promise<readonly MissedSearch[]>
}

export interface VotedArticle {
  readonly article: string
  /** The language in which the article was read. */
  readonly language: string
  readonly counts: Readonly<Partial<Record<VoteKind, number>>>
}

/** Readers' votes on answers in the help centre. */
export interface VoteList {
  /** Lists the answers with the largest surplus of negative votes first. */
  leastHelpful(limit: number): Promise<readonly VotedArticle[]>
}
