import { withoutNumbers, wordsIn } from '@nyanja/domain/help-words'

/** Searches that found nothing, for those who write the articles. */
export interface MissedSearchStore {
  /** Counts one more; new words are left out when there are too many to read. */
  add(search: { readonly words: string; readonly language: string; readonly at: number }): Promise<void>
}

export interface MissedSearchesOptions {
  readonly store: MissedSearchStore
  readonly now: () => number
}

const longestKept = 60
const mostPerMinute = 60

export class MissedSearches {
  readonly #options: MissedSearchesOptions
  #minute = 0
  #inMinute = 0

  constructor(options: MissedSearchesOptions) {
    this.#options = options
  }

  /** Numbers and addresses that somebody typed are not kept. */
  async note(question: string, language: string): Promise<void> {
    const words = withoutNumbers(question).replace(/\s+/g, ' ').trim().toLowerCase().slice(0, longestKept)
    if (wordsIn(words).length === 0 || !this.#isWithinRate()) return
    await this.#options.store.add({ words, language, at: this.#options.now() })
  }

  #isWithinRate(): boolean {
    const minute = Math.floor(this.#options.now() / 60_000)
    if (minute !== this.#minute) [this.#minute, this.#inMinute] = [minute, 0]
    this.#inMinute += 1
    return this.#inMinute <= mostPerMinute
  }
}
