import { destinations, helpScreens } from '@nyanja/domain/help'
import { type FillValues, fillKnown, listPlaceholders } from '@nyanja/domain/texts/fill'
import { marked } from 'marked'
import { type ErrorCode, isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import type { SourceArticle, SourceCategory, SourceLanguage } from '../../help/help-source.ts'
import { cleanHtml } from '../read-package.ts'

/** A YAML text with the line numbers of its fields. */
interface Sheet {
  readonly values: unknown
  readonly faults: readonly string[]
  /** Names a place such as `en/help/lost-sim.md line 3`, or the file alone where the field is unknown. */
  readonly placeOf: (field?: string) => string
}

interface SheetFile {
  /** The name shown to people: `en/help/lost-sim.md`. */
  readonly name: string
  readonly text: string
  /** The number of lines of the file before the text. */
  readonly offset?: number
}

/** The parser's hints about likely mistakes mean nothing to authors of articles. */
const hints: Partial<Record<ErrorCode, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'put a text that holds a colon into quotes',
}

function readSheet({ name, text, offset = 0 }: SheetFile): Sheet {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  const lineAt = (position: number) => counter.linePos(position).line + offset
  const lines = new Map<string, number>()
  if (isMap(document.contents)) {
    for (const { key } of document.contents.items)
      if (isScalar(key) && key.range) lines.set(String(key.value), lineAt(key.range[0]))
  }
  const faults = document.errors.map(
    ({ code, message, pos: [start] }) => `${name} line ${lineAt(start)}: ${hints[code] ?? message}`,
  )
  return {
    values: faults.length > 0 ? undefined : document.toJS(),
    faults,
    placeOf: (field = '') => {
      const line = lines.get(field)
      return line === undefined ? name : `${name} line ${line}`
    },
  }
}

const page = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?---[ \t]*(?:\r?\n|$)([\s\S]*)$/

/** Splits a page whose fields are between two lines of dashes at its beginning. */
export function splitPage(
  text: string,
): { readonly fields: string; readonly body: string; readonly bodyLine: number } | undefined {
  const [, fields, body] = page.exec(text) ?? []
  if (fields === undefined || body === undefined) return undefined
  return { fields, body, bodyLine: text.slice(0, text.length - body.length).split('\n').length }
}

const signs = /[!-/:-@[-`{-~]/g

/** Renders a value as plain text at any position in Markdown. */
const literal = (value: string | number) => String(value).replace(signs, '\\$&')

/** Renders Markdown as sanitised HTML, with the market's texts filled in. */
function renderBody(body: string, constants: FillValues): string {
  const escaped = Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, literal(value)]))
  return cleanHtml(marked.parse(fillKnown(body, escaped), { async: false })).trim()
}

/** Lists each `{name}` that the market does not define, with its line within the text. */
function strangePlaceholders(text: string, constants: FillValues): { readonly name: string; readonly line: number }[] {
  return text.split('\n').flatMap((line, at) =>
    listPlaceholders(line)
      .filter((name) => !Object.hasOwn(constants, name))
      .map((name) => ({ name, line: at + 1 })),
  )
}

/** A single text or a list of texts. */
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

interface ArticleFile {
  readonly name: string
  readonly id: string
  readonly text: string
  /** The English article also defines the fields that all languages share. */
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
  const strange = listPlaceholders(question + words).filter((one) => !Object.hasOwn(constants, one))
  if (strange.length > 0)
    return { faults: [`${sheet.placeOf('question')}: {${strange.join('} {')}} is not defined by the market`] }
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
    (one) => `${name} line ${bodyLine + one.line - 1}: {${one.name}} is not defined by the market`,
  )
}

function schemaFaults({ issues }: z.ZodError, { faults, placeOf }: Sheet): string[] {
  if (faults.length > 0) return []
  return issues.map((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const field = issue.path.map(String)
    return `${placeOf(unknown ?? field[0])}: ${unknown === undefined ? `${field.join('.')}: ` : ''}${issue.message}`
  })
}

const Id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const SubCategory = z.strictObject({
  id: Id,
  title: z.string().min(2),
  text: z.string().optional(),
  goesTo: z.enum(destinations).optional(),
})
const Categories = z.array(
  z.strictObject({
    id: Id,
    title: z.string().min(2),
    text: z.string().optional(),
    icon: z.string().optional(),
    subCategories: z.array(SubCategory).default([]),
  }),
)

type Reading = Pick<SourceLanguage, 'categories' | 'placeOfCategories'> & { readonly faults: readonly string[] }

export function readCategories(name: string, text: string, constants: FillValues): Reading {
  const sheet = readSheet({ name, text })
  const found = Categories.safeParse(sheet.values)
  const filled = <Row extends { title: string; text?: string | undefined }>(row: Row) => ({
    ...row,
    title: fillKnown(row.title, constants),
    ...(row.text !== undefined && { text: fillKnown(row.text, constants) }),
  })
  const categories: SourceCategory[] = (found.data ?? []).map((category) => ({
    ...filled(category),
    subCategories: category.subCategories.map(filled),
  }))
  const faults = [...sheet.faults, ...(found.error ? schemaFaults(found.error, sheet) : [])]
  return { categories, placeOfCategories: sheet.placeOf, faults }
}
