import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findStrace } from '../../../scripts/check/find-tools.mjs'
import { Explained } from '../../../scripts/run.mjs'

const calls = [
  'openat',
  'write',
  'pwrite64',
  'pwritev',
  'lseek',
  'ftruncate',
  'fallocate',
  'fsync',
  'fdatasync',
  'rename',
  'link',
  'unlink',
]

/** Longer than any single write. */
const mostBytes = 4 * 2 ** 20

/** A command that runs a program and records its file operations with all bytes. Needs no privileges. */
export function createRecordCommand(logFile: string): string[] {
  const strace = findStrace()
  if (strace === undefined) throw new Explained('Power cuts are recorded with strace: apt-get install strace')
  // `-D`: the program, not strace, is the child process, so that a kill reaches the program.
  const options = ['-D', '-f', '--seccomp-bpf', '-y', '-xx', '-s', String(mostBytes), '-e', 'signal=none']
  return [strace, ...options, '-e', `trace=${calls.join(',')}`, '-o', logFile]
}

/** The recorder of a process; it ends after the last of the processes that it watches. */
export function findRecorder(pid: number): number {
  return Number(/^TracerPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

const timeoutMs = 60_000

/** Resolves when everything recorded is in the log. */
export async function untilRecorded(recorder: number): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs
  while (existsSync(`/proc/${recorder}`)) {
    if (performance.now() > giveUpAt) throw new Error('The recording does not end')
    await sleep(10)
  }
}
