import type { VoteKind } from '@nyanja/domain/help'

export interface VotedArticle {
  readonly article: string
  /** In which it was read. */
  readonly language: string
  readonly counts: Readonly<Partial<Record<VoteKind, number>>>
}

/** What readers said of the answers in the help centre. */
export interface VoteList {
  /** Those with the most that it did not help beyond those that it did, first. */
  leastHelpful(limit: number): Promise<readonly VotedArticle[]>
}
