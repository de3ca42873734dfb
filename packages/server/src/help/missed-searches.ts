import { readWords, withoutNumbers } from '@nyanja/domain/help'
import { createWindowLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { minute } from '@nyanja/domain/time'

/** Keeps searches without results, for authors of articles. */
export interface MissedSearchStore {
  /** Counts one more search; new texts are dropped when there are too many to read. */
  add(search: { readonly words: string; readonly language: string; readonly at: number }): Promise<void>
}

export interface MissedSearchesOptions {
  readonly store: MissedSearchStore
  readonly now: () => number
}

const longestKept = 60
const rate = { windowMs: minute, most: 60 }

export class MissedSearches {
  readonly #options: MissedSearchesOptions
  readonly #isWithinRate: () => boolean

  constructor(options: MissedSearchesOptions) {
    this.#options = options
    this.#isWithinRate = createWindowLimit(rate, options.now)
  }

  /** Numbers and addresses in a search are not stored. */
  async note(question: string, language: string): Promise<void> {
    const words = withoutNumbers(question).replace(/\s+/g, ' ').trim().toLowerCase().slice(0, longestKept)
    if (readWords(words).length === 0 || !this.#isWithinRate()) return
    await this.#options.store.add({ words, language, at: this.#options.now() })
  }
}
