import { hour } from '@nyanja/domain/time'
import type { ForgottenRows, Retention } from './retention.ts'

export interface RetentionQueueOptions {
  readonly retention: Pick<Retention, 'run'>
  readonly now: () => number
}

const pauseMs = hour

/** A lane of the worker that forgets at the start and then every hour; at once again when a run could not do it all. */
export function createRetentionQueue({ retention, now }: RetentionQueueOptions) {
  let nextAt = 0

  async function forget(): Promise<void> {
    const forgotten: readonly ForgottenRows[] = await retention.run(now())
    if (forgotten.some(({ isDone }) => !isDone)) nextAt = now()
  }

  return {
    name: 'forget',
    width: 1,
    async claim(): Promise<readonly (() => Promise<void>)[]> {
      if (now() < nextAt) return []
      nextAt = now() + pauseMs
      return [forget]
    },
  }
}
