/** The cells of a row by their names. */
export type Cells = Readonly<Record<string, string>>

export interface RawRow {
  readonly line: number
  readonly cells: Cells
  /** The number of the statement, which differs for the statements of a file. */
  readonly statement?: number
  /** Whether the row is a balance of the statement, and no entry. */
  readonly isBalance?: true
  /** An entry is several rows, and this is not the first. */
  readonly isFurtherPart?: true
  /** The reason why it is no row at all, but a line around the table. */
  readonly outside?: string
  /** The reason why it cannot be read, unless rows of its kind are skipped. */
  readonly fault?: string
  /** The line of its heading. */
  readonly headingLine?: number
}

/** Tells whether a cell has no figure but zeros, in any notation. */
export const isZero = (cell: string): boolean => !/[1-9]/.test(cell)

/** Tells whether the sign is negative, be it the typographic one of some spreadsheets or the mark of a debit. */
export const isNegative = (cell: string): boolean => /^[-\u2212(]|[-\u2212]$|\bDR$/i.test(cell.trim())

/** A fault that makes the rest of a file unreadable. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** The limit in characters: longer lines and cells are no table of payments. */
export const longestLine = 100_000

/** Cuts a text of a file for a message, and names the characters that readers would not see. */
export function visible(text: string): string {
  const named = text
    .slice(0, 40)
    .replaceAll(
      /[^\P{C}\n]|[^\P{Z} ]/gu,
      (sign) => `[U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
  return `“${named}${text.length > 40 ? '…' : ''}”`
}

export const cutOff = 'the file ends in the middle: was it cut off?'

/** The lines of a text without their ends. */
export async function* linesOf(
  text: AsyncIterable<string>,
): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  let rest = ''
  let line = 0
  for await (const part of text) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw new FileFault(line + 1, 'the line is too long')
    for (const whole of lines) {
      line += 1
      yield { line, text: whole.endsWith('\r') ? whole.slice(0, -1) : whole }
    }
  }
  if (rest !== '') yield { line: line + 1, text: rest }
}
