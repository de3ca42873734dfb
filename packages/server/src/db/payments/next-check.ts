import { type RawBuilder, sql } from 'kysely'
import type { Attempt } from '../../payments/attempt.ts'

/** A hint that came after the attempt was read is not lost: the time that it set stands. */
export function nextCheck({ hints = 0 }: Attempt, at: number | undefined): RawBuilder<number | null> {
  return sql<number | null>`case when hints = ${hints} then ${at ?? null} else next_check_at end`
}
