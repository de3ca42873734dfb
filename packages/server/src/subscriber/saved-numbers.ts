import { readFixedLineAccount } from '@nyanja/domain/bills/account-number'
import { longestLabel, mostSavedEntries, type SavedEntry } from '@nyanja/domain/numbers/saved-numbers'
import { z } from 'zod'
import { deriveKey, openJson, seal } from '../common/seal.ts'

const label = z.string().min(1)

const SavedNumberJson = z.object({
  msisdn: z.string().regex(/^\d{6,15}$/),
  label,
  payment: z
    .string()
    .regex(/^[0-9A-Z]{26,30}$/)
    .exactOptional(),
})

const SavedAccountJson = z.object({
  account: z.string().refine((text) => readFixedLineAccount(text).outcome === 'valid'),
  label,
})

const SavedEntriesJson = z.array(z.union([SavedNumberJson, SavedAccountJson])).max(mostSavedEntries)

const place = 'saved numbers'
const longestSealed = 100 + mostSavedEntries * (120 + 12 * longestLabel)

/** Reads and writes the visitor's saved numbers and accounts: only the phone stores them, and only the portal can read them. */
export class SavedNumbers {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = deriveKey(secret, place)
  }

  seal(entries: readonly SavedEntry[]): string {
    return seal(this.#key, JSON.stringify(entries), place)
  }

  /** Returns an empty list for a forged cookie, or one of another portal. */
  open(sealed: string): readonly SavedEntry[] {
    if (sealed === '' || sealed.length > longestSealed) return []
    return openJson(SavedEntriesJson, this.#key, sealed, place) ?? []
  }
}
