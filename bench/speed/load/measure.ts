import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { readCommand } from '../../../scripts/command.mjs'
import { root } from '../../../scripts/run.mjs'
import { type Cleanup, printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { median } from '../../environment/statistics.ts'
import { openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { apiHeaders, makeOrder, payOnce, statusPath, Visitor } from '../../environment/visitor.ts'

const { values } = readCommand({
  name: 'npm run bench -- load',
  about: 'Measures pages and API reads of one process on one core, and its memory.',
  options: {
    seconds: { type: 'string', default: '8', value: 'count', about: 'how long each measurement lasts' },
    runs: { type: 'string', default: '3', value: 'count', about: 'number of runs; the median counts' },
    connections: { type: 'string', default: '16', value: 'count', about: 'concurrent connections' },
    only: { type: 'string', default: '', value: 'text', about: 'only measurements with this in their name' },
    'node-options': { type: 'string', value: 'options', about: 'for the portal process, such as --cpu-prof' },
  },
})

const portalCore = 0
const loadCore = 1
const maxRssMb = 430
const browserHeaders = { 'accept-encoding': 'gzip, deflate, br' }

interface Scenario {
  readonly name: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly target: number
}

interface LoadRequest extends Pick<Scenario, 'headers'> {
  readonly url: string
  readonly seconds: number
}

interface LoadResult {
  readonly perSecond: number
  readonly p99Ms: number
  /** Answers other than 2xx, and broken connections. */
  readonly failures: number
}

const autocannon = path.join(root, 'node_modules', '.bin', 'autocannon')

/** Sends as many requests as the connections can carry, from one core. */
async function load({ url, headers, seconds }: LoadRequest): Promise<LoadResult> {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-j', '-c', values.connections, '-d', String(seconds), ...headerArgs, url]
  const { stdout } = await promisify(execFile)('taskset', ['-c', String(loadCore), autocannon, ...args])
  const { requests, latency, non2xx, errors } = JSON.parse(stdout)
  return { perSecond: requests.average, p99Ms: latency.p99, failures: non2xx + errors }
}

interface Measured {
  readonly scenario: Scenario
  readonly perSecond: number
  readonly slowestP99Ms: number
  readonly failures: number
  /** Processor time of the portal, per answer: the limit of the rate if nothing else ran here. */
  readonly cpuMs: number
  readonly rssMb: number
}

async function measureAll(cleanup: Cleanup): Promise<boolean> {
  const nodeOptions = values['node-options']
  const environment = await openEnvironment({
    portalCore,
    sandboxCore: loadCore,
    ...(nodeOptions && { portalNodeOptions: nodeOptions.split(' ') }),
  })
  cleanup(() => environment.close())
  console.log(
    `Load on core ${loadCore}, the portal on core ${portalCore}; ` +
      `${values.connections} connections, medians of ${values.runs} × ${values.seconds} s, brotli asked for\n`,
  )
  const measured: Measured[] = []
  for (const scenario of (await scenariosOf(environment)).filter(({ name }) => name.includes(values.only))) {
    const request = {
      url: environment.origin + scenario.path,
      headers: scenario.headers,
    }
    await load({ ...request, seconds: 3 }) // The engine's compiler needs to have seen the code.
    const before = environment.portal.usage().cpuMs
    const results: LoadResult[] = []
    for (let run = 0; run < Number(values.runs); run++)
      results.push(await load({ ...request, seconds: Number(values.seconds) }))
    const answers = results.reduce((sum, { perSecond }) => sum + perSecond * Number(values.seconds), 0)
    measured.push({
      scenario,
      cpuMs: (environment.portal.usage().cpuMs - before) / answers,
      perSecond: median(results.map(({ perSecond }) => perSecond)),
      slowestP99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
      failures: results.reduce((sum, { failures }) => sum + failures, 0),
      rssMb: environment.portal.usage().rssMb,
    })
  }
  return report(measured, environment.portal.usage().peakRssMb)
}

async function scenariosOf({ origin, sandboxOrigin }: TestEnvironment): Promise<readonly Scenario[]> {
  const pages = { headers: browserHeaders, target: 1500 }
  const journey = { headers: browserHeaders, target: 450 }
  const api = { headers: apiHeaders, target: 5000 }
  const transactionId = await payOnce(origin, new SandboxControl(sandboxOrigin))
  const order = await makeOrder(new Visitor(origin)).catch((error: unknown) => {
    console.log(`Without the pages of an order: ${error}`)
    return undefined
  })
  return [
    { ...pages, name: 'home (content, cached)', path: '/' },
    { ...pages, name: 'prepaid recharge (cached entry)', path: '/prepaid-recharge' },
    ...(order === undefined
      ? []
      : [
          { ...journey, name: 'prepaid recharge of an order', path: order.rechargePath },
          { ...journey, name: 'payment start of an order', path: order.paymentPath },
        ]),
    { ...journey, name: 'payment status, settled', path: `/payment/status?id=${transactionId}` },
    { ...api, name: 'API status read, settled', path: statusPath(transactionId) },
  ]
}

function report(measured: readonly Measured[], peakRssMb: number): boolean {
  const rows = measured.map(({ scenario, perSecond, slowestP99Ms, failures, cpuMs, rssMb }) => [
    scenario.name,
    perSecond.toFixed(0),
    String(scenario.target),
    slowestP99Ms.toFixed(1),
    String(failures),
    cpuMs.toFixed(2),
    (1000 / cpuMs).toFixed(0),
    rssMb.toFixed(0),
  ])
  printTable(
    ['one process on one core', 'per second', 'target', 'p99 ms', 'failures', 'CPU ms', 'per CPU second', 'RSS MB'],
    rows,
  )
  return printBudgets([
    ...measured.map(({ scenario: { name, target }, perSecond, failures }) => ({
      promise: `${name}: at least ${target} per second, none failing`,
      isKept: perSecond >= target && failures === 0,
      figure: perSecond.toFixed(0),
    })),
    { promise: `never more than ${maxRssMb} MB`, isKept: peakRssMb <= maxRssMb, figure: `${peakRssMb.toFixed(0)} MB` },
  ])
}

await runBench('Load on one core', measureAll)
