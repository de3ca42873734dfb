import { AsyncLocalStorage } from 'node:async_hooks'

/** A call to a provider or the BSS, as the history of a payment keeps it: no number, no secret, no text of a person. */
export interface SystemCall {
  /** The name of the system, such as `dpo` or `bss`. */
  readonly system: string
  /** The system's own name for the operation: `verifyToken`. */
  readonly operation: string
  readonly outcome: string
  /** The HTTP status. */
  readonly status?: number
  /** The system's own code. */
  readonly code?: string
}

const work = new AsyncLocalStorage<{ last: SystemCall | undefined }>()

/** Runs work, such as a check of a payment, whose calls are recorded apart from others. */
export const withCalls = <Result>(task: () => Result): Result => work.run({ last: undefined }, task)

export function noteCall(call: SystemCall | undefined): void {
  const current = work.getStore()
  if (current !== undefined) current.last = call
}

/** Returns the latest call of the work that runs now. */
export const lastCall = (): SystemCall | undefined => work.getStore()?.last
