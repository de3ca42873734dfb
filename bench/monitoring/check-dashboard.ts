import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../../scripts/check/find-tools.mjs'
import { readCommand } from '../../scripts/command.mjs'
import { freePorts } from '../../scripts/free-ports.mjs'
import { Explained, root } from '../../scripts/run.mjs'
import { type Cleanup, printBudgets, runBench } from '../environment/run-bench.ts'
import { SandboxControl } from '../environment/sandbox-control.ts'
import { openEnvironment } from '../environment/test-environment.ts'
import { payOnce } from '../environment/visitor.ts'

readCommand({
  name: 'npm run bench -- dashboard',
  about: 'Runs each query of the Grafana dashboard, and the alert rules, on a Prometheus that scrapes a portal.',
})

const giveUpAfterMs = 60_000
const rulesFile = path.join(root, 'deploy/prometheus/portal.rules.yml')

interface Answer {
  readonly status: string
  readonly error?: string
  readonly data: {
    readonly result: readonly unknown[]
    readonly groups: readonly { readonly rules: readonly { readonly name: string; readonly health: string }[] }[]
  }
}

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

function queriesOfDashboard(): { readonly title: string; readonly expr: string }[] {
  const text = readFileSync(path.join(root, 'deploy/grafana/portal.json'), 'utf8')
  const { panels }: { panels: readonly Panel[] } = JSON.parse(text)
  return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))
}

async function startPrometheus(target: string, cleanup: Cleanup): Promise<string> {
  const program = findProgram('prometheus')
  if (program === undefined) throw new Explained('Prometheus is missing: apt-get install prometheus')
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-prometheus-'))
  cleanup(() => rmSync(folder, { recursive: true, force: true }))
  const [port = 0] = await freePorts(1)
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rulesFile],
    scrape_configs: [{ job_name: 'portal', static_configs: [{ targets: [target] }] }],
  }
  // JSON is YAML too.
  writeFileSync(path.join(folder, 'prometheus.yml'), JSON.stringify(config))
  const options = [
    `--config.file=${path.join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${path.join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  const server = spawn(program, options, { stdio: 'ignore' })
  cleanup(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  })
  return `http://127.0.0.1:${port}`
}

async function ask(prometheus: string, place: string): Promise<Answer | undefined> {
  return fetch(`${prometheus}/api/v1/${place}`).then(
    (response): Promise<Answer> => response.json(),
    () => undefined,
  )
}

const query = (prometheus: string, expr: string) => ask(prometheus, `query?query=${encodeURIComponent(expr)}`)

/** Undefined once the query has samples; otherwise what is wrong with it. */
async function faultOf(prometheus: string, expr: string, giveUpAt: number): Promise<string | undefined> {
  for (;;) {
    const answer = await query(prometheus, expr)
    if (answer?.status === 'success' && answer.data.result.length > 0) return undefined
    if (performance.now() > giveUpAt) return answer?.error ?? 'no samples'
    await sleep(500)
  }
}

await runBench('Dashboard and alert rules', async (cleanup) => {
  const environment = await openEnvironment()
  cleanup(() => environment.close())
  const prometheus = await startPrometheus(new URL(environment.adminOrigin).host, cleanup)
  const giveUpAt = performance.now() + giveUpAfterMs
  await faultOf(prometheus, 'portal_payments_total', giveUpAt)
  await fetch(environment.origin)
  await payOnce(environment.origin, new SandboxControl(environment.sandboxOrigin))

  const budgets = []
  for (const { title, expr } of queriesOfDashboard()) {
    const fault = await faultOf(prometheus, expr, giveUpAt)
    budgets.push({ promise: title, isKept: fault === undefined, figure: fault ?? expr })
  }
  const rules = (await ask(prometheus, 'rules'))?.data.groups.flatMap((group) => group.rules) ?? []
  const broken = rules.filter(({ health }) => health !== 'ok').map(({ name }) => name)
  const figure = broken.length === 0 ? `${rules.length} evaluated` : broken.join(', ')
  budgets.push({ promise: 'alert rules', isKept: rules.length > 0 && broken.length === 0, figure })
  return printBudgets(budgets)
})
