export interface DrillOptions {
  /** The seed of everything random in a drill. */
  readonly seed: number
  /** The full counts of the promise, in place of those that fit into an hour on two cores. */
  readonly isFull: boolean
  /** The time for which a drill floods the portal, in place of its usual one. */
  readonly seconds?: number | undefined
  /** A PostgreSQL server; a drill creates its own schemas on it. */
  readonly databaseUrl: string
}

export interface DrillReport {
  /** What was done, with its counts: `2,000 seeds × 200 operations`. */
  readonly did: string
  /** The violations, one line each; none in a good run. */
  readonly violations: readonly string[]
  /** The seed that repeats the first violation, when it is not the drill's own. */
  readonly failingSeed?: number
  /** It could not run on this machine, and has shown nothing. */
  readonly isSkipped?: true
}

export const skip = (why: string): DrillReport => ({ did: `skipped: ${why}`, violations: [], isSkipped: true })

/** One row of the table in `drills.ts`. */
export interface Drill {
  readonly name: string
  /** What a passed drill proves, in one sentence. */
  readonly promise: string
  run(options: DrillOptions): Promise<DrillReport>
}
