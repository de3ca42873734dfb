import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { ContentSource } from '../../content/content-source.ts'
import { type PackageRead, readPackage } from '../read-package.ts'
import { watchFolder } from '../watch-folder.ts'

export interface ContentFilesOptions {
  /** The folder with one folder per language, each with a JSON file per package. */
  readonly folder: string
  readonly watch?: boolean
}

type FileRead = { readonly language: string; readonly name: string; readonly json: string } & PackageRead

const nameOf = ({ language, name }: FileRead) => `${language}/${name}`

export function createContentFiles({ folder, watch = false }: ContentFilesOptions): ContentSource {
  return {
    async read() {
      const languages = await languagesIn(folder)
      const files = (await Promise.all(languages.map((language) => readLanguage(folder, language)))).flat()
      const byLanguage = <Value>(pick: (file: FileRead) => Value | undefined) =>
        Object.fromEntries(languages.map((language) => [language, namedIn(files, language, pick)]))
      return {
        languages: byLanguage((file) => ('texts' in file ? file.texts : undefined)),
        documents: byLanguage((file) => ('document' in file ? file.document : undefined)),
        faults: files.flatMap((file) => ('fault' in file ? [{ file: nameOf(file), message: file.fault }] : [])),
        lineOf(file, key) {
          const read = files.find((one) => nameOf(one) === file)
          return read && lineOfKey(read.json, key)
        },
      }
    },
    ...(watch && { watch: (changed) => watchFolder(folder, changed) }),
  }
}

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

function namedIn<Value>(
  files: readonly FileRead[],
  language: string,
  pick: (file: FileRead) => Value | undefined,
): Record<string, Value> {
  const ofLanguage = files.filter((file) => file.language === language)
  return Object.fromEntries(
    ofLanguage.flatMap((file) => {
      const value = pick(file)
      return value === undefined ? [] : [[file.name, value]]
    }),
  )
}

/**
 * JSON is YAML too, and the YAML parser reports positions. For a missing key: the position of the nearest existing
 * parent.
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
