import { type BenchResult, readResults, type VerifyResult } from '../environment/results.ts'

const day = /\d{4}-\d{2}-\d{2}/

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')
}

const dayOf = (machine: string) => day.exec(machine)?.[0] ?? ''

function verifyTable(): string {
  const rows = Object.entries(readResults<VerifyResult>('verify')).map(([name, result]) => [
    result.isFull ? `${name}, full` : name,
    result.did,
    String(result.violations.length),
    result.seconds === 0 ? '' : `${result.seconds} s`,
    `${dayOf(result.machine)}, ${result.commit}`,
  ])
  return toTable(['Part', 'Did', 'Violations', 'Took', 'On, of commit'], rows)
}

function performanceTable(): string {
  const rows = Object.entries(readResults<BenchResult>('performance')).flatMap(([name, { budgets, machine, commit }]) =>
    budgets.map(({ promise, figure, isKept }, at) => [
      at === 0 ? name : '',
      promise,
      isKept ? figure : `**${figure}**`,
      at === 0 ? `${dayOf(machine)}, ${commit}` : '',
    ]),
  )
  return toTable(['Bench', 'Promise', 'Figure (bold: not kept)', 'On, of commit'], rows)
}

/** The tables by the document that shows them. */
export const tables = { 'docs/reliability.md': verifyTable, 'docs/performance.md': performanceTable }

const opening = '<!-- written by npm run bench -- tables -->\n'
const closing = '<!-- written until here -->'

/** Returns the document with its table written anew. */
export function withTable(document: string, table: string): string {
  const at = document.indexOf(opening)
  const end = document.indexOf(closing, at)
  if (at < 0 || end < 0) throw new Error(`The document has no place for a table: ${opening}${closing}`)
  return `${document.slice(0, at + opening.length)}\n${table}\n\n${document.slice(end)}`
}
