import { type Dislike, dislikes, likedPercent, type Votes } from '@nyanja/domain/help'
import { fill } from '@nyanja/domain/texts/fill'
import type { VoteMark } from '@nyanja/server/help/vote-marks'
import type { HelpTexts } from './help-page.ts'

const reasonTexts = {
  unclear: 'unclear',
  did_not_work: 'didNotWork',
  other_question: 'otherQuestion',
  too_long: 'tooLong',
} as const satisfies Record<Dislike, keyof HelpTexts>

/** What stands under an answer: the question, thanks, or the question why not. */
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
