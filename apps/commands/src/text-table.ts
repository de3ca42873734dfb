/** Removes control characters from external texts, which could make a terminal display something else. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}

/** Formats columns of plain text, each as wide as its longest cell. An empty cell is a dash, so that `cut` works. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (cell === '' ? '-' : plain(cell))))
  const all = [headings.map((heading) => heading.toUpperCase()), ...cells]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats a time as `2026-11-20 10:00:05Z`. */
export function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}Z`
}
