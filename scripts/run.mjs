import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/**
 * These options of Node are for each process that serves. Without the two limits V8 lets the heap of a busy process
 * grow to several times what is in use, since the machine has the memory. Figures: docs/performance.md, "For half an
 * hour".
 */
export const serverFlags = [
  '--disable-warning=ExperimentalWarning',
  // Each half of the space of young objects has these MB.
  '--max-semi-space-size=8',
  // Old objects are collected again when they have grown by half of what was left of them.
  '--heap-growing-percent=50',
]

/**
 * Calls back when this process is asked to end. npm's shell dies of a signal without passing it on, so losing the
 * parent counts as a signal. Returns a function that stops listening.
 */
export function onEnd(ask) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const parent = process.ppid
  for (const signal of signals) process.on(signal, ask)
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) ask('SIGTERM')
  }, 250).unref()

  return () => {
    for (const signal of signals) process.off(signal, ask)
    clearInterval(watch)
  }
}

/**
 * Runs a command on this terminal until it ends and passes on signals, so that the command can clean up. Returns its exit
 * code; one killed by a signal counts as 130. With `onOutput` the command's output goes there, with the name of
 * its stream, and not to the terminal.
 */
export function run(command, args, { onOutput, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = onOutput ? ['inherit', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: root, stdio, ...options })
    const stopListening = onEnd((signal) => child.kill(signal))
    for (const name of onOutput ? ['stdout', 'stderr'] : []) {
      child[name].setEncoding('utf8').on('data', (text) => onOutput(text, name))
    }

    child.once('error', (error) => {
      stopListening()
      reject(error)
    })
    child.once('close', (code) => resolve(code ?? 130))
    child.once('exit', (code) => {
      stopListening()
      // A process that the command left behind may never close the pipe.
      setTimeout(() => resolve(code ?? 130), 500).unref()
    })
  })
}

/** An expected error: its message is all that a person needs. */
export class Explained extends Error {}

/** Runs a script's work and turns its result, or what it throws, into the exit code. */
export async function runScript(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    console.error(error instanceof Explained ? error.message : error)
    process.exitCode = 1
  }
}
