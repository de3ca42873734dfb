export const processModes = ['done', 'in_process'] as const
export const refundModes = ['done', 'in_process', 'refused'] as const

/** What the panel may change while the sandbox runs. */
export interface Settings {
  /** How long a payment waits for its PIN. */
  pinMs: number
  /** How long a key's nonce may be used. */
  nonceMs: number
  /** The shortest time between two codes to one wallet. */
  resendAfterMs: number
  codesPerDay: number
  /** What a right PIN leads to. */
  process: (typeof processModes)[number]
  refunds: (typeof refundModes)[number]
}

export const initialSettings = (): Settings => ({
  pinMs: 900_000,
  nonceMs: 180_000,
  resendAfterMs: 60_000,
  codesPerDay: 15,
  process: 'done',
  refunds: 'done',
})
