import type { VoteMarks } from '@nyanja/server/help/vote-marks'
import { createCookie } from 'react-router'
import type { Portal } from '../../server/portal.ts'

const lifeSeconds = 30 * 24 * 3600

/** Which answers this browser has voted on; we alone can read it. The prefix ties it to our host and to https. */
const cookie = createCookie('__Host-help', {
  path: '/',
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
  maxAge: lifeSeconds,
})

type Sealing = Pick<Portal, 'helpVoteMarks'>

export async function votesOn({ helpVoteMarks }: Sealing, request: Request): Promise<VoteMarks> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'))
  return typeof value === 'string' ? helpVoteMarks.open(value) : new Map()
}

export const votesCookie = ({ helpVoteMarks }: Sealing, marks: VoteMarks) => cookie.serialize(helpVoteMarks.seal(marks))

export const forgottenVotes = () => cookie.serialize('', { maxAge: 0 })
