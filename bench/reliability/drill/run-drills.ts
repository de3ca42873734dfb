import { printTable } from '../../environment/run-bench.ts'
import type { Drill, DrillOptions, DrillReport } from './drill.ts'

const mostPrinted = 20

export interface DrillResult {
  readonly drill: Pick<Drill, 'name'>
  readonly report: DrillReport
  readonly seconds: number
}

export const isKept = ({ report }: DrillResult): boolean => report.violations.length === 0

/** Runs drills in sequence and prints their results. */
export async function runDrills(drills: readonly Drill[], options: DrillOptions): Promise<readonly DrillResult[]> {
  const results: DrillResult[] = []
  for (const drill of drills) {
    console.log(`${drill.name}: ${drill.promise}`)
    const begun = performance.now()
    const report = await reportOf(drill, options)
    const seconds = (performance.now() - begun) / 1000
    printReport(drill, report, options)
    results.push({ drill, report, seconds })
  }
  printTable(
    ['drill', 'violations', 'took', 'did'],
    results.map(({ drill: { name }, report: { violations, did }, seconds }) => [
      name,
      String(violations.length),
      `${seconds.toFixed(1)} s`,
      did,
    ]),
  )
  return results
}

/** A drill that throws has shown nothing, and the others still run. */
async function reportOf(drill: Drill, options: DrillOptions): Promise<DrillReport> {
  try {
    return await drill.run(options)
  } catch (error) {
    console.error(error)
    return { did: 'broke down', violations: [`it broke down: ${String(error)}`] }
  }
}

function printReport({ name }: Drill, { did, violations, failingSeed }: DrillReport, options: DrillOptions): void {
  const replay = `npm run drill -- --only ${name} --seed ${failingSeed ?? options.seed}${options.isFull ? ' --full' : ''}`
  for (const violation of violations.slice(0, mostPrinted)) console.log(`FAIL  ${violation}`)
  if (violations.length > mostPrinted) console.log(`      … and ${violations.length - mostPrinted} more`)
  console.log(`${violations.length === 0 ? 'pass' : 'FAIL'}  ${did}; ${violations.length} violations`)
  console.log(`      replay: ${replay}\n`)
}

interface Written {
  readonly document: string
  /** By their headings in the document: `drills inside one process`. */
  readonly tables: Readonly<Record<string, readonly string[]>>
  readonly results: readonly DrillResult[]
  /** The machine, the time and the options of the run, in one sentence. */
  readonly circumstances: string
}

const openingOf = (name: string) => `<!-- written by npm run drill -- --write: ${name} -->\n`
const closing = '<!-- written until here -->'

/** The document with each of its marked parts rewritten from one run. */
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
  if (at < 0 || end < 0) throw new Error(`The document has no section for ${name}`)
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
