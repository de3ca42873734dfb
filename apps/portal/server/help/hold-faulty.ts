import { faultsOf, measure } from './help-faults.ts'
import type { FoundHelp, SourceArticle, SourceLanguage } from './help-source.ts'

/** `en/help/buy.md` of `en/help/buy.md line 3: …`. */
export const fileOfFault = (fault: string) => /^[^\s:]+/.exec(fault)?.[0] ?? fault

/**
 * A fault stops its own file alone: that article stays as it was when it was last good, and all others are shown as they
 * are. Undefined where there is nothing good to show, which is so at a start with a fault in English.
 */
export function holdFaultyArticles(
  found: FoundHelp,
  lastGood: FoundHelp,
  faults: readonly string[],
): FoundHelp | undefined {
  const files = new Set(faults.map(fileOfFault))
  const isStart = lastGood.languages[measure] === undefined
  if (isStart && [...files].some((file) => file.startsWith(`${measure}/`))) return undefined
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
  if (faultsOf(good).length === 0) return good
  // The earlier files do not fit the new ones, so all stay as they were.
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
