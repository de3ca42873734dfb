import { type Command, done, misused, refused, whoAreYou, withoutArguments } from '../common/command-answer.ts'
import { textTable, timeText } from '../common/text-table.ts'

/** Times are epoch milliseconds. */
export interface OpenSession {
  readonly staffId: string
  readonly name: string
  readonly roles: readonly string[]
  readonly openedAt: number
  readonly seenAt: number
}

interface EndedSessions {
  /** Absent: all sessions. */
  readonly staffId?: string | undefined
  readonly who: string
  readonly why: string
}

/** Sessions of staff in the console. */
export interface SessionList {
  open(limit: number): Promise<readonly OpenSession[]>
  /** Returns how many ended. */
  end(ended: EndedSessions): Promise<number>
}

interface SessionService {
  readonly sessions: SessionList
  readonly who?: string | undefined
}

const longestList = 500
const all = 'all'

/** `list`, `end <staff id>|all <why>`. */
export const sessionCommands: Readonly<Record<string, Command<SessionService>>> = {
  list: withoutArguments(async ({ sessions }) => done(listText(await sessions.open(longestList)))),

  async end([person, ...reason], { sessions, who }) {
    if (person === undefined) return misused(`Name a person by the id in the list, or ${all}`)
    const why = reason.join(' ').trim()
    if (why === '') return misused('Give a reason')
    if (who === undefined || who === '') return whoAreYou
    const ended = await sessions.end({ staffId: person === all ? undefined : person, who, why })
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
