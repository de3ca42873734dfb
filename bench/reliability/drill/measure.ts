import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { prepare } from '../../../scripts/check/prepare.mjs'
import { readCommand } from '../../../scripts/command.mjs'
import { describeMachine, runBench } from '../../environment/run-bench.ts'
import { drills, drillsInOneProcess, drillsWithProcesses } from './drills.ts'
import { type DrillResult, isKept, runDrills, withResults } from './run-drills.ts'

const drillNames = drills.map(({ name }) => name)
const { values } = readCommand({
  name: 'npm run drill',
  about: 'Runs the drills of docs/reliability.md in sequence; exits with 1 when a promise is broken.',
  options: {
    only: { type: 'string', value: 'names', choices: drillNames, about: `only these: ${drillNames.join(',')}` },
    seed: { type: 'string', default: '1', value: 'number', about: 'the first seed to run' },
    full: { type: 'boolean', default: false, about: 'run the full counts' },
    seconds: { type: 'string', value: 'count', about: 'how long the flood lasts' },
    write: { type: 'boolean', default: false, about: 'write the results of a whole run into docs/reliability.md' },
    database: { type: 'string', value: 'url', about: 'a PostgreSQL server in place of a temporary one' },
  },
})

const names = values.only?.split(',') ?? drillNames
const chosen = drills.filter(({ name }) => names.includes(name))

await runBench('Drills', async (cleanup) => {
  if (values.write && values.only !== undefined) {
    console.error('The document needs the results of a whole run: use --write without --only')
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
