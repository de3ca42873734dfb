/** How long tests wait: for answers that come, however busy the machine is, and where one is lost. */
export const timeoutsMs = { usual: 5000, short: 600 } as const

export type TimeoutName = keyof typeof timeoutsMs
