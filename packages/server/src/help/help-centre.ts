import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { referenceLanguage } from '@nyanja/domain/texts/language'
import { type FileReports, WatchedFiles } from '../common/watched-files.ts'
import { type ArticleIndex, createArticleIndex } from './article-index.ts'
import { listHelpFaults, mostPopular } from './help-faults.ts'
import { type FoundHelp, type HelpSource, inSlices, type SourceArticle, type SourceLanguage } from './help-source.ts'
import { type Article, type Category, createHelpView, type HelpView } from './help-view.ts'

/** Finds the file of a fault: `en/help/buy.md` of `en/help/buy.md line 3: …`. */
const fileOfFault = (fault: string) => /^[^\s:]+/.exec(fault)?.[0] ?? fault

/**
 * A fault affects only its own file: that article keeps its last valid version, all others are updated. Undefined when
 * there is no valid version to show, as at a start with a fault in English.
 */
function holdFaultyArticles(found: FoundHelp, lastGood: FoundHelp, faults: readonly string[]): FoundHelp | undefined {
  const files = new Set(faults.map(fileOfFault))
  const isStart = lastGood.languages[referenceLanguage] === undefined
  if (isStart && [...files].some((file) => file.startsWith(`${referenceLanguage}/`))) return undefined
  const languages = [...new Set([...Object.keys(found.languages), ...Object.keys(lastGood.languages)])]
  const held = languages.flatMap((language) => {
    const one = holdInLanguage(files, {
      language,
      now: found.languages[language],
      earlier: lastGood.languages[language],
    })
    return one === undefined ? [] : [[language, one] as const]
  })
  const good = { languages: Object.fromEntries(held), faults: [] }
  if (listHelpFaults(good).length === 0) return good
  // The earlier files do not fit the new ones, so all keep their earlier version.
  return isStart ? undefined : lastGood
}

interface Versions {
  readonly language: string
  readonly now: SourceLanguage | undefined
  readonly earlier: SourceLanguage | undefined
}

function holdInLanguage(files: ReadonlySet<string>, { language, now, earlier }: Versions): SourceLanguage | undefined {
  const folder = `${language}/help`
  if (now === undefined || files.has(folder)) return earlier
  const isHeld = ({ id }: SourceArticle) => files.has(`${folder}/${id}.md`)
  const categories = files.has(`${folder}/categories.yaml`) ? earlier : now
  const articles = [...now.articles.filter((article) => !isHeld(article)), ...(earlier?.articles.filter(isHeld) ?? [])]
  return {
    categories: categories?.categories ?? [],
    placeOfCategories: now.placeOfCategories,
    articles: articles.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  }
}

export interface HelpCentreOptions extends FileReports {
  /** The market's languages; the first one is the fallback for the others. */
  readonly languages: readonly string[]
  /** The words that every question has, and that are ignored. */
  readonly ignoredWords: (language: string) => string
}

interface Shown extends HelpView {
  readonly index: ArticleIndex
}

interface Loaded {
  readonly version: string
  readonly views: ReadonlyMap<string, Shown>
}

/** The questions and answers, by category and by search. A faulty article is left out where English is a fallback. */
export class HelpCentre extends WatchedFiles<HelpSource, Loaded> {
  readonly #options: HelpCentreOptions
  #lastGood: FoundHelp = { languages: {}, faults: [] }

  constructor(source: HelpSource, options: HelpCentreOptions) {
    super(source, { ...options, initial: { version: '', views: new Map() }, failure: 'Earlier help articles stay' })
    this.#options = options
  }

  categories(language: string): readonly Category[] {
    return this.#in(language).categories
  }

  category(id: string, language: string): Category | undefined {
    return this.categories(language).find((category) => category.id === id)
  }

  article(id: string, language: string): Article | undefined {
    return this.#in(language).articles.get(id)
  }

  articles(language: string): readonly Article[] {
    return [...this.#in(language).articles.values()]
  }

  popular(language: string): readonly Article[] {
    return this.articles(language)
      .filter(({ isPopular }) => isPopular)
      .slice(0, mostPopular)
  }

  /** Lists articles that match a question, best match first. It tolerates typing errors, accents and endings. */
  search(question: string, language: string): readonly Article[] {
    const { index, articles } = this.#in(language)
    const ignored = new Set(this.#options.ignoredWords(language).split(' '))
    return index.find(question, ignored).flatMap((id) => articles.get(id) ?? [])
  }

  #in(language: string): Shown {
    const view = this.loaded.views.get(language)
    if (view === undefined) throw new Error(`No help in "${language}" is loaded`)
    return view
  }

  protected async read(): Promise<Loaded> {
    const found = this.#withoutFaults(await this.source.read())
    const { languages } = this.#options
    const views = new Map<string, HelpView>()
    for (const language of languages) {
      const order = [...new Set([language, ...languages.slice(0, 1), referenceLanguage, ...languages])]
      this.#reportMissing(language, found)
      views.set(language, createHelpView(order, found))
      await breathe()
    }
    const version = await versionOf(views)
    // The same texts were saved again, or other files of the folder changed.
    if (version === this.loaded.version) return this.loaded
    const shown = new Map<string, Shown>()
    for (const [language, view] of views)
      shown.set(language, { ...view, index: await createArticleIndex(view.articles.values()) })
    return { version, views: shown }
  }

  #withoutFaults(found: FoundHelp): FoundHelp {
    const faults = listHelpFaults(found)
    const good = faults.length === 0 ? found : holdFaultyArticles(found, this.#lastGood, faults)
    if (good === undefined) throw new Error(`Bad help articles\n${faults.join('\n')}`)
    this.reportFaults(faults, faults.map(fileOfFault))
    this.#lastGood = good
    return good
  }

  #reportMissing(language: string, { languages }: FoundHelp): void {
    const own = new Set(languages[language]?.articles.map(({ id }) => id))
    for (const { id } of languages[referenceLanguage]?.articles ?? []) {
      const missing = `${language}/help lacks ${id}; another language is used`
      if (!own.has(id)) this.warnOnce(missing)
    }
  }
}

async function versionOf(views: ReadonlyMap<string, HelpView>): Promise<string> {
  const hash = createHash('sha256')
  for (const [language, { categories, articles }] of views) {
    hash.update(JSON.stringify([language, categories]))
    await inSlices(articles.values(), (article) => hash.update(JSON.stringify(article)))
  }
  return hash.digest('base64url').slice(0, 16)
}
