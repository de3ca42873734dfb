import type { WorkReason } from '@nyanja/domain/otp-sending'

/** For whoever asks for a code, to be solved by a script of his. */
export interface Puzzle {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly signature: string
}

/** Makes a machine that asks for many codes pay for each of them with work. */
export interface ProofOfWork {
  puzzle(because: WorkReason): Promise<Puzzle>
  /**
   * The id of the puzzle of ours that `solution` answers, while it is open; undefined for any other text. The same
   * answer has the same id again: whoever lets it count keeps what has counted.
   */
  solved(solution: string): Promise<string | undefined>
}
