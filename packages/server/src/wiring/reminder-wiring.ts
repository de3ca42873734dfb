import { minute } from '@nyanja/domain/time'
import type { OutboxMessage } from '../common/outbox-message.ts'
import { createQueue, type Queue } from '../common/work-queue.ts'
import type { Stores } from '../db/stores.ts'
import { ReminderWork } from '../payments/reminders/reminder-work.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { Market } from '../settings/market.ts'
import type { UseCases } from './use-case-groups.ts'

interface ReminderWiring {
  readonly market: Market
  readonly stores: Pick<Stores, 'reminders'>
  readonly rateLimits: RateLimits
  /** The use cases, which exist once the worker does. */
  readonly useCases: () => Pick<UseCases, 'progress' | 'repurchases' | 'payments'>
  readonly now: () => number
}

/** Creates the work on reminders, and its queue. */
export function createReminderWork({ market, stores, rateLimits, useCases, now }: ReminderWiring) {
  const { reminders: store } = stores
  const limit = rateLimits('reminder')
  const work = () =>
    new ReminderWork({ ...useCases(), store, limit, terms: market.reminders, timeZone: market.timeZone, now })
  const queue: Queue = createQueue({
    name: 'remind',
    width: 4,
    leaseMs: 2 * minute,
    claim: (claim) => store.claim(claim),
    work: (reminder) => work().remind(reminder),
  })
  return { queue, standingOf: (message: OutboxMessage) => work().standingOf(message) }
}
