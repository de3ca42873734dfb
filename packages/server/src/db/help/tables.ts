import type { VoteKind } from '@nyanja/domain/help'

/** How often an article was voted on, by the language in which it was read. */
export interface HelpVoteTable {
  article: string
  language: string
  kind: VoteKind
  count: number
}

/** What was looked for in vain, without anything that names somebody. */
export interface MissedSearchTable {
  words: string
  language: string
  count: number
  last_at: number
}

export interface HelpTables {
  help_votes: HelpVoteTable
  missed_searches: MissedSearchTable
}
