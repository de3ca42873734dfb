import type { PinEntry } from './pin-wallet.ts'

/** What a page seals a PIN with, and how often one may still be wrong. None of it is secret. */
export interface PinEntryKept extends PinEntry {
  readonly attemptsLeft: number
}

/** The last entry of each attempt, for pages that are loaded again. */
export interface PinEntries {
  entry(attemptId: string): Promise<PinEntryKept | undefined>
  keep(attemptId: string, entry: PinEntryKept): Promise<void>
}
