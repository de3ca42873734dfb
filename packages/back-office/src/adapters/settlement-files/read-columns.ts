import type { ColumnFile } from './file-format.ts'
import { cutOff, FileFault, linesOf, type RawRow } from './raw-rows.ts'

/** The rows of a file with columns of fixed width, and its other lines. */
export async function* readColumns(text: AsyncIterable<string>, format: ColumnFile): AsyncGenerator<RawRow> {
  const columns = Object.entries(format.columns)
  const width = Math.max(...columns.map(([, [, to]]) => to))
  let hasEnded = false
  let last = 1
  for await (const { line, text: whole } of linesOf(text)) {
    last = line
    hasEnded ||= format.end?.some((end) => whole.startsWith(end)) ?? false
    if (whole.trim() === '') continue
    if (hasEnded || !whole.startsWith(format.rowsBegin)) {
      yield {
        line,
        cells: {},
        outside: hasEnded ? 'after the last row' : `without ${format.rowsBegin} at its beginning`,
      }
      continue
    }
    const cells = columns.map(([name, [from, to]]) => [name, whole.slice(from - 1, to).trim()] as const)
    const fault = `the line has ${whole.length} of ${width} places: was it cut off?`
    yield { line, cells: Object.fromEntries(cells), ...(whole.length < width && { fault }) }
  }
  if (format.end !== undefined && !hasEnded)
    throw new FileFault(last, `${cutOff} No line begins with ${format.end.join(' or ')}`)
}
