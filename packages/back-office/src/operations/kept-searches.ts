import { hour } from '@nyanja/domain/time'

/** The search as it was typed: as text, or as an amount with its time. */
export type TypedSearch = Readonly<Record<string, string>>

export interface KeptSearchStore {
  /** Forgets all searches that are older than `forgottenBefore`. */
  keep(
    search: { readonly id: string; readonly staffId: string; readonly typed: TypedSearch; readonly at: number },
    forgottenBefore: number,
  ): Promise<void>
  find(id: string, staffId: string, keptAfter: number): Promise<TypedSearch | undefined>
}

const keptMs = hour

interface KeptSearchesOptions {
  readonly store: KeptSearchStore
  readonly now: () => number
  readonly newId: () => string
}

/** Keeps searches for an hour, each for the person who typed it: an address names the search, never its terms. */
export class KeptSearches {
  readonly #options: KeptSearchesOptions

  constructor(options: KeptSearchesOptions) {
    this.#options = options
  }

  async keep(staffId: string, typed: TypedSearch): Promise<string> {
    const { store, now, newId } = this.#options
    const id = newId()
    await store.keep({ id, staffId, typed, at: now() }, now() - keptMs)
    return id
  }

  find(id: string, staffId: string): Promise<TypedSearch | undefined> {
    const { store, now } = this.#options
    return store.find(id, staffId, now() - keptMs)
  }
}
