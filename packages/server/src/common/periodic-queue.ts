interface PeriodicQueueOptions {
  readonly name: string
  /** The pause between two runs, from the start of the first one. */
  readonly pauseMs: number
  readonly now: () => number
  /** Returns true when there is more to do: the next run follows without a pause. */
  readonly work: () => Promise<boolean>
}

/** Creates a worker queue without rows: its work is due at the start and then after each pause. */
export function createPeriodicQueue({ name, pauseMs, now, work }: PeriodicQueueOptions) {
  let nextAt = 0

  async function run(): Promise<void> {
    if (await work()) nextAt = 0
  }

  return {
    name,
    width: 1,
    async claim(): Promise<readonly (() => Promise<void>)[]> {
      if (now() < nextAt) return []
      nextAt = now() + pauseMs
      return [run]
    },
  }
}
