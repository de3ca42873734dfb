import type { ColumnFile } from './file-format.ts'
import { cutOff, FileFault, linesOf, type RawRow } from './raw-rows.ts'

/** The rows of a file with columns of fixed width. */
export async function* readColumns(text: AsyncIterable<string>, format: ColumnFile): AsyncGenerator<RawRow> {
  const columns = Object.entries(format.columns)
  const width = Math.max(...columns.map(([, [, to]]) => to))
  let hasEnded = false
  let last = 1
  for await (const { line, text: whole } of linesOf(text)) {
    last = line
    hasEnded ||= format.end !== undefined && whole.startsWith(format.end)
    if (hasEnded || whole.trim() === '' || !whole.startsWith(format.rowsBegin)) continue
    if (whole.length < width)
      throw new FileFault(line, `the line has ${whole.length} of ${width} places: was it cut off?`)
    const cells = columns.map(([name, [from, to]]) => [name, whole.slice(from - 1, to).trim()] as const)
    yield { line, cells: Object.fromEntries(cells) }
  }
  if (format.end !== undefined && !hasEnded) throw new FileFault(last, `${cutOff} No line begins with ${format.end}`)
}
