import { createSessionList, type OpenSession } from '@nyanja/back-office/db/sign-in/session-list'
import { type Command, commandsOf, done, misused, refused, whoAreYou, withoutArguments } from './command.ts'
import { longestQueue, type Noun, type Opened } from './noun.ts'
import { textTable, timeText } from './text-table.ts'

const sessionsOf = ({ database, now }: Opened) => createSessionList(database.db, now)

const all = 'all'

const commands: Readonly<Record<string, Command<Opened>>> = {
  list: withoutArguments(async (opened: Opened) => done(listText(await sessionsOf(opened).open(longestQueue)))),

  async end([person, ...reason], opened) {
    const { who } = opened
    if (person === undefined) return misused(`Name a person by the id in the list, or ${all}`)
    const why = reason.join(' ').trim()
    if (why === '') return misused('Give a reason')
    if (who === undefined || who === '') return whoAreYou
    const ended = await sessionsOf(opened).end({ staffId: person === all ? undefined : person, who, why })
    if (ended === 0) return refused('No such session is open; nothing was changed')
    return done(`${ended} ${ended === 1 ? 'session' : 'sessions'} ended`)
  },
}

function listText(open: readonly OpenSession[]): string {
  if (open.length === 0) return 'Nobody is signed in'
  const rows = open.map(({ staffId, name, roles, openedAt, seenAt }) => [
    ...[staffId, name, roles.join(', ')],
    ...[timeText(openedAt), timeText(seenAt)],
  ])
  return textTable(['person', 'name', 'roles', 'since', 'last seen'], rows)
}

/** Who is signed in to the console. */
export const sessions: Noun = {
  name: 'sessions',
  usage: `sessions list                                     who is signed in to the console
sessions end <person>|all <why>                   sign them out at once, in all processes`,
  run: commandsOf('sessions', { commands, usual: 'list' }),
}
