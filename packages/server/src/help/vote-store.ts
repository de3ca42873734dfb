import type { VoteKind, Votes } from '@nyanja/domain/help'

export interface CountedVote {
  readonly article: string
  /** In which it was read. */
  readonly language: string
  readonly kind: VoteKind
}

/** Counts, and nothing of who voted. */
export interface VoteStore {
  add(vote: CountedVote): Promise<void>
  of(article: string): Promise<Votes>
  /** By article; those without a vote are missing. */
  all(): Promise<ReadonlyMap<string, Votes>>
}
