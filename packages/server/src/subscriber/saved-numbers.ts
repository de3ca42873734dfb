import { longestLabel, mostSavedNumbers, type SavedNumber } from '@nyanja/domain/numbers/saved-numbers'
import { z } from 'zod'
import { deriveKey, openJson, seal } from '../common/seal.ts'

const SavedNumbersJson = z
  .array(
    z.object({
      msisdn: z.string().regex(/^\d{6,15}$/),
      label: z.string().min(1),
      payment: z
        .string()
        .regex(/^[0-9A-Z]{26,30}$/)
        .exactOptional(),
    }),
  )
  .max(mostSavedNumbers)

const place = 'saved numbers'
const longestSealed = 100 + mostSavedNumbers * (120 + 12 * longestLabel)

/** Reads and writes the visitor's saved numbers: only the phone stores them, and only the portal can read them. */
export class SavedNumbers {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = deriveKey(secret, place)
  }

  seal(numbers: readonly SavedNumber[]): string {
    return seal(this.#key, JSON.stringify(numbers), place)
  }

  /** Returns an empty list for a forged cookie, or one of another portal. */
  open(sealed: string): readonly SavedNumber[] {
    if (sealed === '' || sealed.length > longestSealed) return []
    return openJson(SavedNumbersJson, this.#key, sealed, place) ?? []
  }
}
