import { plain, textTable, timeText } from './command-text.ts'

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

interface DoneSubmission {
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

const headings = ['reference', 'written', 'form', 'channel', 'language', 'mail']

/** Says of nobody who wrote: a list is looked at by more people than a message. */
export function submissionsText(items: readonly SubmissionItem[]): string {
  if (items.length === 0) return 'Nobody waits for an answer'
  const rows = items.map(({ reference, at, form, channel, language, mail }) => [
    reference,
    timeText(at),
    form,
    channel,
    language,
    mail,
  ])
  return textTable(headings, rows)
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
