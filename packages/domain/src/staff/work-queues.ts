/** Where work waits for people. */
export const workQueues = ['reviews', 'corrections', 'undelivered', 'requests', 'messages', 'leads'] as const
export type WorkQueue = (typeof workQueues)[number]
