import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { filesIn } from './files-in.mjs'

const root = path.join(import.meta.dirname, '..')
const portal = path.join(root, 'apps', 'portal')
const folders = ['app', 'server', 'public', 'contract', 'editor'].map((name) => path.join(portal, name))

const packages = ['domain', 'server'].map((name) => path.join(root, 'packages', name, 'src'))

const sources = [...folders, ...packages]
  .flatMap(filesIn)
  .filter((file) => /[.](tsx?|m?js)$/.test(file) && !/[.](test|contract)[.]tsx?$/.test(file))
const words = new Set(sources.flatMap((file) => readFileSync(file, 'utf8').match(/[A-Za-z]\w*/g) ?? []))

/** Titles of pages are found by the name of their screen. */
const isRead = (file: string, key: string) =>
  words.has(key) || (file === 'meta-data-config.json' && words.has(key.replace(/Title$/, '')))

const filesOf = (language: string) =>
  readdirSync(path.join(portal, 'content', language)).filter((name) => name.endsWith('.json'))

function keysOf(language: string, file: string): string[] {
  const texts: unknown = JSON.parse(readFileSync(path.join(portal, 'content', language, file), 'utf8'))
  return typeof texts === 'object' && texts !== null && !Array.isArray(texts) ? Object.keys(texts) : []
}

it.each(filesOf('en'))('holds no unused text in %s', (file) => {
  expect(keysOf('en', file).filter((key) => !isRead(file, key))).toEqual([])
})

it.each(['sw', 'fr', 'ny'])('translates exactly the English texts into %s', (language) => {
  const inLanguage = filesOf('en').flatMap((file) => keysOf(language, file).map((key) => `${file} ${key}`))
  const inEnglish = filesOf('en').flatMap((file) => keysOf('en', file).map((key) => `${file} ${key}`))
  expect(inLanguage.toSorted()).toEqual(inEnglish.toSorted())
})
