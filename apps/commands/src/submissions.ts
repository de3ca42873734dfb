import { createSubmissionList } from '@nyanja/back-office/db/operations/stores'
import type { SubmissionItem } from '@nyanja/back-office/operations/visitor-reports'
import { type Command, commandsOf, done, misused, refused, whoAreYou, withoutArguments } from './command.ts'
import { longestQueue, type Noun, type Opened } from './noun.ts'
import { plain, textTable, timeText } from './text-table.ts'

const submissionHeadings = ['reference', 'written', 'form', 'channel', 'language', 'mail']

/** Leaves out the author, because a list has more readers than a message. */
function submissionsText(items: readonly SubmissionItem[]): string {
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

function submissionText({ answers, doneAt, ...item }: SubmissionItem): string {
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

const listOf = ({ database, now }: Opened) => createSubmissionList(database.db, now)

const commands: Readonly<Record<string, Command<Opened>>> = {
  list: withoutArguments(async (opened: Opened) => done(submissionsText(await listOf(opened).open(longestQueue)))),

  async show([name, ...rest], opened) {
    if (name === undefined || rest.length > 0) return misused('Name one message by its reference')
    const item = await listOf(opened).find(name.trim().toUpperCase())
    return item === undefined ? refused('No message has this reference') : done(submissionText(item))
  },

  async done([name, ...reason], opened) {
    const { who } = opened
    if (name === undefined) return misused('Name one message by its reference')
    const why = reason.join(' ').trim()
    if (why === '') return misused('Give a reason')
    if (who === undefined || who === '') return whoAreYou
    const reference = name.trim().toUpperCase()
    const isDone = await listOf(opened).done({ reference, who, why })
    return isDone ? done(`${reference} is done`) : refused('No message of this reference is open; nothing was changed')
  },
}

/** Messages of visitors to the operator. */
export const submissions: Noun = {
  name: 'submissions',
  usage: `submissions list                                  open messages of visitors
submissions show <reference>                      one message completely
submissions done <reference> <why>                close it`,
  run: commandsOf('submissions', { commands, usual: 'list' }),
}
