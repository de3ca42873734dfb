/** For whoever asks for a code, to be solved by a script of his. */
export interface Puzzle {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly signature: string
}

/** A puzzle of ours that was answered. */
export interface SolvedPuzzle {
  /** The same answer has the same id again: whoever lets it count keeps what has counted. */
  readonly id: string
  /** Its own: some challenges are dearer than others. */
  readonly level: number
}

/** Makes a machine that asks for many codes pay for each of them with work. */
export interface ProofOfWork {
  puzzle(level: number): Promise<Puzzle>
  /** What `solution` answers, while that is open; undefined for any other text. */
  solved(solution: string): Promise<SolvedPuzzle | undefined>
}
