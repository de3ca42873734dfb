export interface DrillOptions {
  /** Everything that a drill leaves to chance follows from it. */
  readonly seed: number
  /** The counts of the promise, in place of those that fit into an hour on two cores. */
  readonly isFull: boolean
  /** How long a drill that floods the portal does so, in place of its usual time. */
  readonly seconds?: number | undefined
  /** A PostgreSQL server; a drill makes schemas of its own on it. */
  readonly databaseUrl: string
}

export interface DrillReport {
  /** What was done, with its counts: `2,000 seeds × 200 operations`. */
  readonly did: string
  /** What does not hold, one line each; none when all is well. */
  readonly violations: readonly string[]
  /** The seed that repeats the first violation, when it is another than the drill's own. */
  readonly failingSeed?: number
}

/** One row of the table in `drills.ts`. */
export interface Drill {
  readonly name: string
  /** What holds when it passes, in one sentence. */
  readonly promise: string
  run(options: DrillOptions): Promise<DrillReport>
}
