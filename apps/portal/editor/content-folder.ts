import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A file when a writer began to change it. */
export interface Written {
  readonly text: string
  readonly digest: string
}

/** A file as a writer wants it. */
export interface Change {
  /** The path reads like `en/help/buy-a-bundle.md`, in the folder of all texts. */
  readonly file: string
  readonly text: string
  /** The digest of the version that the writer saw. */
  readonly digest: string
}

/** No file is empty, so a missing one reads as empty. */
export const missing: Written = { text: '', digest: '' }

/** A language code such as `en`, `bem` or `pt-BR`. */
const languageCode = /^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/
const fileInLanguage = /^(?:help\/)?[A-Za-z0-9-]+\.(?:json|md|yaml)$/

/** The files of all languages, and nothing outside their folder. */
export class ContentFolder {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** English comes first, since it defines which files there are. */
  async languages(): Promise<string[]> {
    const entries = await readdir(this.folder, { withFileTypes: true })
    const found = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    return ['en', ...found.filter((name) => languageCode.test(name) && name !== 'en').sort()]
  }

  /** Lists names without their ending, of the English files. */
  async names(kind: 'json' | 'md'): Promise<string[]> {
    const files = await readdir(path.join(this.folder, 'en', kind === 'md' ? 'help' : ''))
    return files.filter((file) => file.endsWith(`.${kind}`)).map((file) => path.basename(file, `.${kind}`))
  }

  async read(file: string): Promise<Written> {
    try {
      const text = await readFile(this.placeOf(file), 'utf8')
      return { text, digest: createHash('sha256').update(text).digest('base64url') }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return missing
      throw error
    }
  }

  /** Replaces each file atomically, and all of them at one moment, so that a running portal reads them together. */
  async write(changes: readonly Change[]): Promise<void> {
    const places = changes.map(({ file, text }) => ({ place: this.placeOf(file), text }))
    for (const { place, text } of places) {
      await mkdir(path.dirname(place), { recursive: true })
      await writeFile(`${place}.new`, text, { flush: true })
    }
    for (const { place } of places) await rename(`${place}.new`, place)
  }

  placeOf(file: string): string {
    const [language = '', ...rest] = file.split('/')
    if (!languageCode.test(language) || !fileInLanguage.test(rest.join('/')))
      throw new Error(`${file} is no file of texts`)
    return path.join(this.folder, file)
  }
}

const help = /^help\/(.+)$/

/**
 * Edited as a whole file where fields are not enough: a new field of a form, a new category of the help, a missing
 * comma.
 */
export async function isByHand(content: ContentFolder, name: string): Promise<boolean> {
  const [, id] = help.exec(name) ?? []
  if (id === undefined) return (await content.names('json')).includes(name)
  return id === 'categories' || (await content.names('md')).includes(id)
}

/** Builds the path of `recharge-translation`, `help/categories`, `help/buy-a-bundle` in this language. */
export function fileByHand(language: string, name: string): string {
  if (!help.test(name)) return `${language}/${name}.json`
  return `${language}/${name}.${name === 'help/categories' ? 'yaml' : 'md'}`
}
