import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject } from './bodies.ts'
import type { Simulator } from './simulator.ts'

/** The maximum share of time for saving, however large the state is. */
const shareOfTime = 0.05
const pauseMs = 2_000

/** Stores the state of all simulators in one file, so that it survives restarts of the sandbox. */
export class StateFile {
  readonly #file: string
  readonly #simulators: readonly Simulator[]
  #timer: NodeJS.Timeout | undefined
  #hasChanged = false
  #pauseMs = pauseMs
  #writing: Promise<void> = Promise.resolve()

  constructor(dataDir: string, simulators: readonly Simulator[]) {
    this.#file = join(dataDir, 'sandbox.json')
    this.#simulators = simulators
  }

  async restore(): Promise<void> {
    const text = await readFile(this.#file, 'utf8').catch(() => undefined)
    const states: unknown = text === undefined ? {} : JSON.parse(text)
    if (!isJsonObject(states)) throw new Error(`${this.#file} does not hold the state of a sandbox`)
    for (const simulator of this.#simulators) {
      const state = states[simulator.name]
      if (state !== undefined) simulator.restore(state)
    }
  }

  changed(): void {
    this.#hasChanged = true
    this.#timer ??= setTimeout(() => void this.save(), this.#pauseMs).unref()
  }

  async save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#hasChanged) return
    this.#hasChanged = false

    const startedAt = performance.now()
    const states = Object.fromEntries(this.#simulators.map((simulator) => [simulator.name, simulator.snapshot()]))
    const text = JSON.stringify(states)
    this.#pauseMs = Math.max(pauseMs, (performance.now() - startedAt) / shareOfTime)
    this.#writing = this.#writing.then(() => writeWhole(this.#file, text))
    await this.#writing
  }
}

/** The earlier file remains after a crash while writing. */
async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(`${file}.next`, text)
  await rename(`${file}.next`, file)
}
