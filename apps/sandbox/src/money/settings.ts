import type { HashForm } from './callback-body.ts'

/** What the panel may change while the sandbox runs. */
export interface Settings {
  /** How long a prompt waits for the PIN. */
  promptMs: number
  /** Whether messages that move money must be signed. */
  signing: boolean
  hashForm: HashForm
  refunds: RefundMode
}

export const refundModes = ['done', 'refused'] as const

export type RefundMode = (typeof refundModes)[number]
