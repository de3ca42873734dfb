import { createHash } from 'node:crypto'
import { type FillValues, fillKnown } from '@nyanja/domain/texts/fill'
import { referenceLanguage } from '@nyanja/domain/texts/language'
import { type FileReports, WatchedFiles } from '../common/watched-files.ts'
import { type ContentDocuments, type DocumentName, documentNames, readDocument } from './content-documents.ts'
import { describeFault, listContentFaults } from './content-faults.ts'
import { type ContentPackages, type PackageName, packageNames } from './content-packages.ts'
import type { ContentFault, ContentSource, Documents, FoundContent, Packages, Texts } from './content-source.ts'
import { listUnshownParts } from './form-schema.ts'

type Held = (language: string, name: string) => boolean
type ByLanguage<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>

const nothingFound: FoundContent = { languages: {}, documents: {}, faults: [] }

/**
 * A fault affects only its own file: that file keeps its last valid version, all others are updated. Where the earlier
 * version does not fit the others, the package keeps its earlier version in every language.
 */
function holdFaultyFiles(
  found: FoundContent,
  lastGood: FoundContent,
  judge: (found: FoundContent) => readonly ContentFault[],
): FoundContent {
  const files = new Set(judge(found).map(({ file }) => file))
  const held = mergeWithLastGood(
    lastGood,
    found,
    (language, name) => files.has(language) || files.has(`${language}/${name}`),
  )
  const names = new Set(judge(held).map(({ file }) => file.slice(file.indexOf('/') + 1)))
  return names.size === 0 ? held : mergeWithLastGood(lastGood, held, (_, name) => names.has(name))
}

function mergeWithLastGood(lastGood: FoundContent, found: FoundContent, isHeld: Held): FoundContent {
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
  // A missing language stays missing, so that it is noticed.
  const isThere = (language: string) => Object.hasOwn(now, language) || ofLanguage(language).length > 0
  return Object.fromEntries(
    languages.filter(isThere).map((language) => [language, Object.fromEntries(ofLanguage(language))]),
  )
}

export interface ContentOptions extends FileReports {
  /** The market's languages; the first one is the fallback for the others. */
  readonly languages: readonly string[]
  /** The values that are equal on every page, such as the brand. */
  readonly constants: FillValues
}

interface Loaded {
  readonly version: string
  readonly pages: ReadonlyMap<string, ContentPackages>
  readonly documents: ReadonlyMap<string, ContentDocuments>
}

/** A faulty file is left out where another language is a fallback. */
export class Content extends WatchedFiles<ContentSource, Loaded> {
  readonly #options: ContentOptions
  #lastGood: FoundContent = nothingFound

  constructor(source: ContentSource, options: ContentOptions) {
    const initial = { version: '', pages: new Map(), documents: new Map() }
    super(source, { ...options, initial, failure: 'Earlier texts stay' })
    this.#options = options
  }

  page<Name extends PackageName>(name: Name, language: string): ContentPackages[Name] {
    return spoken(this.loaded.pages, language)[name]
  }

  /** Returns a package with a structure. */
  document<Name extends DocumentName>(name: Name, language: string): ContentDocuments[Name] {
    return spoken(this.loaded.documents, language)[name]
  }

  protected async read(): Promise<Loaded> {
    const { languages, constants } = this.#options
    const found = await this.source.read()
    const judge = (each: FoundContent) =>
      listContentFaults(each, [...new Set([referenceLanguage, ...languages])], constants)
    const faults = judge(found)
    const good = faults.length === 0 ? found : holdFaultyFiles(found, this.#lastGood, judge)
    const described = faults.map((fault) => describeFault(fault, found))
    if (good !== found && judge(good).length > 0) throw new Error(`Bad content\n${described.join('\n')}`)
    this.reportFaults(
      described,
      faults.map(({ file }) => file),
    )
    this.#lastGood = good

    const pages = languages.map((language) => [language, this.#packagesIn(language, good)] as const).filter(isComplete)
    const documents = languages
      .map((language) => [language, this.#documentsIn(language, good)] as const)
      .filter(isWhole)
    return { version: versionOf([pages, documents]), pages: new Map(pages), documents: new Map(documents) }
  }

  /** Lists languages from the requested one to the one that defines all keys. */
  #orderFor(language: string): string[] {
    return [...new Set([language, ...this.#options.languages.slice(0, 1), referenceLanguage])]
  }

  #documentsIn(language: string, { documents }: FoundContent): Documents {
    const read = documentNames.map((name) => {
      const spokenIn = this.#orderFor(language).find((each) => Object.hasOwn(documents[each] ?? {}, name))
      if (spokenIn !== language) this.warnOnce(`${language} lacks ${name}; another language is used`)
      const document = documents[spokenIn ?? referenceLanguage]?.[name]
      for (const at of listUnshownParts(document))
        this.warnOnce(`${spokenIn}/${name}: ${at} is left out: a button “other” needs a href`)
      const reading = readDocument(name, document, this.#options.constants)
      return [name, 'document' in reading ? reading.document : undefined]
    })
    return Object.fromEntries(read)
  }

  #packagesIn(language: string, { languages }: FoundContent): Packages {
    const order = this.#orderFor(language)
    const packages = packageNames.map((name) => {
      const texts = order.map((each) => languages[each]?.[name] ?? {})
      this.#reportMissing(`${language}/${name}`, texts)
      const merged = Object.fromEntries(texts.toReversed().flatMap((each) => Object.entries(each)))
      return [name, filled(merged, this.#options.constants)] as const
    })
    return Object.fromEntries(packages)
  }

  #reportMissing(place: string, [own = {}, ...others]: Texts[]): void {
    for (const key of new Set(others.flatMap((texts) => Object.keys(texts)))) {
      if (!Object.hasOwn(own, key)) this.warnOnce(`${place} lacks ${key}; another language is used`)
    }
  }
}

function spoken<Kept>(byLanguage: ReadonlyMap<string, Kept>, language: string): Kept {
  const kept = byLanguage.get(language)
  if (kept === undefined) throw new Error(`No texts in "${language}" are loaded`)
  return kept
}

function filled(texts: Texts, constants: FillValues): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fillKnown(text, constants)]))
}

function isComplete(entry: readonly [string, Packages]): entry is readonly [string, ContentPackages] {
  return packageNames.every((name) => Object.hasOwn(entry[1], name))
}

function isWhole(entry: readonly [string, Documents]): entry is readonly [string, ContentDocuments] {
  return documentNames.every((name) => entry[1][name] !== undefined)
}

function versionOf(all: unknown): string {
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 16)
}
