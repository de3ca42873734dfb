/** The value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN
}

export const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length

/** Columns as wide as their widest cell; the first is text, the others are figures. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(cells.join('  '))
  }
}

export interface Budget {
  readonly promise: string
  readonly isKept: boolean
  readonly figure: string
}

/** True when all are kept. */
export function printBudgets(budgets: readonly Budget[]): boolean {
  console.log('')
  for (const { promise, isKept, figure } of budgets) console.log(`${isKept ? 'pass' : 'FAIL'}  ${promise}: ${figure}`)
  return budgets.every(({ isKept }) => isKept)
}

export const seconds = (ms: number | undefined) => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`)

/** `1.04`: moved by four percent. */
export const ratio = (value: number) => value.toFixed(2)
