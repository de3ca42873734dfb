import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listPlaceholders } from '@nyanja/domain/texts/fill'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { documentNames } from './content-documents.ts'
import { packageNames } from './content-packages.ts'

const folder = path.join(import.meta.dirname, '../../../../apps/portal/content')
const Texts = z.record(z.string(), z.string())

const textsOf = (language: string, name: string) =>
  Texts.parse(JSON.parse(readFileSync(path.join(folder, language, `${name}.json`), 'utf8')))

const placesOf = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, [...new Set(listPlaceholders(text))].sort()]))

/** No market has only languages whose texts fall back to another; this one is the first language of a market. */
describe.each(['fr'])('the texts in %s', (language) => {
  it('are those of every page and no others', () => {
    const files = readdirSync(path.join(folder, language)).filter((file) => file.endsWith('.json'))
    expect(files.sort()).toEqual([...packageNames, ...documentNames].map((name) => `${name}.json`).sort())
  })

  it.each(packageNames)('have in %s the same placeholders as the English ones', (name) => {
    expect(placesOf(textsOf(language, name))).toEqual(placesOf(textsOf('en', name)))
  })

  it.each(documentNames)('are translated in %s', (name) => {
    const sentencesIn = (of: string) => {
      const text = readFileSync(path.join(folder, of, `${name}.json`), 'utf8')
      return [...text.matchAll(/: "\w+ \w+ \w+[^"]*"/g)].map(([sentence]) => sentence)
    }
    const english = sentencesIn('en')
    expect(english.length).toBeGreaterThan(3)
    expect(sentencesIn(language).filter((sentence) => english.includes(sentence))).toEqual([])
  })

  it.each(packageNames)('are translated in %s', (name) => {
    const [french, english] = [textsOf(language, name), textsOf('en', name)]
    const same = Object.keys(english).filter(
      (key) => /\w+ \w+ \w+/.test(english[key] ?? '') && french[key] === english[key],
    )
    expect(same).toEqual([])
  })
})

describe('a short message in French', () => {
  it('fits the SMS alphabet, which costs half of any other', () => {
    const beyond = /[^\n !-Za-z_ÇÉàèéìòùñöü{}]/u
    expect(Object.values(textsOf('fr', 'sms-translation')).filter((text) => beyond.test(text))).toEqual([])
  })
})
