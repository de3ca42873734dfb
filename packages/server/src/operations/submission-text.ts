import type { SubmissionItem } from './submission-list.ts'
import { plain, textTable, timeText } from './text-table.ts'

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
