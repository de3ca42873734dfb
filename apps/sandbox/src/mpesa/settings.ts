export const modes = ['asynchronous', 'synchronous'] as const

/** Whether a collection is answered at once, its result following, or only when the payer has acted. */
export type Mode = (typeof modes)[number]

export const refundModes = ['done', 'refused'] as const

/** What the panel may change while the sandbox runs. */
export interface Settings {
  mode: Mode
  /** How long a prompt waits for the PIN. */
  promptMs: number
  /** How long a session lives, and from when on it can be used. */
  sessionMs: number
  sessionDelayMs: number
  refunds: (typeof refundModes)[number]
}
