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
    for (const group of groupsOf(steps)) {
      if (isInterrupted) break
      const done = await Promise.all(group.map((step) => runStep(step, { env, more, isLong }, group.length > 1)))
      results.push(...done)
      if (group.some(({ stops }, at) => stops && !done[at]?.isPassed)) break
    }
  } finally {
    await prepared.stop()
  }
  return report(results, steps)
})

/** Consecutive steps that only read the sources run beside each other: most of them use one core. */
function groupsOf(steps) {
  return steps.reduce((groups, step) => {
    const group = groups.at(-1)
    if (step.onlyReads && group?.[0].onlyReads) group.push(step)
    else groups.push([step])
    return groups
  }, [])
}

/** What a step prints beside others is printed when it ends. */
async function runStep(step, options, isBesideOthers) {
  const output = isBesideOthers ? heldOutput() : shownOutput()
  const result = await timed(step.name, () => step.run({ ...options, onOutput: output.add }), output.say)
  output.flush()
  return { ...result, lines: output.lines }
}

function endOf(text) {
  return text.split('\n').slice(-60).join('\n')
}

/** Keeps the end of a step's output, where the tools list what failed; a person at a terminal has just seen it. */
function shownOutput() {
  let text = ''
  const add = (more, stream) => {
    process[stream].write(more)
    text = endOf(text + more)
  }
  return { add: process.stdout.isTTY ? undefined : add, say: console.log, flush: () => {}, lines: () => text.trimEnd() }
}

function heldOutput() {
  let text = ''
  const add = (more) => {
    text += more
  }
  return {
    add,
    say: (line) => add(`${line}\n`),
    flush: () => process.stdout.write(text),
    lines: () => endOf(text).trimEnd(),
  }
}

async function timed(name, work, say = console.log) {
  say(`\n── ${name} ${'─'.repeat(60 - name.length)}`)
  const begun = performance.now()
  const code = await work().catch((error) => {
    say(error instanceof Explained ? error.message : error.stack)
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
