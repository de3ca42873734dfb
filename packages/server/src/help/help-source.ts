import { setImmediate as breathe } from 'node:timers/promises'
import type { Destination, HelpScreen } from '@nyanja/domain/help'

/** The place of a field for error messages: `en/help/lost-sim.md line 3`. */
type PlaceOf = (field?: string) => string

export interface SourceSubCategory {
  readonly id: string
  readonly title: string
  readonly text?: string
  /** The category links to this screen instead of holding articles. */
  readonly goesTo?: Destination
}

export interface SourceCategory {
  readonly id: string
  readonly title: string
  readonly text?: string
  readonly icon?: string
  readonly subCategories: readonly SourceSubCategory[]
}

/** The fields of an article apart from its texts, defined once, in English, for all languages. */
interface ArticleStructure {
  /** The sub-category of the article. */
  readonly category: string
  readonly isPopular: boolean
  /** The screen that the answer leads to. */
  readonly action?: HelpScreen
  readonly related: readonly string[]
}

export interface SourceArticle {
  readonly id: string
  readonly question: string
  /** The sanitised HTML. */
  readonly html: string
  /** Alternative search words. */
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
  /** The parts that could not be read, with their place. */
  readonly faults: readonly string[]
}

/** The source of the help centre's texts. */
export interface HelpSource {
  read(): Promise<FoundHelp>
  /** Calls back when `read` may return something else; returns a function that stops watching. */
  watch?(changed: () => void): () => void
}

const rowsAtOnce = 50

/** Runs long work in slices, between which requests are served. */
export async function inSlices<Row>(rows: Iterable<Row>, work: (row: Row) => void): Promise<void> {
  let done = 0
  for (const row of rows) {
    work(row)
    done += 1
    if (done % rowsAtOnce === 0) await breathe()
  }
}
