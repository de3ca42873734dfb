import { parseArgs } from 'node:util'
import { prepare } from '../../scripts/check/prepare.mjs'
import { runBench } from '../stage/run-bench.ts'
import { drills } from './drills.ts'
import { runDrills } from './run-drills.ts'

const { values } = parseArgs({
  options: {
    /** Names of drills, separated by commas; all of them without it. */
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    full: { type: 'boolean', default: false },
    /** Of the flood. */
    seconds: { type: 'string' },
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
  const { seed, full, database } = values
  return runDrills(chosen, {
    seed: Number(seed),
    isFull: full,
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
    databaseUrl: database ?? (await ownServer(cleanup)),
  })
})

async function ownServer(cleanup: (undo: () => unknown) => void): Promise<string> {
  const { env, stop } = await prepare(new Set(['postgresql']), { mayInstall: false })
  cleanup(stop)
  return env.TEST_DATABASE_URL ?? ''
}
