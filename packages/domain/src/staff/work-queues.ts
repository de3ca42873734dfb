/** Work waits for people in these queues. */
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
