import { helpScreens } from '@nyanja/domain/help'
import { type FillValues, fillKnown, placeholdersOf } from '@nyanja/domain/texts/fill'
import { marked } from 'marked'
import { z } from 'zod'
import type { SourceArticle } from '../../help/help-source.ts'
import { cleanHtml } from '../clean-html.ts'
import { readSheet, type Sheet, splitPage } from './sheet.ts'

const signs = /[!-/:-@[-`{-~]/g

/** What a value says and nothing else, wherever in Markdown it stands. */
const literal = (value: string | number) => String(value).replace(signs, '\\$&')

/** Markdown as clean HTML, with the market's own words filled in. */
function renderBody(body: string, constants: FillValues): string {
  const escaped = Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, literal(value)]))
  return cleanHtml(marked.parse(fillKnown(body, escaped), { async: false })).trim()
}

/** Each `{name}` that is no word of the market, with its line within the text. */
function strangePlaceholders(text: string, constants: FillValues): { readonly name: string; readonly line: number }[] {
  return text.split('\n').flatMap((line, at) =>
    placeholdersOf(line)
      .filter((name) => !Object.hasOwn(constants, name))
      .map((name) => ({ name, line: at + 1 })),
  )
}

/** One text, or a list of them. */
const Words = z.union([z.string(), z.array(z.coerce.string()).transform((list) => list.join(' '))])
const Ids = z.array(z.string().regex(/^[a-z0-9-]+$/))

const text = z.string('is missing, or is no text')
const Translation = z.strictObject({ question: text.min(3).max(140), words: Words.default('') })
const Article = Translation.extend({
  category: text.regex(/^[a-z0-9-]+$/),
  popular: z.boolean().default(false),
  action: z.enum(helpScreens).optional(),
  related: Ids.default([]),
})

export interface ArticleFile {
  readonly name: string
  readonly id: string
  readonly text: string
  /** English says what an article is besides its words. */
  readonly carriesStructure: boolean
  readonly constants: FillValues
}

export type ArticleReading = { readonly article: SourceArticle } | { readonly faults: readonly string[] }

export function readArticle({ name, id, text, carriesStructure, constants }: ArticleFile): ArticleReading {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 80)
    return { faults: [`${name}: a file name has small letters, digits and dashes only, at most 80`] }
  const parts = splitPage(text)
  if (parts === undefined) return { faults: [`${name} line 1: must begin with fields between two lines of ---`] }
  const sheet = readSheet({ name, text: parts.fields, offset: 1 })
  const found = carriesStructure ? Article.safeParse(sheet.values) : Translation.safeParse(sheet.values)
  const faults = [
    ...sheet.faults,
    ...(found.error ? schemaFaults(found.error, sheet) : []),
    ...faultsOfBody(name, parts, constants),
  ]
  if (!found.success || faults.length > 0) return { faults }
  const { question, words } = found.data
  const strange = placeholdersOf(question + words).filter((one) => !Object.hasOwn(constants, one))
  if (strange.length > 0)
    return { faults: [`${sheet.placeOf('question')}: {${strange.join('} {')}} is no word of the market`] }
  return {
    article: {
      id,
      question: fillKnown(question, constants),
      words: fillKnown(words, constants),
      html: renderBody(parts.body, constants),
      placeOf: sheet.placeOf,
      ...structureIn(found.data),
    },
  }
}

function structureIn(data: z.infer<typeof Translation> | z.infer<typeof Article>): Pick<SourceArticle, 'structure'> {
  if (!('category' in data)) return {}
  const { category, popular, action, related } = data
  return { structure: { category, isPopular: popular, related, ...(action && { action }) } }
}

function faultsOfBody(
  name: string,
  { body, bodyLine }: { body: string; bodyLine: number },
  constants: FillValues,
): string[] {
  if (body.trim() === '') return [`${name} line ${bodyLine}: there is no answer`]
  return strangePlaceholders(body, constants).map(
    (one) => `${name} line ${bodyLine + one.line - 1}: {${one.name}} is no word of the market`,
  )
}

export function schemaFaults({ issues }: z.ZodError, { faults, placeOf }: Sheet): string[] {
  if (faults.length > 0) return []
  return issues.map((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const field = issue.path.map(String)
    return `${placeOf(unknown ?? field[0])}: ${unknown === undefined ? `${field.join('.')}: ` : ''}${issue.message}`
  })
}
