import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { ContentSource, Texts } from '../../content/content-source.ts'
import { type PackageRead, readPackage } from '../read-package.ts'
import { watchFolders } from '../watch-folder.ts'

export interface ContentFilesOptions {
  /** The folder with one folder per language, each with a JSON file per package. */
  readonly folder: string
  /** A market's own folder of the same kind: its texts, one by one, come before those of the first folder. */
  readonly own?: string | undefined
  readonly watch?: boolean
}

type FileRead = { readonly language: string; readonly name: string; readonly json: string } & PackageRead

const nameOf = ({ language, name }: FileRead) => `${language}/${name}`

export function createContentFiles({ folder, own, watch = false }: ContentFilesOptions): ContentSource {
  const folders = own === undefined ? [folder] : [folder, own]
  return {
    async read() {
      const found = await Promise.all(folders.map(languagesIn))
      const reading = found.flatMap((names, at) => names.map((language) => readLanguage(folders[at] ?? '', language)))
      const files = (await Promise.all(reading)).flat()
      const languages = [...new Set(found.flat())]
      const byLanguage = <Value>(namesIn: (own: readonly FileRead[]) => Record<string, Value>) =>
        Object.fromEntries(
          languages.map((language) => [language, namesIn(files.filter((file) => file.language === language))]),
        )
      return {
        languages: byLanguage(textsByName),
        documents: byLanguage((own) =>
          Object.fromEntries(own.flatMap((file) => ('document' in file ? [[file.name, file.document]] : []))),
        ),
        faults: files.flatMap((file) => ('fault' in file ? [{ file: nameOf(file), message: file.fault }] : [])),
        lineOf(file, key) {
          const read = files.findLast((one) => nameOf(one) === file && holdsKey(one, key))
          return read && lineOfKey(read.json, key)
        },
      }
    },
    ...(watch && { watch: (changed) => watchFolders(folders, changed) }),
  }
}

/** A text of a later file replaces the one of the same key. */
function textsByName(files: readonly FileRead[]): Record<string, Texts> {
  const byName: Record<string, Texts> = {}
  for (const file of files) if ('texts' in file) byName[file.name] = { ...byName[file.name], ...file.texts }
  return byName
}

/** Tells whether a file has a key; one that is missing in both folders is reported in the first folder's file. */
const holdsKey = (file: FileRead, key: string) => !('texts' in file) || Object.hasOwn(file.texts, key)

async function languagesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

async function readLanguage(folder: string, language: string): Promise<FileRead[]> {
  const files = (await readdir(path.join(folder, language))).filter((file) => file.endsWith('.json'))
  return Promise.all(
    files.map(async (file) => {
      const name = path.basename(file, '.json')
      const json = await readFile(path.join(folder, language, file), 'utf8')
      return { language, name, json, ...readPackage(name, json) }
    }),
  )
}

/**
 * Finds the line of a key: JSON is YAML too, and the YAML parser reports positions. A missing key is reported at the
 * nearest existing parent.
 */
function lineOfKey(json: string, key: string): number | undefined {
  const counter = new LineCounter()
  const document = parseDocument(json, { schema: 'json', version: '1.2', lineCounter: counter })
  for (let names = key.split('.'); names.length > 0; names = names.slice(0, -1)) {
    const node = document.getIn(
      names.map((name) => (/^\d+$/.test(name) ? Number(name) : name)),
      true,
    )
    if (isNode(node) && node.range) return counter.linePos(node.range[0]).line
  }
  return undefined
}
