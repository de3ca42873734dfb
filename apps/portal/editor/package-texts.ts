import { isDocumentName, wordKeys } from '@nyanja/server/content/content-documents'
import { type Change, type ContentFolder, missing, type Written } from './content-folder.ts'
import { type Leaf, type LeafValue, leavesOf, withLeaf, withNewText } from './json-leaves.ts'

/** One text in all languages. */
export interface Text {
  readonly key: string
  /** The value is no text but a rule, such as the length of a field: it is the same in all languages. */
  readonly isRule: boolean
  /** The text by language; absent where that language lacks it. */
  readonly values: Readonly<Record<string, LeafValue>>
}

export interface PackageTexts {
  readonly name: string
  readonly languages: readonly string[]
  readonly texts: readonly Text[]
  readonly files: Readonly<Record<string, Written>>
  /** Languages with a file that is not JSON. */
  readonly unreadable: readonly string[]
}

/** What a writer typed: a language or `all`, a colon, a key → the text. */
export type Typed = ReadonlyMap<string, string>

export const fileOf = (language: string, name: string) => `${language}/${name}.json`

export const typedName = (language: string, key: string) => `${language}:${key}`

export async function readPackageTexts(content: ContentFolder, name: string): Promise<PackageTexts> {
  const languages = await content.languages()
  const read = await Promise.all(
    languages.map(async (language) => [language, await content.read(fileOf(language, name))] as const),
  )
  const leaves = read.map(([language, { text }]) => [language, text === '' ? [] : leavesOf(text)] as const)
  const [, english = []] = leaves[0] ?? []
  const texts = english.map(({ key }) => ({
    key,
    isRule: isDocumentName(name) && !wordKeys.has(key.split('.').at(-1) ?? ''),
    values: Object.fromEntries(leaves.flatMap(([language, own = []]) => valueIn(own, language, key))),
  }))
  const unreadable = leaves.flatMap(([language, own]) => (own === undefined ? [language] : []))
  return { name, languages, texts, files: Object.fromEntries(read), unreadable }
}

function valueIn(leaves: readonly Leaf[], language: string, key: string): [string, LeafValue][] {
  return leaves.filter((leaf) => leaf.key === key).map(({ value }) => [language, value])
}

/** The value as a field of a form shows it. */
export const shown = (value: LeafValue | undefined) => (value === undefined || value === null ? '' : String(value))

/** Returns the files with the typed texts, and everything else unchanged. */
export function changesOf({ name, languages, texts, files }: PackageTexts, typed: Typed): Change[] {
  return languages.map((language) => {
    const { text: before, digest } = files[language] ?? missing
    const order = texts.map(({ key }) => key)
    const text = texts.reduce((json, { key, isRule, values }) => {
      const wanted = typed.get(typedName(isRule ? 'all' : language, key))
      const value = values[language]
      if (wanted === undefined || wanted === shown(value)) return json
      const leaf = leavesOf(json)?.find((one) => one.key === key)
      if (leaf !== undefined) return withLeaf(json, leaf, valueTyped(wanted, leaf.value))
      return isDocumentName(name) ? json : withNewText(json, [key, wanted], order)
    }, before)
    return { file: fileOf(language, name), text, digest }
  })
}

/** A number stays a number where one was typed; the check judges anything else. */
function valueTyped(text: string, before: LeafValue): LeafValue {
  if (typeof before === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (typeof before === 'boolean' && ['true', 'false'].includes(text)) return text === 'true'
  return text
}
