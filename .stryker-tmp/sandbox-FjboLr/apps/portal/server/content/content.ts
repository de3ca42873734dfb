// @ts-nocheck
import { createHash } from 'node:crypto'
import { type FillValues, fillKnown } from '@nyanja/domain/fill'
import { faultsOf, measure } from './content-faults.ts'
import { type ContentPackages, type PackageName, packageNames } from './content-packages.ts'
import type { ContentSource, FoundContent, Packages, Texts } from './content-source.ts'

export interface ContentOptions {
  /** The market's languages; the first one stands in for what the others lack. */
  readonly languages: readonly string[]
  /** Values that are the same on every page, such as the brand. */
  readonly constants: FillValues
  readonly log?: { warn(message: string): void; error(message: string): void }
}

interface Loaded {
  readonly version: string
  readonly pages: ReadonlyMap<string, ContentPackages>
}

export class Content {
  readonly #source: ContentSource
  readonly #options: ContentOptions
  readonly #reported = new Set<string>()
  #loaded: Loaded = { version: '', pages: new Map() }
  #reloading: Promise<void> = Promise.resolve()

  constructor(source: ContentSource, options: ContentOptions) {
    this.#source = source
    this.#options = options
  }

  /** Reads all texts, or throws with every fault named, and follows later changes where the source tells of them. */
  async load(): Promise<void> {
    this.#loaded = await this.#read()
    this.#source.watch?.(() => {
      this.#reloading = this.#reloading.then(() => this.#reload())
    })
  }

  /** Changes with any text: part of cache keys and ETags. */
  get version(): string {
    return this.#loaded.version
  }

  page<Name extends PackageName>(name: Name, language: string): ContentPackages[Name] {
    const pages = this.#loaded.pages.get(language)
    if (pages === undefined) throw new Error(`No texts in "${language}" are loaded`)
    return pages[name]
  }

  // A bad edit must not take a running portal's texts away.
  async #reload(): Promise<void> {
    try {
      this.#loaded = await this.#read()
    } catch (error) {
      this.#options.log?.error(`Earlier texts stay in use. ${error instanceof Error ? error.message : ''}`)
    }
  }

  async #read(): Promise<Loaded> {
    const { languages, constants } = this.#options
    const found = await this.#source.read()
    const faults = faultsOf(found, [...new Set([measure, ...languages])], Object.keys(constants))
    if (faults.length > 0) throw new Error(`Bad content\n${faults.join('\n')}`)

    const pages = languages.map((language) => [language, this.#packagesIn(language, found)] as const).filter(isComplete)
    return { version: versionOf(pages), pages: new Map(pages) }
  }

  #packagesIn(language: string, { languages }: FoundContent): Packages {
    const order = [...new Set([language, ...this.#options.languages.slice(0, 1), measure])]
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
      const missing = `${place} lacks ${key}; another language stands in`
      if (Object.hasOwn(own, key) || this.#reported.has(missing)) continue
      this.#reported.add(missing)
      this.#options.log?.warn(missing)
    }
  }
}

function filled(texts: Texts, constants: FillValues): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fillKnown(text, constants)]))
}

function isComplete(entry: readonly [string, Packages]): entry is readonly [string, ContentPackages] {
  return packageNames.every((name) => Object.hasOwn(entry[1], name))
}

function versionOf(pages: readonly (readonly [string, Packages])[]): string {
  return createHash('sha256').update(JSON.stringify(pages)).digest('base64url').slice(0, 16)
}
