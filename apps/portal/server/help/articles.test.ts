import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { placeholdersOf } from '@nyanja/domain/fill'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const content = path.join(import.meta.dirname, '../../content')

const Said = z.object({ question: z.string(), words: z.array(z.string()).min(4) })
const Structure = Said.extend({
  category: z.string(),
  popular: z.literal(true).optional(),
  action: z.string().optional(),
  related: z.array(z.string()).min(1).max(4),
})
const Categories = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    subCategories: z.array(
      z.object({ id: z.string(), title: z.string(), text: z.string().optional(), goesTo: z.string().optional() }),
    ),
  }),
)

function pagesOf(language: string) {
  return globSync('*.md', { cwd: path.join(content, language, 'help') }).map((file) => {
    const [, head = '', body = ''] = readFileSync(path.join(content, language, 'help', file), 'utf8').split('---\n')
    return { id: path.basename(file, '.md'), head: parse(head), body }
  })
}

const categoriesOf = (language: string) =>
  Categories.parse(parse(readFileSync(path.join(content, language, 'help', 'categories.yaml'), 'utf8')))

/** What a visitor can read on a screen in that language. */
const screenTexts = (language: string) =>
  globSync('*.json', { cwd: path.join(content, language) }).flatMap((file) =>
    Object.values(
      z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path.join(content, language, file), 'utf8'))),
    ),
  )

const english = pagesOf('en').map((page) => ({ ...page, head: Structure.parse(page.head) }))
const subCategories = categoriesOf('en').flatMap((category) => category.subCategories)
const isKept = (id: string) => !subCategories.some((sub) => sub.id === id && sub.goesTo !== undefined)

describe('the help centre', () => {
  it('has an answer for whatever people ask most', () => {
    expect(english.length).toBeGreaterThanOrEqual(64)
    expect(english.filter(({ head }) => head.popular).map(({ id }) => id)).toHaveLength(10)
  })

  it('has each answer under a heading, and each heading an answer or a screen', () => {
    const used = new Set(english.map(({ head }) => head.category))
    const leading = subCategories.flatMap(({ id, goesTo }) => (goesTo === undefined ? [] : [id]))
    expect([...used, ...leading].sort()).toEqual(subCategories.map(({ id }) => id).sort())
    expect([...used].every(isKept)).toBe(true)
  })

  it('leads on to other answers that there are', () => {
    const ids = new Set(english.map(({ id }) => id))
    const lost = english.flatMap(({ id, head }) => head.related.filter((one) => one === id || !ids.has(one)))
    expect(lost).toEqual([])
  })
})

/** French takes more words for the same. */
describe.each([['en', 220]])('an answer in %s', (language, most) => {
  const pages = pagesOf(language)
  const seen = screenTexts(language)

  it('is short enough to read and long enough to help', () => {
    const lengths = pages.map(({ id, body }) => ({ id, words: body.match(/[\p{L}\p{N}’'-]+/gu)?.length ?? 0 }))
    expect(lengths.filter(({ words }) => words < 80 || words > most)).toEqual([])
  })

  it('begins with the answer and goes on in short points', () => {
    const without = pages.filter(({ body }) => !/^[\p{L}{]/u.test(body.trimStart()) || !/^(1\.|-) /m.test(body))
    expect(without.map(({ id }) => id)).toEqual([])
  })

  it('prints in bold what stands on the screen, word for word', () => {
    const strange = pages.flatMap(({ id, body }) =>
      Array.from(body.matchAll(/\*\*(.+?)\*\*/gs), ([, words = '']) => words.replaceAll(/\s+/g, ' '))
        .filter((words) => !seen.some((text) => text.includes(words)))
        .map((words) => `${id}: ${words}`),
    )
    expect(strange).toEqual([])
  })

  it('speaks of no market but by its constants', () => {
    const known = ['brand', 'currency', 'careNumber', 'pinResetDial']
    const strange = pages.flatMap(({ id, head, body }) => {
      const text = `${JSON.stringify(head)}${body}`
      return [
        ...placeholdersOf(text).filter((name) => !known.includes(name)),
        ...(text.match(/nyanja|malawi|congo|kwacha|\b(?:MWK|CDF|USD)\b|\*\d+[*#]/gi) ?? []),
        // A number to call belongs to the market; an example of an account begins with its letter.
        ...(body.match(/(?<![P\d])\d[\d ]{4,}\d/g) ?? []),
      ].map((one) => `${id}: ${one}`)
    })
    expect(strange).toEqual([])
  })
})
