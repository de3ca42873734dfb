import { type Dislike, dislikes, isDislike, likedPercent, type Votes } from '@nyanja/domain/help'
import { fill } from '@nyanja/domain/texts/fill'
import type { VoteMark, VoteMarks, VoteOutcome } from '@nyanja/server/help/help-votes'
import { createCookie } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import type { HelpTexts } from './help-page.ts'

interface VoteRequest {
  readonly article: string
  readonly language: string
  readonly clientIp: string
  readonly vote: unknown
}

interface VoteStep {
  readonly outcome: VoteOutcome | 'nothing'
  readonly marks: VoteMarks
}

/** Counts one vote per browser and article, and one reason after a no. */
export async function voteStep(
  portal: Pick<Portal, 'helpVotes'>,
  marks: VoteMarks,
  request: VoteRequest,
): Promise<VoteStep> {
  const { article, vote } = request
  const counted = async (outcome: VoteOutcome, mark: VoteMark): Promise<VoteStep> =>
    outcome === 'counted' ? { outcome, marks: withMark(marks, article, mark) } : { outcome, marks }

  if (vote === 'yes' || vote === 'no')
    return marks.has(article)
      ? { outcome: 'nothing', marks }
      : counted(await portal.helpVotes.vote(request, vote), vote)
  if (isDislike(vote) && marks.get(article) === 'no')
    return counted(await portal.helpVotes.report(request, vote), 'told')
  return { outcome: 'nothing', marks }
}

/** The latest comes last. */
function withMark(marks: VoteMarks, article: string, mark: VoteMark): VoteMarks {
  return new Map([...[...marks].filter(([id]) => id !== article), [article, mark]])
}

const reasonTexts = {
  unclear: 'unclear',
  did_not_work: 'didNotWork',
  other_question: 'otherQuestion',
  too_long: 'tooLong',
} as const satisfies Record<Dislike, keyof HelpTexts>

/** The part under an answer: the question, thanks, or the question why not. */
export function voteView(votes: Votes, mark: VoteMark | undefined, texts: HelpTexts) {
  const percent = likedPercent(votes)
  const count = votes.yes + votes.no
  return {
    mark,
    liked: percent === undefined ? undefined : fill(count === 1 ? texts.likedOne : texts.liked, { percent, count }),
    reasons: dislikes.map((value) => ({ value, label: texts[reasonTexts[value]] })),
  }
}

export type VoteView = ReturnType<typeof voteView>

const lifeSeconds = 30 * 24 * 3600

/**
 * The cookie has the answers that this browser has voted on; only the portal can read it. The prefix ties it to the
 * host and to https.
 */
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
