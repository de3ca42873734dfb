import type { RecentTry } from '@nyanja/domain/payments/method-health'

/** What became of payments lately. */
export interface RecentTries {
  /** The latest `limit` of those that a method handed over to its provider after `since`. */
  of(method: string, since: number, limit: number): Promise<readonly RecentTry[]>
}
