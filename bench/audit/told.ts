import type { Violation } from './invariants.ts'

/** Violations as lines for a person. */
export const told = (violations: readonly Violation[]): readonly string[] =>
  violations.map(({ invariant, id, what }) => `${invariant}: ${id} ${what}`)
