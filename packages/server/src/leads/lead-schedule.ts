import { day, hour, minute, second } from '@nyanja/domain/time'
import type { Lead } from './lead.ts'
/** The shortest pause between two requests about an order, however many people view it. */
export const shortestPauseMs = 5 * second

/** Computes pauses that grow, because the BSS may be slow for a moment, or down for a night. */
export function nextTryAt({ checks }: Pick<Lead, 'checks'>, now: number): number {
  return now + Math.min(5 * second * 2 ** checks, 15 * minute)
}

/**
 * Orders often change shortly after their last change, then within hours or days. For an uncovered place the pause is a
 * day.
 */
export function nextStatusUpdateAt({ stage, stageAt }: Pick<Lead, 'stage' | 'stageAt'>, now: number): number {
  if (stage === 'interested') return now + day
  const age = now - stageAt
  if (age < 2 * minute) return now + shortestPauseMs
  if (age < 10 * minute) return now + minute
  return age < day ? now + 10 * minute : now + hour
}
