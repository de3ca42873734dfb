import { readCommand } from '../../../scripts/command.mjs'
import { printBudgets, runBench } from '../../environment/run-bench.ts'
import { median, quantile } from '../../environment/statistics.ts'
import { printAudit } from '../../invariants/audit.ts'
import { type KillReport, killUnderLoad } from './drill.ts'

const { values } = readCommand({
  name: 'npm run bench -- kill',
  about: 'Kills the portal under load, then compares its database with the records of the providers.',
  options: {
    kills: { type: 'string', default: '50', value: 'count', about: 'how often the portal is killed' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000), value: 'number', about: 'picks the moments' },
    channels: { type: 'string', default: '8', value: 'count', about: 'how many pay at the same time' },
    faults: {
      type: 'string',
      default: 'both',
      value: 'which',
      choices: ['on', 'off', 'both'],
      about: 'faults of the providers: on, off or both in sequence',
    },
    database: { type: 'string', value: 'url', about: 'a PostgreSQL server in place of SQLite' },
    timeout: { type: 'string', default: '240', value: 'seconds', about: 'until everything is at rest' },
  },
})
const storms = values.faults === 'both' ? [false, true] : [values.faults === 'on']

async function drillAll(): Promise<boolean> {
  const results: boolean[] = []
  for (const hasFaults of storms) {
    const engine = values.database === undefined ? 'SQLite' : 'PostgreSQL'
    const faults = hasFaults ? 'with faults at every provider' : 'healthy providers'
    console.log(`${values.kills} × kill -9 on ${engine}, ${faults}, ${values.channels} channels, --seed ${values.seed}`)
    const report = await killUnderLoad({
      kills: Number(values.kills),
      seed: Number(values.seed),
      channels: Number(values.channels),
      hasFaults,
      databaseUrl: values.database,
      checkTimeoutMs: Number(values.timeout) * 1000,
    })
    results.push(print(report, `on ${engine}, ${faults}`))
    console.log('')
  }
  return results.every(Boolean)
}

const seconds = (ms: number | undefined) => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`)

function print({ promises, report, rest, restartMs, captureToDeliveryMs }: KillReport, where: string): boolean {
  const { initiated, processed, abandoned, refusals } = promises
  console.log(
    `${initiated.size} initiates and ${processed.size} process calls acknowledged, ${abandoned} calls given up after 6 tries`,
  )
  for (const [what, count] of refusals) console.log(`${count} × ${what}`)
  console.log(
    `restart to first answer: median ${seconds(median(restartMs))}, longest ${seconds(Math.max(...restartMs))}`,
  )
  console.log(`at rest ${seconds(rest.atRestAfterMs)} after the last call, ${rest.openWithoutMoney} left without money`)
  printAudit(report)
  const p99 = quantile(captureToDeliveryMs, 0.99)
  const figure = `p50 ${seconds(quantile(captureToDeliveryMs, 0.5))}, p99 ${seconds(p99)}, longest ${seconds(Math.max(...captureToDeliveryMs))}`
  return printBudgets([
    { promise: `paid → delivered within 60 s of a crash (p99) ${where}`, isKept: p99 <= 60_000, figure },
    {
      promise: `everything comes to rest ${where}`,
      isKept: rest.atRestAfterMs !== undefined,
      figure: seconds(rest.atRestAfterMs),
    },
    {
      promise: `no violation of the money invariants ${where}`,
      isKept: report.violations.length === 0,
      figure: `${report.violations.length} violations`,
    },
  ])
}

await runBench('kill -9 under load', drillAll)
