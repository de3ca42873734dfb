/** A cell of a table. Money is written in major units, times in UTC. */
export type CsvCell = string | number | undefined

/** Spreadsheets execute texts that begin with these as formulas (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/

/** RFC 4180. A text that a spreadsheet would execute gets an apostrophe before it; numbers stay numbers. */
function toCsvCell(cell: CsvCell): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its end. */
export function toCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`
}
