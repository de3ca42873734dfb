import { isDislike } from '@nyanja/domain/help'
import type { VoteOutcome } from '@nyanja/server/help/help-votes'
import type { VoteMark, VoteMarks } from '@nyanja/server/help/vote-marks'
import type { Portal } from '../../server/portal.ts'

export interface VoteAsked {
  readonly article: string
  readonly language: string
  readonly address: string
  /** What was pressed. */
  readonly vote: unknown
}

export interface VoteStep {
  readonly outcome: VoteOutcome | 'nothing'
  readonly marks: VoteMarks
}

/** One vote per browser and article, and one reason after a no. */
export async function voteStep(
  portal: Pick<Portal, 'helpVotes'>,
  marks: VoteMarks,
  asked: VoteAsked,
): Promise<VoteStep> {
  const { article, vote } = asked
  const counted = async (outcome: VoteOutcome, mark: VoteMark): Promise<VoteStep> =>
    outcome === 'counted' ? { outcome, marks: withMark(marks, article, mark) } : { outcome, marks }

  if (vote === 'yes' || vote === 'no')
    return marks.has(article) ? { outcome: 'nothing', marks } : counted(await portal.helpVotes.vote(asked, vote), vote)
  if (isDislike(vote) && marks.get(article) === 'no') return counted(await portal.helpVotes.report(asked, vote), 'told')
  return { outcome: 'nothing', marks }
}

/** The latest last. */
function withMark(marks: VoteMarks, article: string, mark: VoteMark): VoteMarks {
  return new Map([...[...marks].filter(([id]) => id !== article), [article, mark]])
}
