import { national } from './numbers.ts'
import type { Operation } from './operation.ts'

export const outcomes = ['completed', 'failed', 'hold'] as const
export type Outcome = (typeof outcomes)[number]

export interface PlannedOutcome {
  readonly operation: Operation
  /** Absent: for every line. */
  readonly msisdn?: string
  readonly outcome: Outcome
  readonly times: number
}

/** What a test or the panel wants to become of the next undertakings, in the order in which it was said. */
export class PlannedOutcomes {
  #planned: PlannedOutcome[] = []

  plan(planned: PlannedOutcome): void {
    this.#planned.push(planned)
  }

  take(operation: Operation, number: string | undefined): Outcome {
    const nationalNumber = number && national(number)
    const at = this.#planned.findIndex(
      (planned) =>
        planned.operation === operation &&
        (planned.msisdn === undefined || national(planned.msisdn) === nationalNumber),
    )
    const planned = this.#planned[at]
    if (planned === undefined) return 'completed'
    this.#planned = this.#planned.flatMap((each) => (each === planned ? oneLess(each) : each))
    return planned.outcome
  }

  list(): readonly PlannedOutcome[] {
    return this.#planned
  }

  clear(): void {
    this.#planned = []
  }
}

function oneLess(planned: PlannedOutcome): readonly PlannedOutcome[] {
  return planned.times > 1 ? [{ ...planned, times: planned.times - 1 }] : []
}
