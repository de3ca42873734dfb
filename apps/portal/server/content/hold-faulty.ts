import type { ContentFault, FoundContent } from './content-source.ts'

type Held = (language: string, name: string) => boolean
type ByLanguage<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>

export const nothingFound: FoundContent = { languages: {}, documents: {}, faults: [] }

/**
 * A fault stops its own file alone: that file stays as it was when it was last good, and all others are shown as they
 * are. Where the earlier file no longer fits the others, the package stays as it was in every language.
 */
export function holdFaultyFiles(
  found: FoundContent,
  lastGood: FoundContent,
  judge: (found: FoundContent) => readonly ContentFault[],
): FoundContent {
  const files = new Set(judge(found).map(({ file }) => file))
  const held = takeFrom(lastGood, found, (language, name) => files.has(language) || files.has(`${language}/${name}`))
  const names = new Set(judge(held).map(({ file }) => file.slice(file.indexOf('/') + 1)))
  return names.size === 0 ? held : takeFrom(lastGood, held, (_, name) => names.has(name))
}

function takeFrom(lastGood: FoundContent, found: FoundContent, isHeld: Held): FoundContent {
  return {
    languages: mix(lastGood.languages, found.languages, isHeld),
    documents: mix(lastGood.documents, found.documents, isHeld),
    faults: [],
  }
}

function mix<Value>(earlier: ByLanguage<Value>, now: ByLanguage<Value>, isHeld: Held): ByLanguage<Value> {
  const languages = [...new Set([...Object.keys(now), ...Object.keys(earlier)])]
  const ofLanguage = (language: string) => [
    ...Object.entries(now[language] ?? {}).filter(([name]) => !isHeld(language, name)),
    ...Object.entries(earlier[language] ?? {}).filter(([name]) => isHeld(language, name)),
  ]
  // A language that is not there stays missing, so that it is noticed.
  const isThere = (language: string) => Object.hasOwn(now, language) || ofLanguage(language).length > 0
  return Object.fromEntries(
    languages.filter(isThere).map((language) => [language, Object.fromEntries(ofLanguage(language))]),
  )
}
