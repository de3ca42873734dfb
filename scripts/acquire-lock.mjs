import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 100

/**
 * Waits until no other process holds `file`, and holds it until the returned function is called. A dead process's lock
 * is free.
 */
export async function acquireLock(file) {
  mkdirSync(path.dirname(file), { recursive: true })
  while (!isTaken(file)) {
    if (!isAlive(holderOf(file))) rmSync(file, { force: true })
    else await sleep(pauseMs)
  }
  return () => rmSync(file, { force: true })
}

function isTaken(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Undefined when it was just released, or is being written. */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  if (pid === undefined) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
