export interface Batch {
  /** What is older goes. Epoch milliseconds. */
  readonly before: number
  /** How many rows at most are taken up at once. */
  readonly limit: number
}

export interface Forgotten {
  readonly rows: number
  /** Nothing is left that is older. */
  readonly isDone: boolean
}

/** Takes leave of one kind of row, one batch at a time. Repeating a batch, or doing it twice at once, does no harm. */
export type Forget = (batch: Batch) => Promise<Forgotten>

export type RetentionStore<Kind extends string> = Readonly<Record<Kind, Forget>>
