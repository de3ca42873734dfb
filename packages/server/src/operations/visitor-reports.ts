import { type Dislike, dislikes, likedPercent, type VoteKind } from '@nyanja/domain/help'
import type { CoverageProblem, Technology } from '@nyanja/domain/places/coverage'
import { plain, textTable, timeText } from '../common/text-table.ts'
import type { ActingStaff } from './acting-staff.ts'

/** Visitors' open reports on one place, one technology and one problem. Times are epoch milliseconds. */
export interface CoverageComplaint {
  /** Point, technology and problem in one word: `-1396.3379.4g.no_signal`. */
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
  /** Most frequent first. */
  complaints(limit: number): Promise<readonly CoverageComplaint[]>
  /** Undefined when no report of it is open. */
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

const reportHeadings = ['reports', 'last', 'place', 'latitude', 'longitude', 'technology', 'problem']

export function coverageText(complaints: readonly CoverageComplaint[]): string {
  if (complaints.length === 0) return 'There are no coverage reports'
  const rows = complaints.map(({ reports, lastAt, place, latHundredths, lngHundredths, technology, problem }) => [
    String(reports),
    timeText(lastAt),
    place,
    (latHundredths / 100).toFixed(2),
    (lngHundredths / 100).toFixed(2),
    technology.toUpperCase(),
    problem.replaceAll('_', ' '),
  ])
  return textTable(reportHeadings, rows)
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
  /** Open ones, oldest first. */
  open(limit: number): Promise<readonly SubmissionItem[]>
  find(reference: string): Promise<SubmissionItem | undefined>
  /** Records who did it. False when no message with this reference is open. */
  done(done: DoneSubmission): Promise<boolean>
}

const submissionHeadings = ['reference', 'written', 'form', 'channel', 'language', 'mail']

/** Without the author, because a list has more readers than a message. */
export function submissionsText(items: readonly SubmissionItem[]): string {
  if (items.length === 0) return 'No message is open'
  const rows = items.map(({ reference, at, form, channel, language, mail }) => [
    reference,
    timeText(at),
    form,
    channel,
    language,
    mail,
  ])
  return textTable(submissionHeadings, rows)
}

export function submissionText({ answers, doneAt, ...item }: SubmissionItem): string {
  const given = Object.entries(answers).filter(([, answer]) => answer !== '')
  const lines = given.map(([name, answer]) => `${name}\n${indented(answer)}`)
  const end = doneAt === undefined ? 'open' : `done ${timeText(doneAt)}`
  return [submissionsText([{ ...item, answers, doneAt }]), ...lines, end].join('\n\n')
}

const indented = (text: string) =>
  text
    .split('\n')
    .map((line) => `  ${plain(line)}`)
    .join('\n')

interface MissedSearch {
  /** As typed, without numbers. */
  readonly words: string
  readonly language: string
  readonly count: number
  /** Epoch milliseconds. */
  readonly lastAt: number
}

/** Searches in the help centre without a result. */
export interface MissedSearchList {
  /** Most frequent first. */
  mostMissed(limit: number): Promise<readonly MissedSearch[]>
}

const searchHeadings = ['times', 'language', 'last', 'looked for']

export function missedSearchesText(searches: readonly MissedSearch[]): string {
  if (searches.length === 0) return 'There are no searches without results'
  const rows = searches.map(({ words, language, count, lastAt }) => [String(count), language, timeText(lastAt), words])
  return textTable(searchHeadings, rows)
}

export interface VotedArticle {
  readonly article: string
  /** The language in which it was read. */
  readonly language: string
  readonly counts: Readonly<Partial<Record<VoteKind, number>>>
}

/** Readers' votes on answers in the help centre. */
export interface VoteList {
  /** Those with the largest surplus of negative votes first. */
  leastHelpful(limit: number): Promise<readonly VotedArticle[]>
}

const reasons = {
  unclear: 'not understood',
  did_not_work: 'did not work',
  other_question: 'other question',
  too_long: 'too long',
} as const satisfies Record<Dislike, string>

const voteHeadings = ['article', 'language', 'helped', 'yes', 'no', ...dislikes.map((one) => reasons[one])]

export function votesText(articles: readonly VotedArticle[]): string {
  if (articles.length === 0) return 'There are no votes on answers'
  const rows = articles.map(({ article, language, counts }) => {
    const { yes = 0, no = 0 } = counts
    const percent = likedPercent({ yes, no })
    const figures = [yes, no, ...dislikes.map((one) => counts[one] ?? 0)]
    return [article, language, percent === undefined ? '' : `${percent} %`, ...figures.map(String)]
  })
  return textTable(voteHeadings, rows)
}
