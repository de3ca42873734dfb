import { day, hour, minute, second } from '@nyanja/domain/time'
import type { Lead } from './lead.ts'
/** No order is asked about more often than this, however many people look at it. */
export const shortestPauseMs = 5 * second

/** The BSS may have hung for a moment, or be down for the night. */
export function nextTryAt({ checks }: Pick<Lead, 'checks'>, now: number): number {
  return now + Math.min(5 * second * 2 ** checks, 15 * minute)
}

/** Orders change right after something happened to them, then in hours or days. A place that is not reached is asked about daily. */
export function nextStatusUpdateAt({ stage, stageAt }: Pick<Lead, 'stage' | 'stageAt'>, now: number): number {
  if (stage === 'interested') return now + day
  const age = now - stageAt
  if (age < 2 * minute) return now + shortestPauseMs
  if (age < 10 * minute) return now + minute
  return age < day ? now + 10 * minute : now + hour
}
