import type { ExportFormat } from '@nyanja/domain/finance/export-names'
import { minorPerWhole } from '@nyanja/domain/money/currencies'
import { type Money, majorText } from '@nyanja/domain/money/money'
import { day as dayMs } from '@nyanja/domain/time'
import { type CsvNotation, toCsvLine } from '@nyanja/server/common/csv'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'

/**
 * The type of a column's cells. `time` is epoch milliseconds, `day` a day of the market: `2026-11-20`. Any cell may be
 * empty.
 */
export type ColumnType = 'text' | 'integer' | 'money' | 'time' | 'day'
export type Cell = string | number | Money | undefined

export interface ExportTable {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[]
  readonly rows: AsyncIterable<readonly Cell[]>
}

interface FileFormat {
  /** The media type for HTTP. */
  readonly type: string
  /** The ending of a file's name. */
  readonly ending: string
  readonly write: (table: ExportTable) => AsyncIterable<Uint8Array>
}

const csvType = 'text/csv; charset=utf-8'

export const fileFormats: Readonly<Record<ExportFormat, FileFormat>> = {
  csv: { type: csvType, ending: '.csv', write: (table) => writeCsv(table) },
  'csv-comma': { type: csvType, ending: '-comma.csv', write: writeCommaCsv },
  parquet: { type: 'application/vnd.apache.parquet', ending: '.parquet', write: writeParquet },
}

/** The rows of a chunk, enough for a packet; the whole is never in memory. */
const rowsOfChunk = 500
/** The rows that are in memory at once: some megabytes. */
const rowsOfGroup = 10_000

async function* inBatches<Row>(rows: AsyncIterable<Row>, size: number): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function toCsvCell(cell: Cell, type: ColumnType): string | number | undefined {
  if (cell === undefined) return undefined
  if (typeof cell === 'object') return Number(majorText(cell))
  return type === 'time' && typeof cell === 'number' ? new Date(cell).toISOString() : cell
}

async function* writeCsv({ columns, rows }: ExportTable, notation?: CsvNotation): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    toCsvLine(
      columns.map(({ name }) => name),
      notation,
    ),
  )
  for await (const batch of inBatches(rows, rowsOfChunk)) {
    const cellsOf = (row: readonly Cell[]) => columns.map(({ type }, index) => toCsvCell(row[index], type))
    yield Buffer.from(batch.map((row) => toCsvLine(cellsOf(row), notation)).join(''))
  }
}

/** Spreadsheets take a file without a byte-order mark for one in their own encoding. */
async function* writeCommaCsv(table: ExportTable): AsyncGenerator<Uint8Array> {
  yield Buffer.from('\uFEFF')
  yield* writeCsv(table, { delimiter: ';', decimal: ',' })
}

/** Currencies in which people pay have at most three decimals (ISO 4217). */
const moneyDigits = 3

const schemaOf = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  money: { type: 'INT64', converted_type: 'DECIMAL', scale: moneyDigits, precision: 18 },
  // Readers take a time without its logical type for one of no zone.
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  day: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
} as const satisfies Record<ColumnType, object>

function toParquetCell(cell: Cell, type: ColumnType): string | bigint | number | null {
  if (cell === undefined) return null
  if (type === 'day') return Math.round(Date.parse(String(cell)) / dayMs)
  if (typeof cell === 'object') return BigInt(cell.minor) * BigInt(10 ** moneyDigits / minorPerWhole(cell.currency))
  return typeof cell === 'number' ? BigInt(cell) : cell
}

/** Hands over what was written so far. */
class DrainedWriter extends ByteWriter {
  drain(): Uint8Array {
    const bytes = this.getBytes().slice()
    this.index = 0
    return bytes
  }
}

async function* writeParquet({ columns, rows }: ExportTable): AsyncGenerator<Uint8Array> {
  const writer = new DrainedWriter()
  const schema = columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...schemaOf[type] }))
  const parquet = new ParquetWriter({ writer, schema: [{ name: 'root', num_children: columns.length }, ...schema] })
  for await (const batch of inBatches(rows, rowsOfGroup)) {
    const columnData = columns.map(({ name, type }, index) => ({
      name,
      data: batch.map((row) => toParquetCell(row[index], type)),
    }))
    await parquet.write({ columnData, rowGroupSize: rowsOfGroup })
    yield writer.drain()
  }
  await parquet.finish()
  yield withTypedGroups(writer.drain())
}

/** A footer of no rows has a list of no row groups, whose elements have no type, or are structures. */
const [noGroups, noTypedGroups] = [Buffer.of(0x16, 0, 0x19, 0), Buffer.of(0x16, 0, 0x19, 0x0c)]

/**
 * The writer gives an empty list no type, which arrow-rs refuses. In the compact protocol of Thrift, with which a
 * Parquet file ends, 12 is a structure.
 */
function withTypedGroups(footer: Uint8Array): Uint8Array {
  const at = Buffer.from(footer).lastIndexOf(noGroups)
  if (at >= 0) footer.set(noTypedGroups, at)
  return footer
}
