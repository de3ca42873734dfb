/** What may be wrong with an answer, for whoever says that it did not help. */
export const dislikes = ['unclear', 'did_not_work', 'other_question', 'too_long'] as const

export type Dislike = (typeof dislikes)[number]
/** A reason is told besides the `no`, and never counts as another vote. */
export type VoteKind = 'yes' | 'no' | Dislike

export interface Votes {
  readonly yes: number
  readonly no: number
}

/** Whole percents of those who voted; undefined while nobody has. */
export function likedPercent({ yes, no }: Votes): number | undefined {
  const all = yes + no
  return all === 0 ? undefined : Math.round((100 * yes) / all)
}

export function isDislike(text: unknown): text is Dislike {
  return dislikes.some((one) => one === text)
}
