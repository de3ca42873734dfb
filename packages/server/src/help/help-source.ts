import { setImmediate as breathe } from 'node:timers/promises'
import type { Destination, HelpScreen } from '@nyanja/domain/help'

/** Where something stands, for people: `en/help/lost-sim.md line 3`, by the name of a field. */
type PlaceOf = (field?: string) => string

export interface SourceSubCategory {
  readonly id: string
  readonly title: string
  readonly text?: string
  /** It holds no articles but leads to this screen. */
  readonly goesTo?: Destination
}

export interface SourceCategory {
  readonly id: string
  readonly title: string
  readonly text?: string
  readonly icon?: string
  readonly subCategories: readonly SourceSubCategory[]
}

/** What an article is besides its words: said once, in English, and the same in every language. */
interface ArticleStructure {
  /** The sub-category that it is in. */
  readonly category: string
  readonly isPopular: boolean
  /** Where the answer ends. */
  readonly action?: HelpScreen
  readonly related: readonly string[]
}

export interface SourceArticle {
  readonly id: string
  readonly question: string
  /** Sanitised. */
  readonly html: string
  /** Others that people search with. */
  readonly words: string
  readonly structure?: ArticleStructure
  readonly placeOf: PlaceOf
}

export interface SourceLanguage {
  readonly categories: readonly SourceCategory[]
  readonly placeOfCategories: PlaceOf
  readonly articles: readonly SourceArticle[]
}

export interface FoundHelp {
  readonly languages: Readonly<Record<string, SourceLanguage>>
  /** What could not be read, in words that name the place. */
  readonly faults: readonly string[]
}

/** Where the words of the help centre come from. */
export interface HelpSource {
  read(): Promise<FoundHelp>
  /** Calls back when `read` may answer otherwise than before; returns what ends the watch. */
  watch?(changed: () => void): () => void
}

const rowsAtOnce = 50

/** Long work among visitors: what they ask is answered between the slices of it. */
export async function inSlices<Row>(rows: Iterable<Row>, work: (row: Row) => void): Promise<void> {
  let done = 0
  for (const row of rows) {
    work(row)
    done += 1
    if (done % rowsAtOnce === 0) await breathe()
  }
}
