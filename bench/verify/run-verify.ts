import { drillPrograms } from '../../scripts/check/find-tools.mjs'
import { prepare } from '../../scripts/check/prepare.mjs'
import { steps } from '../../scripts/check/steps.mjs'
import { readCommand } from '../../scripts/command.mjs'
import { commitOfSources, hashOfSources, readResults, type VerifyResult, writeResult } from '../environment/results.ts'
import { describeMachine, printTable, runBench } from '../environment/run-bench.ts'
import type { DrillOptions } from '../reliability/drill/drill.ts'
import { type DrillResult, isKept, runDrill } from '../reliability/drill/run-drill.ts'
import { parts } from './parts.ts'

const names = parts.map(({ name }) => name)
const { values } = readCommand({
  name: 'npm run verify',
  about:
    'Shows what npm test is too short for: it runs every part in sequence, writes each result into bench/results/verify.json, and exits with 1 when a promise is broken.',
  options: {
    only: { type: 'string', value: 'parts', choices: names, about: `only these: ${names.join(',')}` },
    continue: { type: 'boolean', default: false, about: 'leave out parts that have passed with these very sources' },
    seed: { type: 'string', default: '1', value: 'number', about: 'the first seed of a drill' },
    full: { type: 'boolean', default: false, about: 'run drills with their full counts' },
    seconds: { type: 'string', value: 'count', about: 'how long the flood of overload lasts' },
    database: { type: 'string', value: 'url', about: 'a PostgreSQL server in place of a temporary one' },
  },
})

await runBench('Verify', async (cleanup) => {
  const sources = hashOfSources()
  const before = readResults<VerifyResult>('verify')
  const hasPassed = (name: string) => {
    const result = before[name]
    return result?.sources === sources && result.violations.length === 0
  }
  const wanted = parts.filter(({ name }) => values.only?.split(',').includes(name) ?? true)
  const chosen = wanted.filter(({ name }) => !(values.continue && hasPassed(name)))
  const left = wanted.length - chosen.length
  if (left > 0) console.log(`${left} parts have passed with these sources and are left out\n`)
  const options: DrillOptions = {
    seed: Number(values.seed),
    isFull: values.full,
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
    databaseUrl: values.database ?? (await ownServer(cleanup)),
  }
  const results: DrillResult[] = []
  for (const part of chosen) {
    const machine = describeMachine()
    const result = await runDrill(part, options)
    results.push(result)
    // A part that could not run here has shown nothing that replaces an earlier result.
    if (result.report.isSkipped) continue
    writeResult('verify', part.name, {
      ...toVerifyResult(result, options),
      machine,
      commit: commitOfSources(),
      sources,
    })
  }
  printTable(['part', 'violations', 'took', 'did'], results.map(toRow))
  const skipped = results.filter(({ report }) => report.isSkipped).length
  const failed = results.filter((result) => !isKept(result)).length
  console.log(`${results.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0
})

function toVerifyResult({ report, seconds }: DrillResult, { seed, isFull }: DrillOptions) {
  const { did, violations } = report
  return { did, violations, seconds: Math.round(seconds), seed, isFull }
}

function toRow({ drill, report, seconds }: DrillResult): readonly string[] {
  return [drill.name, String(report.violations.length), `${seconds.toFixed(0)} s`, report.did]
}

/** What the parts need, and what the drills say that they go without, is installed where it may be. */
async function ownServer(cleanup: (undo: () => unknown) => void): Promise<string> {
  const needs = new Set(steps.flatMap((step) => step.needs ?? []))
  const wants = new Set([...steps.flatMap((step) => step.wants ?? []), ...Object.keys(drillPrograms)])
  const { env, stop } = await prepare(needs, { mayInstall: true, wants })
  cleanup(stop)
  return env.TEST_DATABASE_URL ?? ''
}
