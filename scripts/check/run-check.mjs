import path from 'node:path'
import { envWithNode24 } from '../node24.mjs'
import { Explained, onEnd, root, runScript } from '../run.mjs'
import { readArguments } from './arguments.mjs'
import { prepare } from './prepare.mjs'

await runScript(async () => {
  const { steps, more, mayInstall, isLong } = readArguments(process.argv.slice(2))
  const results = []
  let isInterrupted = false
  onEnd(() => {
    isInterrupted = true
  })

  let prepared
  const needs = new Set(steps.flatMap((step) => step.needs ?? []))
  const wants = new Set(steps.flatMap((step) => step.wants ?? []))
  const preparation = await timed('prepare', async () => {
    prepared = await prepare(needs, { mayInstall, wants })
    return 0
  })
  if (!preparation.isPassed) return report([preparation], steps)

  try {
    // Compiling the same modules takes a quarter of the CPU time that each started portal needs until it answers.
    const env = { NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'), ...envWithNode24(prepared.env) }
    for (const step of steps) {
      if (isInterrupted) break
      const output = lastLines(60)
      const result = await timed(step.name, () => step.run({ env, more, isLong, onOutput: output.add }))
      results.push({ ...result, lines: output.lines })
      if (step.stops && !result.isPassed) break
    }
  } finally {
    await prepared.stop()
  }
  return report(results, steps)
})

/** The end of a step's output, where the tools list what failed; a person at a terminal has just seen it. */
function lastLines(count) {
  let text = ''
  const add = (more) => {
    text = (text + more).split('\n').slice(-count).join('\n')
  }
  return { add: process.stdout.isTTY ? undefined : add, lines: () => text.trimEnd() }
}

async function timed(name, work) {
  console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`)
  const begun = performance.now()
  const code = await work().catch((error) => {
    console.error(error instanceof Explained ? error.message : error)
    return 1
  })
  return { name, isPassed: code === 0, seconds: (performance.now() - begun) / 1000 }
}

function report(results, steps) {
  const done = new Set(results.map(({ name }) => name))
  const left = steps.filter(({ name }) => !done.has(name)).map(({ name }) => name)
  const failed = results.filter(({ isPassed }) => !isPassed).length

  for (const { name, isPassed, lines } of results) {
    if (!isPassed && lines?.()) console.log(`\n── the end of ${name}, which failed\n${lines()}`)
  }
  console.log('')
  for (const { name, isPassed, seconds } of results) {
    console.log(`${isPassed ? '✔' : '✘'} ${name.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s`)
  }
  if (left.length > 0) console.log(`  not run: ${left.join(', ')}`)
  console.log(`${results.length - failed} passed, ${failed} failed`)
  return failed > 0 || left.length > 0 ? 1 : 0
}
