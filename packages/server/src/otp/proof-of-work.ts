/** A proof-of-work challenge, to be solved by the visitor's script. */
export interface WorkChallenge {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly signature: string
}

/** A challenge of ours that was solved. */
export interface SolvedWork {
  /** The same solution has the same id: the caller stores which ids were accepted. */
  readonly id: string
  /** Its own: some challenges cost more than others. */
  readonly level: number
}

/** Makes a machine that asks for many codes pay for each of them with work. */
export interface ProofOfWork {
  createWork(level: number): Promise<WorkChallenge>
  /** What `solution` answers, while that is open; undefined for any other text. */
  verify(solution: string): Promise<SolvedWork | undefined>
}
