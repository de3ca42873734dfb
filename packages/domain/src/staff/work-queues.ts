/** The queues in which work waits for people. */
export const workQueues = [
  'reviews',
  'corrections',
  'undelivered',
  'requests',
  'messages',
  'leads',
  'coverage',
] as const
export type WorkQueue = (typeof workQueues)[number]
