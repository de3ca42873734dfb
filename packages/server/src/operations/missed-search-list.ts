export interface MissedSearch {
  /** As somebody typed it, without numbers. */
  readonly words: string
  readonly language: string
  readonly count: number
  /** Epoch milliseconds. */
  readonly lastAt: number
}

/** What visitors looked for in the help centre and did not find. */
export interface MissedSearchList {
  /** The most frequent first. */
  mostMissed(limit: number): Promise<readonly MissedSearch[]>
}
