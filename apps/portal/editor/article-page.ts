import { splitPage } from '@nyanja/server/adapters/help-files/read-article'
import { Document, isCollection, isMap, isScalar, parseDocument } from 'yaml'

/** The content of a file of the help centre, as a writer reads it: lists with commas between. */
export interface ArticleWords {
  readonly question: string
  readonly words: string
  readonly body: string
  readonly category: string
  readonly popular: string
  readonly action: string
  readonly related: string
}

export type FieldName = Exclude<keyof ArticleWords, 'body'>

/** The fields are in the order of a file. */
const fieldNames = ['question', 'category', 'popular', 'words', 'action', 'related'] as const satisfies FieldName[]

const lists: readonly string[] = ['words', 'related']
const flags: readonly string[] = ['popular']

export const emptyTexts: ArticleWords = {
  question: '',
  words: '',
  body: '',
  category: '',
  popular: '',
  action: '',
  related: '',
}

/** Undefined where the file does not begin with readable fields. */
export function readWords(page: string): ArticleWords | undefined {
  const parts = splitPage(page)
  if (parts === undefined) return undefined
  const sheet = parseDocument(parts.fields)
  if (sheet.errors.length > 0) return undefined
  const values: unknown = sheet.toJS()
  const shown = (name: FieldName) => textOf(valueIn(values, name))
  return {
    question: shown('question'),
    words: shown('words'),
    category: shown('category'),
    popular: shown('popular'),
    action: shown('action'),
    related: shown('related'),
    body: parts.body.trim(),
  }
}

function valueIn(values: unknown, name: string): unknown {
  return typeof values === 'object' && values !== null ? new Map(Object.entries(values)).get(name) : undefined
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ')
  return value === undefined || value === null || value === false ? '' : String(value)
}

/** Writes the page with these texts; unchanged fields keep their spelling. */
export function withTexts(page: string, wanted: Partial<ArticleWords>): string {
  const text = page === '' ? '---\n---\n\n' : page
  const before = readWords(text)
  const parts = splitPage(text)
  if (before === undefined || parts === undefined) return page
  const head = text.slice(0, text.length - parts.body.length)
  const start = head.indexOf('\n') + 1
  const changed = fieldNames.filter((name) => wanted[name] !== undefined && wanted[name] !== before[name])
  const fields = changed.reduce((sheet, name) => withField(sheet, name, wanted[name] ?? ''), parts.fields)
  const newHead = changed.length === 0 ? head : `${head.slice(0, start)}${fields}\n---\n`
  const { body = before.body } = wanted
  return newHead + (body === before.body ? parts.body : `${parts.body.match(/^\s*/)?.[0] ?? ''}${body.trim()}\n`)
}

function withField(sheet: string, name: FieldName, value: string): string {
  const line = lineOf(name, value)
  const found = placeOf(sheet, name)
  if (found === undefined)
    return line === '' ? sheet : joined([...linesBefore(sheet, name), line, ...linesAfter(sheet, name)])
  const without = (text: string) => text.replaceAll(/\n{2,}/g, '\n').trim()
  const changed = sheet.slice(0, found.start) + line + sheet.slice(found.end)
  return line === '' ? without(changed) : changed
}

const joined = (lines: readonly string[]) => lines.filter((line) => line !== '').join('\n')

/** The lines before the place of a missing field. */
function linesBefore(sheet: string, name: FieldName): string[] {
  return [sheet.slice(0, fieldOffset(sheet, name)).trimEnd()]
}

function linesAfter(sheet: string, name: FieldName): string[] {
  return [sheet.slice(fieldOffset(sheet, name))]
}

function fieldOffset(sheet: string, name: FieldName): number {
  const later = fieldNames.slice(fieldNames.indexOf(name) + 1)
  const places = later.flatMap((each) => placeOf(sheet, each)?.start ?? [])
  return Math.min(sheet.length, ...places)
}

function placeOf(sheet: string, name: FieldName): { readonly start: number; readonly end: number } | undefined {
  const { contents } = parseDocument(sheet)
  if (!isMap(contents)) return undefined
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === name)
  if (!isScalar(pair?.key) || !pair.key.range) return undefined
  const [start] = pair.key.range
  const end = rangeEnd(pair.value) ?? start + name.length + 1
  return { start, end: start + sheet.slice(start, end).trimEnd().length }
}

function rangeEnd(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return undefined
  const end: unknown = node.range[1]
  return typeof end === 'number' ? end : undefined
}

function lineOf(name: FieldName, value: string): string {
  if (value.trim() === '') return ''
  const sheet = new Document({ [name]: typed(name, value) })
  const node = sheet.get(name, true)
  if (isCollection(node)) node.flow = true
  return sheet.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd()
}

function typed(name: FieldName, value: string): string | boolean | string[] {
  if (flags.includes(name)) return value === 'true'
  if (!lists.includes(name)) return value.trim()
  return value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
