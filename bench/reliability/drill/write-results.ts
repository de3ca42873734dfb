import type { DrillResult } from './run-drills.ts'

interface Written {
  readonly document: string
  /** By what the document calls them: `drills inside one process`. */
  readonly tables: Readonly<Record<string, readonly string[]>>
  readonly results: readonly DrillResult[]
  /** On what, when and how they ran, in one sentence. */
  readonly circumstances: string
}

const openingOf = (name: string) => `<!-- written by npm run drill -- --write: ${name} -->\n`
const closing = '<!-- written until here -->'

/** The document with each of its marked parts written anew from one run. */
export function withResults({ document, tables, results, circumstances }: Written): string {
  const parts = Object.entries(tables).map(([name, drills]) => [name, tableOf(drills, results)] as const)
  return [['circumstances', circumstances] as const, ...parts].reduce(
    (text, [name, part]) => withPart(text, name, part),
    document,
  )
}

function withPart(document: string, name: string, part: string): string {
  const opening = openingOf(name)
  const at = document.indexOf(opening)
  const end = document.indexOf(closing, at)
  if (at < 0 || end < 0) throw new Error(`The document has no place for ${name}`)
  return `${document.slice(0, at + opening.length)}\n${part}\n\n${document.slice(end)}`
}

function tableOf(drills: readonly string[], results: readonly DrillResult[]): string {
  const rows = drills.map((name) => {
    const result = results.find(({ drill }) => drill.name === name)
    if (result === undefined) throw new Error(`${name} did not run`)
    const { did, violations } = result.report
    return [name, did, String(violations.length), `${result.seconds.toFixed(0)} s`]
  })
  return [['Drill', 'Did', 'Violations', 'Took'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`)
    .join('\n')
}
