import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import type { CsvFile } from './file-format.ts'
import { cutOff, FileFault, longestLine, type RawRow, visible } from './raw-rows.ts'

const Parsed = z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) })

interface Line {
  readonly line: number
  readonly record: readonly string[]
}

/** The rows of a table below its heading, and the lines around it. */
export async function* readCsv(text: AsyncIterable<string>, format: CsvFile): AsyncGenerator<RawRow> {
  let heading: Heading | undefined
  let hasEnded = false
  let last = 1
  let first: Line | undefined
  let nearest: Line | undefined
  for await (const one of readLines(text, format)) {
    const { line, record } = one
    last = line
    if (heading === undefined) {
      heading = headingIn(one, format)
      if (heading !== undefined) continue
      first ??= one
      nearest = nearer(nearest, one, format)
      yield { line, cells: {}, outside: 'before the heading' }
    } else {
      hasEnded ||= format.end?.includes(firstFilled(record) ?? '') ?? false
      yield hasEnded ? { line, cells: {}, outside: 'after the last row' } : rowOf(one, heading)
    }
  }
  if (heading === undefined) throw withoutHeading(first, nearest, format)
  if (format.end !== undefined && !hasEnded)
    throw new FileFault(last, `${cutOff} No line begins with ${format.end.join(' or ')}`)
}

async function* readLines(text: AsyncIterable<string>, { delimiter, quote }: CsvFile): AsyncGenerator<Line> {
  let parsed = 0
  const parser = parse({
    // A quotation mark inside a cell is text: only one at its beginning opens a cell with delimiters or lines in it.
    ...{ delimiter, quote, bom: true, trim: true, relax_column_count: true, relax_quotes: true, info: true },
    on_record: (record, { lines }) => {
      parsed = lines
      return record
    },
    ...{ skip_empty_lines: true, skip_records_with_empty_values: true, max_record_size: longestLine },
  })
  // The errors go to the reader of the parser.
  void pipeline(Readable.from(text), parser).catch(() => {})
  let last = 1
  try {
    for await (const parsed of parser) {
      const { record, info } = Parsed.parse(parsed)
      last = info.lines
      yield { line: last, record }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // The parser notices an open quotation mark only at the end of the file.
    const line = error.code === openQuote ? parsed + 1 : lineOf(error, last)
    throw new FileFault(line, faultOf(error))
  }
}

interface Heading {
  readonly line: number
  readonly heads: readonly string[]
}

/** Returns undefined for a line before the heading. */
function headingIn({ line, record }: Line, { header }: CsvFile): Heading | undefined {
  return header.every((head) => record.includes(head)) ? { line, heads: record } : undefined
}

const lacking = ({ record }: Line, { header }: CsvFile) => header.filter((head) => !record.includes(head))

/** The line that lacks the fewest columns of the heading, if it has any. */
function nearer(nearest: Line | undefined, one: Line, format: CsvFile): Line | undefined {
  const least = nearest === undefined ? format.header.length : lacking(nearest, format).length
  return lacking(one, format).length < least ? one : nearest
}

function withoutHeading(first: Line | undefined, nearest: Line | undefined, format: CsvFile): FileFault {
  const message = `no line has the columns ${format.header.join(', ')}`
  if (nearest !== undefined)
    return new FileFault(nearest.line, `${message}; this one lacks ${lacking(nearest, format).join(', ')}`)
  const seen =
    first === undefined ? 'the file is empty' : `the first line is ${visible(first.record.join(format.delimiter))}`
  return new FileFault(first?.line ?? 1, `${message}; ${seen}`)
}

const firstFilled = (record: readonly string[]) => record.find((cell) => cell !== '')

function rowOf({ line, record }: Line, { heads, line: headingLine }: Heading): RawRow {
  const cells: Record<string, string> = {}
  for (const [at, cell] of record.slice(0, heads.length).entries()) cells[heads[at] ?? ''] ??= cell
  const fault = faultOfLength(record, heads)
  return { line, cells, headingLine, ...(fault !== undefined && { fault }) }
}

/** Spreadsheets and some exports write empty cells after the last column. */
function faultOfLength(record: readonly string[], heads: readonly string[]): string | undefined {
  const has = `the line has ${record.length} cells, and the heading has ${heads.length}`
  if (record.length < heads.length) return `${has}: was it cut off?`
  const isLonger = record.slice(heads.length).some((cell) => cell !== '')
  return isLonger ? `${has}: is a delimiter in a cell without quotation marks?` : undefined
}

const openQuote = 'CSV_QUOTE_NOT_CLOSED'

function faultOf({ code }: CsvError): string {
  if (code === openQuote) return `${cutOff} A quotation mark is open`
  if (code === 'CSV_MAX_RECORD_SIZE') return 'the line is too long'
  return 'a cell begins with a quotation mark, and the next one does not end it'
}

function lineOf(error: CsvError, last: number): number {
  return 'lines' in error && typeof error.lines === 'number' ? error.lines : last
}
