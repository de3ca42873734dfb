export type CsvCell = string | number | undefined

/** Spreadsheets know UTF-8 by it. */
const byteOrderMark = '\uFEFF'

/** As RFC 4180 has it. A text that a spreadsheet would take for a formula stays a text. */
export function csvText(heads: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `${byteOrderMark}${[heads, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
