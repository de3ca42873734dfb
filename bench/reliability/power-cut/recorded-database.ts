import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findStrace } from '../../../scripts/check/find-tools.mjs'
import { Explained } from '../../../scripts/run.mjs'
import { copyFiles, Disk, type Honesty, type PowerCut } from './disk.ts'
import { notSimulated, readRecording } from './recording.ts'

const calls = [
  'openat',
  'write',
  'pwrite64',
  'pwritev',
  'lseek',
  'ftruncate',
  'truncate',
  'fallocate',
  'fsync',
  'fdatasync',
  'rename',
  'link',
  'unlink',
  ...notSimulated,
]

/** The limit is longer than any single write. */
const mostBytes = 4 * 2 ** 20

/** Returns a command that runs a program and records its file operations with all bytes. It needs no privileges. */
function createRecordCommand(logFile: string): string[] {
  const strace = findStrace()
  if (strace === undefined) throw new Explained('Power cuts are recorded with strace: apt-get install strace')
  // `-D` makes the program, not strace, the child process, so that a kill reaches the program.
  const options = ['-D', '-f', '--seccomp-bpf', '-y', '-xx', '-s', String(mostBytes)]
  return [strace, ...options, '-e', `trace=${calls.join(',')}`, '-o', logFile]
}

/** Finds the recorder of a process; it ends after the last of the processes that it watches. */
function findRecorder(pid: number): number {
  const recorder = Number(/^TracerPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  if (recorder === 0) throw new Error('The recorder has ended before the power cut: what came later is unknown')
  return recorder
}

const timeoutMs = 60_000

/** Resolves when everything recorded is in the log. */
async function untilRecorded(recorder: number): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs
  while (existsSync(`/proc/${recorder}`)) {
    if (performance.now() > giveUpAt) throw new Error('The recording does not end')
    await sleep(10)
  }
}

export interface RecordedDatabaseOptions {
  /** The folder holds the database's files and nothing else. */
  readonly folder: string
  /** A folder for the copy of them and for the recording; the recorded process must be allowed to write there. */
  readonly besides: string
  readonly honesty: Honesty
  readonly random: () => number
}

/** The files of a running database, and what remains of them after a power cut. */
export class RecordedDatabase {
  readonly #options: RecordedDatabaseOptions
  readonly #before: string
  readonly #log: string

  constructor(options: RecordedDatabaseOptions) {
    this.#options = options
    this.#before = path.join(options.besides, 'before')
    this.#log = path.join(options.besides, 'recording')
  }

  /** Restores the power: data on the disk now is safe. It returns the command that records later operations. */
  powerOn(): string[] {
    copyFiles(this.#options.folder, this.#before)
    rmSync(this.#log, { force: true })
    return createRecordCommand(this.#log)
  }

  /** Cuts the power: `kill` ends the recorded process `pid` and all its children at once. */
  async powerOff(pid: number, kill: () => Promise<void>): Promise<PowerCut> {
    const { folder, honesty, random } = this.#options
    const recorder = findRecorder(pid)
    await kill()
    await untilRecorded(recorder)
    const disk = new Disk(this.#before)
    const recording = readFileSync(this.#log, 'latin1')
    // The recorder fills short numbers of processes up with spaces.
    if (!new RegExp(`^${pid} +[+]{3} `, 'm').test(recording))
      throw new Error('The recording is cut short: is the disk full?')
    disk.replay(readRecording(recording, folder), folder, honesty)
    copyFiles(this.#before, folder)
    return disk.cut(folder, random)
  }
}
