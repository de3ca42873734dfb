import type { Drill, DrillOptions, DrillReport } from './drill.ts'

const mostPrinted = 20

export interface DrillResult {
  readonly drill: Pick<Drill, 'name'>
  readonly report: DrillReport
  readonly seconds: number
}

export const isKept = ({ report }: DrillResult): boolean => report.violations.length === 0

/** Runs a drill and prints its result. */
export async function runDrill(drill: Drill, options: DrillOptions): Promise<DrillResult> {
  console.log(`${drill.name}: ${drill.promise}`)
  const begun = performance.now()
  const report = await reportOf(drill, options)
  const seconds = (performance.now() - begun) / 1000
  printReport(drill, report, options)
  return { drill, report, seconds }
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
  const replay = `npm run verify -- --only ${name} --seed ${failingSeed ?? options.seed}${options.isFull ? ' --full' : ''}`
  for (const violation of violations.slice(0, mostPrinted)) console.log(`FAIL  ${violation}`)
  if (violations.length > mostPrinted) console.log(`      … and ${violations.length - mostPrinted} more`)
  console.log(`${violations.length === 0 ? 'pass' : 'FAIL'}  ${did}; ${violations.length} violations`)
  console.log(`      replay: ${replay}\n`)
}
