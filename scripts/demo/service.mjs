import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Explained, root, serverFlags } from '../run.mjs'

const stopTimeoutMs = 8_000
const readyTimeoutMs = 120_000
const shownLines = 20

/**
 * A background process of the demonstration. It writes to its log file by itself, so that other processes can read the
 * log at once and in order.
 */
export function startService({ name, main, env, healthUrl, logDir }) {
  mkdirSync(logDir, { recursive: true, mode: 0o700 })
  chmodSync(logDir, 0o700)
  const logFile = path.join(logDir, `${name}.log`)
  const log = openSync(logFile, 'a', 0o600)
  fchmodSync(log, 0o600)
  // The process has its own group, so that Ctrl-C in the terminal reaches it once, through this script.
  const child = spawn(process.execPath, [...serverFlags, main], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  // A script that fails leaves no process behind, on whose ports the next one would find another database.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))

  const ended = once(child, 'close').then(([code, signal]) => ({ name, how: signal ?? `exit code ${code}` }))
  const lastLines = () => readFileSync(logFile, 'utf8').split('\n').filter(Boolean).slice(-shownLines).join('\n')
  return { name, child, ended, healthUrl, logFile, lastLines }
}

/** Returns true once it answers, and false when it ended before; the caller watches `ended` for that. */
export async function becomesReady({ name, child, healthUrl }) {
  const giveUpAt = performance.now() + readyTimeoutMs
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

/** Lets it finish its work, for a while. */
export async function stopService({ child, ended }) {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}
