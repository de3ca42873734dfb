import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { buildIfStale } from '../build.mjs'
import { readCommand } from '../command.mjs'
import { envWithNode24 } from '../node24.mjs'
import { root, run, runScript } from '../run.mjs'
import { prepare } from './prepare.mjs'

const { values, positionals } = readCommand({
  name: 'npm run repeat',
  about:
    'Runs a selection of tests many times beside a load, and counts how often each test failed. What follows the options are files and folders.',
  takes: ['file…'],
  options: {
    times: { type: 'string', value: 'count', default: '10', about: 'how often it is run' },
    load: { type: 'string', value: 'count', default: '0', about: 'this many endless loops run beside it' },
    tool: { type: 'string', value: 'name', default: 'vitest', choices: ['vitest', 'playwright'], about: 'which tests' },
  },
})

const bin = (name) => path.join(root, 'node_modules', '.bin', name)

/** The tools with their arguments, and the failed tests of the JSON that each writes into a file. */
const tools = {
  vitest: {
    needs: ['postgresql'],
    args: (file) => ['run', '--reporter=json', `--outputFile=${file}`, '--silent=true'],
    failed: ({ testResults }) =>
      testResults.flatMap(({ name, status, assertionResults }) => {
        const place = path.relative(root, name)
        const tests = assertionResults.filter((test) => test.status === 'failed')
        // A file that could not be loaded has no test that failed.
        if (status === 'failed' && tests.length === 0) return [place]
        return tests.map(({ fullName }) => `${place} > ${fullName}`)
      }),
  },
  playwright: {
    needs: ['chromium'],
    args: () => ['test', '--config=e2e', '--reporter=json'],
    failed: ({ suites }) => suites.flatMap((suite) => failedStories(suite)),
  },
}

function failedStories({ title, suites = [], specs = [] }) {
  const found = specs.filter(({ ok }) => !ok).map((spec) => `${spec.file} > ${spec.title}`)
  return [...found, ...suites.flatMap((suite) => failedStories({ ...suite, title: `${title} > ${suite.title}` }))]
}

/** Endless loops, so that the load is the same on every machine; they end with this process. */
function startLoad(count) {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  const end = () => {
    for (const loop of loops) loop.kill('SIGKILL')
  }
  process.once('exit', end)
  return end
}

await runScript(async () => {
  const tool = tools[values.tool]
  const { env, stop } = await prepare(new Set(tool.needs), { mayInstall: false })
  await buildIfStale()
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-repeat-'))
  const file = path.join(folder, 'results.json')
  const endLoad = startLoad(Number(values.load))
  const counts = new Map()
  let greenRuns = 0
  try {
    for (let time = 1; time <= Number(values.times); time += 1) {
      rmSync(file, { force: true })
      const options = { env: { ...envWithNode24(env), PLAYWRIGHT_JSON_OUTPUT_NAME: file }, stdio: 'ignore' }
      const begun = performance.now()
      const code = await run(bin(values.tool), [...tool.args(file), ...positionals], options)
      const failed = tool.failed(JSON.parse(readFileSync(file, 'utf8')))
      for (const test of failed) counts.set(test, (counts.get(test) ?? 0) + 1)
      if (code === 0) greenRuns += 1
      const seconds = ((performance.now() - begun) / 1000).toFixed(0)
      console.log(
        `${time}: ${seconds} s, load ${loadavg()[0]?.toFixed(1)}, ${code === 0 ? 'green' : failed.join('; ')}`,
      )
    }
  } finally {
    endLoad()
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const [test, count] of [...counts].sort(([, one], [, other]) => other - one)) console.log(`${count} × ${test}`)
  console.log(`${greenRuns} of ${values.times} runs were green`)
  return greenRuns === Number(values.times) ? 0 : 1
})
