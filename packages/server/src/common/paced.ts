import { setTimeout as pause } from 'node:timers/promises'

interface Clock {
  /** A clock of milliseconds from any beginning. */
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<unknown>
}

const realClock: Clock = { now: () => performance.now(), sleep: (ms) => pause(ms) }

/**
 * Passes batches on, and after each one rests for `rest` times as long as it took to read and to use. Long work that is
 * paced leaves that share of the machine to the payments beside it, and takes `1 + rest` times as long.
 */
export async function* paced<Batch>(
  batches: AsyncIterable<Batch>,
  rest: number,
  { now, sleep }: Clock = realClock,
): AsyncIterable<Batch> {
  let begunAt = now()
  for await (const batch of batches) {
    yield batch
    await sleep((now() - begunAt) * rest)
    begunAt = now()
  }
}
