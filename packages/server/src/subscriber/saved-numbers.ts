import { longestLabel, mostSavedNumbers, type SavedNumber } from '@nyanja/domain/numbers/saved-numbers'
import { z } from 'zod'
import { keyFor, openJson, seal } from '../common/seal.ts'

const SavedNumbersJson = z
  .array(z.object({ msisdn: z.string().regex(/^\d{6,15}$/), label: z.string().min(1) }))
  .max(mostSavedNumbers)

const place = 'saved numbers'
const longestSealed = 100 + mostSavedNumbers * (60 + 12 * longestLabel)

/** What a phone keeps of its visitor's numbers: only the phone has it, and only we can read it. */
export class SavedNumbers {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = keyFor(secret, place)
  }

  seal(numbers: readonly SavedNumber[]): string {
    return seal(this.#key, JSON.stringify(numbers), place)
  }

  /** None in what was made up, or sealed elsewhere. */
  open(sealed: string): readonly SavedNumber[] {
    if (sealed === '' || sealed.length > longestSealed) return []
    return openJson(SavedNumbersJson, this.#key, sealed, place) ?? []
  }
}
