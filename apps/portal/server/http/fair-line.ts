export interface Waiting {
  /** The payment or the client's network whose turn the request uses. */
  readonly party: string
  readonly since: number
  readonly begin: () => void
  readonly refuse: () => void
}

interface Party {
  readonly waiting: Waiting[]
  turnsLeft: number
}

/** Many customers may share a carrier's address, so a party that has more waiting gets two turns in a round. */
const mostTurns = 2

export interface FairLineRules {
  /** Requests that may wait. */
  readonly most: number
  /** No request may join while the oldest one has waited longer. */
  readonly fullAfterMs: number
  /** So few are served soon, however long a stall of the process has made them wait: none of them is refused for it. */
  readonly few: number
}

/** Requests of one class that wait. Parties take turns, however many requests each of them has sent. */
export class FairLine {
  readonly #rules: FairLineRules
  /** Parties are in the order of their next turns. */
  readonly #parties = new Map<string, Party>()
  /** The waiting requests in the order of arrival. */
  readonly #all = new Set<Waiting>()

  constructor(rules: FairLineRules) {
    this.#rules = rules
  }

  get length(): number {
    return this.#all.size
  }

  /** Returns the request for which there is no room: the last one of the party with the most. */
  add(waiting: Waiting): Waiting | undefined {
    const isFull = this.#isFullAt(waiting.since)
    const party = this.#parties.get(waiting.party) ?? { waiting: [], turnsLeft: mostTurns }
    this.#parties.set(waiting.party, party)
    party.waiting.push(waiting)
    this.#all.add(waiting)
    return isFull ? this.#takeLastOfLongest(waiting.party) : undefined
  }

  /** Returns the oldest request of the party whose turn it is. */
  takeNext(): Waiting | undefined {
    for (const [name, party] of this.#parties) {
      const next = party.waiting[0]
      if (next === undefined) continue
      party.turnsLeft -= 1
      this.#remove(next, party)
      if (party.waiting.length > 0 && party.turnsLeft === 0) {
        this.#parties.delete(name)
        this.#parties.set(name, { ...party, turnsLeft: mostTurns })
      }
      return next
    }
    return undefined
  }

  /** Returns the oldest request of all, if it waits since before that time. */
  takeOlderThan(time: number): Waiting | undefined {
    if (this.#all.size <= this.#rules.few) return undefined
    for (const oldest of this.#all) {
      const party = this.#parties.get(oldest.party)
      if (oldest.since >= time || party === undefined) return undefined
      // The oldest of all is also the oldest of its party.
      this.#remove(oldest, party)
      return oldest
    }
    return undefined
  }

  #isFullAt(time: number): boolean {
    const { most, fullAfterMs, few } = this.#rules
    if (this.#all.size < few) return false
    const [oldest] = this.#all
    return this.#all.size >= most || (oldest !== undefined && time - oldest.since > fullAfterMs)
  }

  #takeLastOfLongest(newest: string): Waiting | undefined {
    let longest = this.#parties.get(newest)
    for (const party of this.#parties.values())
      if (party.waiting.length > (longest?.waiting.length ?? 0)) longest = party
    const last = longest?.waiting.at(-1)
    if (longest !== undefined && last !== undefined) this.#remove(last, longest)
    return last
  }

  #remove(one: Waiting, { waiting }: Party): void {
    waiting.splice(waiting.indexOf(one), 1)
    this.#all.delete(one)
    if (waiting.length === 0) this.#parties.delete(one.party)
  }
}
