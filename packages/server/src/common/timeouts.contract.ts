/** The timeouts of tests: long for answers that arrive even on a busy machine, short for lost answers. */
export const timeoutsMs = { usual: 5000, short: 600 } as const

export type TimeoutName = keyof typeof timeoutsMs
