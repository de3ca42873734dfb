import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { prepare } from '../../../scripts/check/prepare.mjs'
import { describeMachine, runBench } from '../../environment/run-bench.ts'
import { drills, drillsInOneProcess, drillsWithProcesses } from './drills.ts'
import { type DrillResult, isKept, runDrills } from './run-drills.ts'
import { withResults } from './write-results.ts'

const { values } = parseArgs({
  options: {
    /** Names of drills, separated by commas; all of them without it. */
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    full: { type: 'boolean', default: false },
    /** Of the flood. */
    seconds: { type: 'string' },
    /** Whether docs/reliability.md gets the results: those of all drills alone. */
    write: { type: 'boolean', default: false },
    /** A PostgreSQL server in place of one of our own that is gone afterwards. */
    database: { type: 'string' },
  },
})

const asked = values.only?.split(',') ?? drills.map(({ name }) => name)
const unknown = asked.filter((name) => !drills.some((drill) => drill.name === name))
const chosen = drills.filter(({ name }) => asked.includes(name))

await runBench('Drills', async (cleanup) => {
  if (unknown.length > 0) {
    console.error(`No drill is called ${unknown.join(', ')}; there are ${drills.map(({ name }) => name).join(', ')}`)
    return false
  }
  if (values.write && values.only !== undefined) {
    console.error('The document gets the results of one whole run: --write goes without --only')
    return false
  }
  const { seed, full, database } = values
  const machine = describeMachine()
  const results = await runDrills(chosen, {
    seed: Number(seed),
    isFull: full,
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
    databaseUrl: database ?? (await ownServer(cleanup)),
  })
  if (values.write)
    writeResults(results, `One run of \`npm run drill${full ? ' -- --full' : ''}\`, seed ${seed}: ${machine}.`)
  return results.every(isKept)
})

function writeResults(results: readonly DrillResult[], circumstances: string): void {
  const file = path.resolve(import.meta.dirname, '../../../docs/reliability.md')
  const tables = {
    'drills inside one process': drillsInOneProcess.map(({ name }) => name),
    'drills with real processes': drillsWithProcesses.map(({ name }) => name),
  }
  writeFileSync(file, withResults({ document: readFileSync(file, 'utf8'), tables, results, circumstances }))
}

async function ownServer(cleanup: (undo: () => unknown) => void): Promise<string> {
  const { env, stop } = await prepare(new Set(['postgresql']), { mayInstall: false })
  cleanup(stop)
  return env.TEST_DATABASE_URL ?? ''
}
