import path from 'node:path'
import { readCommand } from '../scripts/command.mjs'
import { install } from '../scripts/install.mjs'
import { runOnNode24 } from '../scripts/node24.mjs'
import { Explained, runScript } from '../scripts/run.mjs'

/** The benches by name: the script that runs each, and what it measures or shows. */
const benches = {
  audit: ['invariants/check-invariants.ts', "a running system's database against the records of its providers and BSS"],
  beside: ['speed/payments/beside.ts', 'payments beside closes and imports of settlement files'],
  capacity: ['speed/capacity/measure.ts', 'simulates an operator that these machines cannot carry'],
  dashboard: ['monitoring/check-dashboard.ts', 'each query of the dashboard, and the alert rules, on a Prometheus'],
  endurance: ['speed/payments/endurance.ts', 'half an hour of payments: memory, tables, tail'],
  finance: ['speed/finance/measure.ts', 'the close of a large day, its reports and exports'],
  fuzz: ['fuzz/measure.ts', 'ten million inputs for every reader of foreign input'],
  growth: ['speed/payments/growth.ts', 'a payment beside a million stored ones'],
  help: ['speed/help-search/measure.ts', 'searches among 5,000 help articles'],
  kill: ['reliability/kill/measure.ts', 'the time from paid to delivered under kills'],
  leads: ['speed/leads/measure.ts', 'orders for internet at home'],
  load: ['speed/load/measure.ts', 'pages and API reads of one process on one core'],
  map: ['speed/map/measure.ts', 'the coverage map with 50,000 sites'],
  mutate: ['reliability/mutation/mutate.mjs', 'whether the tests of the money core detect each changed expression'],
  pages: ['speed/page-load/measure.ts', 'pages of one purchase on a slow link'],
  payments: ['speed/payments/measure.ts', 'payments a second and what one costs'],
  receipts: ['speed/receipts/measure.ts', 'drawing a receipt'],
  reconciliation: ['speed/reconciliation/measure.ts', 'a large settlement file'],
  search: ['speed/search/measure.ts', "the console's finds"],
  tables: ['results/write-tables.ts', 'writes the recorded results into docs/performance.md and docs/reliability.md'],
  shops: ['speed/places/measure.ts', 'the nearest of 100,000 shops'],
}

const record = '--record'
const width = Math.max(...Object.keys(benches).map((name) => name.length))
const list = Object.entries(benches).map(([name, [, about]]) => `  ${name.padEnd(width)}  ${about}`)

await runScript(async () => {
  const [name = '--help', ...args] = process.argv.slice(2)
  if (name.startsWith('-')) {
    const about = `Runs a bench, whose own options follow its name: npm run bench -- load --help. With --record its figures are kept in bench/results.\n\n${list.join('\n')}`
    readCommand({ name: 'npm run bench', about, takes: ['bench', 'options…'] }, [name])
  }
  const [script] = benches[name] ?? []
  if (script === undefined) throw new Explained(`There is no bench ${name}: choose from\n${list.join('\n')}`)
  await install({ tools: true })
  const others = args.filter((word) => word !== record)
  // Another form of a bench has figures of its own. Database addresses are left out of the record's name.
  if (args.includes(record)) process.env.RECORD_AS = [name, ...others].filter((word) => !word.includes('://')).join(' ')
  return runOnNode24(path.join('bench', script), others, ['--disable-warning=ExperimentalWarning'])
})
