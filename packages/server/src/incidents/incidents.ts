import type { ActedBy } from '../common/staff-action.ts'

/** A message on every page. Times are epoch milliseconds. */
export interface Incident {
  readonly id: string
  /** The texts by language; a language without one shows the default language's. */
  readonly texts: Readonly<Record<string, string>>
  readonly shownAt: number
  readonly shownBy: string
}

export interface IncidentStore {
  current(): Promise<Incident | undefined>
  /** Shows an incident, which replaces the one that is shown. */
  show(incident: Omit<Incident, 'shownAt' | 'shownBy'>, by: ActedBy): Promise<void>
  /** Withdraws an incident: false when it is not shown any more. */
  withdraw(id: string, by: ActedBy): Promise<boolean>
}

/** A change reaches all processes within this time. */
const readEveryMs = 2_000

/**
 * The incident as this process knows it. Pages read it without waiting, so that an unavailable database delays none of
 * them.
 */
export class KnownIncident {
  readonly #store: Pick<IncidentStore, 'current'>
  #incident: Incident | undefined

  constructor({ store }: { readonly store: Pick<IncidentStore, 'current'> }) {
    this.#store = store
  }

  /** Returns a version that differs for each incident. */
  version(): string {
    return this.#incident?.id ?? ''
  }

  /** Returns the text in the first of these languages that has one. Undefined while no incident is shown. */
  textIn(...languages: readonly string[]): string | undefined {
    const texts = this.#incident?.texts ?? {}
    return [...languages.map((language) => texts[language]), ...Object.values(texts)].find((text) => text !== undefined)
  }

  /** A failed read leaves it as it was. */
  async refresh(): Promise<void> {
    const read = await this.#store.current().catch(() => 'unread' as const)
    if (read !== 'unread') this.#incident = read
  }

  /** Reads regularly, and returns a function that ends it. */
  refreshRegularly(): () => void {
    const timer = setInterval(() => void this.refresh(), readEveryMs).unref()
    return () => clearInterval(timer)
  }
}
