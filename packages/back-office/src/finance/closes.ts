import { type DayFigures, type Figure, figureNames, type JournalEntry } from '@nyanja/domain/finance/day-close'
import type { DayRange } from '@nyanja/domain/finance/days'
import { readDocument } from './close-document.ts'
import type { CloseStore, StoredClose } from './closing.ts'

export interface CloseList extends Pick<CloseStore, 'find' | 'last'> {
  /** Reads the closes, the oldest first. */
  between(range: DayRange): AsyncIterable<StoredClose>
  /** Reads the same closes, and later ones that carry events of the range. */
  about(range: DayRange): AsyncIterable<StoredClose>
}

/** A posting of a closed day. Entries are numbered within their close, from 1. */
export interface PostedEntry extends JournalEntry {
  readonly closedDay: string
  readonly number: number
}

interface DayOfFigures extends DayFigures {
  /** Whether the figures became known only after the day was closed. */
  readonly addedLate: boolean
}

const add = (left: Figure, right: Figure): Figure => ({
  payments: left.payments + right.payments,
  minor: left.minor + right.minor,
})

function addFigures(left: DayOfFigures, right: DayFigures): DayOfFigures {
  const figures = Object.fromEntries(figureNames.map((name) => [name, add(left[name], right[name])]))
  return {
    ...left,
    ...figures,
    feesMinor: left.feesMinor + right.feesMinor,
    feeTaxMinor: left.feeTaxMinor + right.feeTaxMinor,
    expectedPayoutMinor: left.expectedPayoutMinor + right.expectedPayoutMinor,
    addedLate: true,
  }
}

/** Reads what was closed. */
export class Closes {
  readonly #store: CloseList

  constructor(options: { readonly store: CloseList }) {
    this.#store = options.store
  }

  /** The close of a day as it was made, with its digest. */
  async find(day: string) {
    const found = await this.#store.find(day)
    return found && { ...found.close, close: readDocument(found.close) }
  }

  /** Returns undefined before the first close. */
  async lastDay(): Promise<string | undefined> {
    return (await this.#store.last())?.day
  }

  /**
   * Reads what happened on each day, including what later closes added to it, in the order of days, gateways and
   * currencies.
   */
  async figures(range: DayRange): Promise<readonly DayOfFigures[]> {
    const lines = new Map<string, DayOfFigures>()
    for await (const stored of this.#store.about(range)) {
      for (const line of readDocument(stored).figures) {
        if (line.happenedOn < range.from || line.happenedOn > range.to) continue
        const key = [line.happenedOn, line.gateway, line.currency].join('\t')
        const known = lines.get(key)
        lines.set(key, known ? addFigures(known, line) : { ...line, addedLate: line.happenedOn !== stored.day })
      }
    }
    return [...lines].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, line]) => line)
  }

  /** The journal of the closes of a range. */
  async *journal(range: DayRange): AsyncGenerator<PostedEntry> {
    for await (const stored of this.#store.between(range)) {
      const { journal } = readDocument(stored)
      for (const [index, entry] of journal.entries()) yield { ...entry, closedDay: stored.day, number: index + 1 }
    }
  }

  /** The captures of a range as the closes counted them. */
  async countCaptures(range: DayRange): Promise<number> {
    let payments = 0
    for await (const stored of this.#store.between(range))
      for (const { captured } of readDocument(stored).figures) payments += captured.payments
    return payments
  }
}
