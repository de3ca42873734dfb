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

/** The rows of a table below its heading. */
export async function* readCsv(text: AsyncIterable<string>, format: CsvFile): AsyncGenerator<RawRow> {
  let heads: readonly string[] | undefined
  let hasEnded = false
  let last = 1
  let begin: readonly string[] = []
  for await (const { line, record } of readLines(text, format)) {
    last = line
    if (begin.length === 0) begin = record
    if (hasEnded) continue
    if (heads === undefined) heads = headsIn(record, format)
    else if (format.end !== undefined && firstFilled(record) === format.end) hasEnded = true
    else yield rowOf(record, heads, line)
  }
  if (heads === undefined) throw new FileFault(1, withoutHeading(begin, format))
  if (format.end !== undefined && !hasEnded) throw new FileFault(last, `${cutOff} No line begins with ${format.end}`)
}

async function* readLines(text: AsyncIterable<string>, { delimiter, quote }: CsvFile): AsyncGenerator<Line> {
  const parser = parse({
    // A quotation mark inside a cell is text: only one at its beginning opens a cell with delimiters or lines in it.
    ...{ delimiter, quote, bom: true, trim: true, relax_column_count: true, relax_quotes: true, info: true },
    ...{ skip_empty_lines: true, skip_records_with_empty_values: true, max_record_size: longestLine },
  })
  // The reader of the parser receives the errors.
  void pipeline(Readable.from(text), parser).catch(() => {})
  let last = 1
  try {
    for await (const parsed of parser) {
      const { record, info } = Parsed.parse(parsed)
      last = info.lines
      yield { line: last, record }
    }
  } catch (error) {
    throw error instanceof CsvError ? new FileFault(lineOf(error, last), faultOf(error)) : error
  }
}

function withoutHeading(begin: readonly string[], { header, delimiter }: CsvFile): string {
  const seen = begin.length === 0 ? 'the file is empty' : `the first line is ${visible(begin.join(delimiter))}`
  return `no line has the columns ${header.join(', ')}; ${seen}`
}

const firstFilled = (record: readonly string[]) => record.find((cell) => cell !== '')

/** Undefined for a line before the heading. */
function headsIn(record: readonly string[], { header }: CsvFile): readonly string[] | undefined {
  return header.every((head) => record.includes(head)) ? record : undefined
}

function rowOf(record: readonly string[], heads: readonly string[], line: number): RawRow {
  // Spreadsheets and some exports write empty cells after the last column.
  if (record.length < heads.length || record.slice(heads.length).some((cell) => cell !== ''))
    throw new FileFault(
      line,
      `the line has ${record.length} cells, and the heading has ${heads.length}: was it cut off?`,
    )
  const cells: Record<string, string> = {}
  for (const [at, head] of heads.entries()) cells[head] ??= record[at] ?? ''
  return { line, cells }
}

function faultOf({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `${cutOff} A quotation mark is open`
  if (code === 'CSV_MAX_RECORD_SIZE') return 'the line is too long'
  return 'a cell begins with a quotation mark, and the next one does not end it'
}

function lineOf(error: CsvError, last: number): number {
  return 'lines' in error && typeof error.lines === 'number' ? error.lines : last
}
