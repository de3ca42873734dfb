/** A cell of a table. Money is written in major units. */
export type CsvCell = string | number | undefined

/** The notation of a table. */
export interface CsvNotation {
  readonly delimiter: ',' | ';'
  readonly decimal: '.' | ','
}

const standard: CsvNotation = { delimiter: ',', decimal: '.' }

/** Spreadsheets execute texts that begin with these as formulas (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/

/** A text that a spreadsheet would execute gets an apostrophe before it; numbers stay numbers. */
function toCsvCell(cell: CsvCell, { delimiter, decimal }: CsvNotation): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return String(cell).replace('.', decimal)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Writes one line with its end, by RFC 4180 unless in another notation. */
export function toCsvLine(cells: readonly CsvCell[], notation: CsvNotation = standard): string {
  return `${cells.map((cell) => toCsvCell(cell, notation)).join(notation.delimiter)}\r\n`
}
