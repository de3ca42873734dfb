export interface DrillOptions {
  /** Everything random in a drill comes from this seed. */
  readonly seed: number
  /** The full counts of the promise replace those that fit into an hour on two cores. */
  readonly isFull: boolean
  /** A drill floods the portal for this long, in place of its usual time. */
  readonly seconds?: number | undefined
  /** A drill creates its own schemas on this PostgreSQL server. */
  readonly databaseUrl: string
}

export interface DrillReport {
  /** The text says what was done, with its counts: `2,000 seeds × 200 operations`. */
  readonly did: string
  /** Each violation is one line; a good run has none. */
  readonly violations: readonly string[]
  /** This seed repeats the first violation, when it is not the drill's own. */
  readonly failingSeed?: number
  /** It could not run on this machine, and has shown nothing. */
  readonly isSkipped?: true
}

export const skip = (why: string): DrillReport => ({ did: `skipped: ${why}`, violations: [], isSkipped: true })

/** The entry is one row of the table in `drills.ts`. */
export interface Drill {
  readonly name: string
  /** The sentence says what a passed drill proves. */
  readonly promise: string
  run(options: DrillOptions): Promise<DrillReport>
}
