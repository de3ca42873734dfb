export interface CallSlotRequest {
  readonly at: number
  readonly everyMs: number
  /** Nobody waits past it. */
  readonly latest: number
}

/** Lets those through one after another who ask somebody that serves one at a time, for all processes together. */
export interface CallSlots {
  /** When the caller may begin, in epoch milliseconds; undefined where that would be too late. */
  book(what: string, request: CallSlotRequest): Promise<number | undefined>
}
