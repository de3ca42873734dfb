import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { copyFiles, Disk, type Honesty, type PowerCut } from './disk.ts'
import { createRecordCommand, findRecorder, untilRecorded } from './recorder.ts'
import { readRecording } from './recording.ts'

export interface VictimOptions {
  /** Holds the database's files and nothing else. */
  readonly folder: string
  /** For the copy of them and for the recording; the recorded process must be allowed to write there. */
  readonly besides: string
  readonly honesty: Honesty
  readonly random: () => number
}

/** The files of a running database, and what remains of them after a power cut. */
export class Victim {
  readonly #options: VictimOptions
  readonly #before: string
  readonly #log: string

  constructor(options: VictimOptions) {
    this.#options = options
    this.#before = path.join(options.besides, 'before')
    this.#log = path.join(options.besides, 'recording')
  }

  /** The power comes on: data on the disk now is safe. Returns the command that records later operations. */
  powerOn(): string[] {
    copyFiles(this.#options.folder, this.#before)
    rmSync(this.#log, { force: true })
    return createRecordCommand(this.#log)
  }

  /** The power is cut: `kill` ends the recorded process `pid` and all its children at once. */
  async powerOff(pid: number, kill: () => Promise<void>): Promise<PowerCut> {
    const { folder, honesty, random } = this.#options
    const recorder = findRecorder(pid)
    await kill()
    await untilRecorded(recorder)
    const disk = new Disk(this.#before)
    disk.replay(readRecording(readFileSync(this.#log, 'latin1'), folder), folder, honesty)
    copyFiles(this.#before, folder)
    return disk.cut(folder, random)
  }
}
