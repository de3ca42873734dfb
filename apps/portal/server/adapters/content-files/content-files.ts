import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { ContentSource, Texts } from '../../content/content-source.ts'
import { cleanHtml } from '../clean-html.ts'
import { watchFolder } from '../watch-folder.ts'

export interface ContentFilesOptions {
  /** Holds a folder per language, and in it a JSON file per package. */
  readonly folder: string
  readonly watch?: boolean
}

type FileRead = { readonly language: string; readonly name: string } & (
  | { readonly texts: Texts }
  | { readonly fault: string }
)

const FlatTexts = z.record(z.string(), z.string())

export function createContentFiles({ folder, watch = false }: ContentFilesOptions): ContentSource {
  return {
    async read() {
      const languages = await languagesIn(folder)
      const files = (await Promise.all(languages.map((language) => readLanguage(folder, language)))).flat()
      return {
        languages: Object.fromEntries(languages.map((language) => [language, packagesOf(files, language)])),
        faults: files.flatMap((file) => ('fault' in file ? [`${file.language}/${file.name}: ${file.fault}`] : [])),
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
      const json = await readFile(path.join(folder, language, file), 'utf8')
      return { language, name: path.basename(file, '.json'), ...textsIn(json) }
    }),
  )
}

function textsIn(json: string): { texts: Texts } | { fault: string } {
  const parsed = FlatTexts.safeParse(jsonOrNothing(json))
  if (parsed.success) return { texts: withCleanHtml(parsed.data) }
  const places = parsed.error.issues.map(({ path: keys }) => keys.join('.')).filter(Boolean)
  return { fault: places.length === 0 ? 'not a JSON object' : `not a text: ${places.join(', ')}` }
}

function jsonOrNothing(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function withCleanHtml(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, key.endsWith('Html') ? cleanHtml(text) : text]),
  )
}

function packagesOf(files: readonly FileRead[], language: string): Record<string, Texts> {
  const ofLanguage = files.filter((file) => file.language === language)
  return Object.fromEntries(ofLanguage.flatMap((file) => ('texts' in file ? [[file.name, file.texts]] : [])))
}
