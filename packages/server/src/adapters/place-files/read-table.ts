import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import type { FoundRow, FoundTable } from '../../places/place-source.ts'
import type { RowRule } from './row-rules.ts'

const Parsed = z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.number() }) })

/** Reads on while others are served: a table may have a hundred thousand lines. */
export async function readTable<Row>(
  file: string,
  { columns, schema, faultOfColumn }: RowRule<Row>,
): Promise<FoundTable<Row>> {
  const name = path.basename(file)
  const first = await firstLine(file)
  const delimiter = delimiterOf(first)
  const heads = headsOf(first, delimiter)
  const missing = columns.filter((column) => !heads.includes(column)).map((column) => `there is no column ${column}`)
  const wrong = [...missing, ...heads.flatMap((column) => faultOfColumn?.(column) ?? [])]
  if (wrong.length > 0) return { rows: [], faults: wrong.map((fault) => `${name}: ${fault}`) }

  const rows: FoundRow<Row>[] = []
  const faults: string[] = []
  const parser = parse({
    bom: true,
    delimiter,
    columns: (heads: string[]) => heads.map((head) => head.trim()),
    trim: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    info: true,
  })
  // What breaks is thrown to whoever reads from the parser.
  pipeline(createReadStream(file), parser, () => {})
  try {
    for await (const parsed of parser) {
      const { record, info } = Parsed.parse(parsed)
      const read = schema.safeParse(record)
      if (read.success) rows.push({ line: info.lines, row: read.data })
      else faults.push(...faultsOf(read.error, `${name}, line ${info.lines}`))
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    faults.push(textsOf(error, name))
  }
  return { rows, faults }
}

const textsOf = ({ code, lines, message }: CsvError, name: string) =>
  code === 'CSV_RECORD_INCONSISTENT_COLUMNS'
    ? `${name}, line ${lines}: another number of columns than in the first line. Is a text with a comma in quotes?`
    : `${name}: ${message}`

function faultsOf({ issues }: z.core.$ZodError, place: string): string[] {
  return issues.map(({ path: keys, message }) => `${place}: ${String(keys[0])} ${message}`)
}

async function firstLine(file: string): Promise<string> {
  const handle = await open(file)
  try {
    for await (const line of handle.readLines()) return line.replace('\uFEFF', '')
    return ''
  } finally {
    await handle.close()
  }
}

/** Spreadsheets of languages with a decimal comma write semicolons. */
const delimiterOf = (heads: string) => (heads.includes(';') ? ';' : ',')

const headsOf = (line: string, delimiter: string) =>
  line.split(delimiter).map((head) => head.trim().replaceAll('"', ''))
