// @ts-nocheck
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Explained, root } from '../run.mjs'

const stopPatienceMs = 8_000
const readyPatienceMs = 30_000
const keptLines = 20

/** A process of ours in the background: what it says goes to a log file, its last lines are kept to explain its death. */
export function startService({ name, main, env, healthUrl, logDir }) {
  mkdirSync(logDir, { recursive: true })
  const log = createWriteStream(path.join(logDir, `${name}.log`))
  const lines = []
  // Its own process group, so that Ctrl-C in the terminal reaches it once, through us.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log.write(text)
      lines.push(...text.split('\n').filter(Boolean))
      lines.splice(0, lines.length - keptLines)
    })
  }

  const ended = once(child, 'close').then(([code, signal]) => ({ name, how: signal ?? `exit code ${code}` }))
  return { name, child, ended, healthUrl, lastLines: () => lines.join('\n') }
}

/** True once it answers, false when it has ended before: its death is for whoever watches `ended`. */
export async function becomesReady({ name, child, healthUrl }) {
  const giveUpAt = performance.now() + readyPatienceMs
  while (child.exitCode === null && child.signalCode === null) {
    if (performance.now() > giveUpAt) throw new Explained(`The ${name} does not answer at ${healthUrl}`)
    const isUp = await fetch(healthUrl).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return true
    await sleep(50)
  }
  return false
}

/** Lets it finish what it is doing, for a while. */
export async function stopService({ child, ended }) {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs)
  await ended
  clearTimeout(timer)
}
