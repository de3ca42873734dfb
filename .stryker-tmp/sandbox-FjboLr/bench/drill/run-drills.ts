// @ts-nocheck
import { printTable } from '../stage/figures.ts'
import type { Drill, DrillOptions, DrillReport } from './drill.ts'

const mostPrinted = 20

/** Runs drills after each other and prints what each did. True when nothing was violated. */
export async function runDrills(drills: readonly Drill[], options: DrillOptions): Promise<boolean> {
  const rows: (readonly string[])[] = []
  for (const drill of drills) {
    console.log(`${drill.name}: ${drill.promise}`)
    const begun = performance.now()
    const report = await reportOf(drill, options)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    printReport(drill, report, options)
    rows.push([drill.name, String(report.violations.length), `${seconds} s`, report.did])
  }
  printTable(['drill', 'violations', 'took', 'did'], rows)
  return rows.every(([, violations]) => violations === '0')
}

/** A drill that breaks down has shown nothing, and the others still run. */
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
  console.log(`      again: ${replay}\n`)
}
