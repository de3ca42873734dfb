export interface FileReports {
  readonly log?: { warn(message: string): void; error(message: string): void }
  /** Files that are currently replaced by their last valid version; called after each reading. */
  readonly observeFaultyFiles?: (files: readonly string[]) => void
}

interface WatchedFilesOptions<Loaded> extends FileReports {
  readonly initial: Loaded
  read(): Promise<Loaded>
  /** What a failed reload leaves in use: `Earlier texts stay`. */
  readonly failure: string
}

/** Files as they were last read. A bad edit does not remove what a running portal shows. */
export class WatchedFiles<Loaded> {
  readonly #options: WatchedFilesOptions<Loaded>
  #loaded: Loaded
  #faults: readonly string[] = []
  #reloading: Promise<void> = Promise.resolve()

  constructor(options: WatchedFilesOptions<Loaded>) {
    this.#options = options
    this.#loaded = options.initial
  }

  get loaded(): Loaded {
    return this.#loaded
  }

  /** The current faults of the files, each with its place. */
  get faults(): readonly string[] {
    return this.#faults
  }

  /** Reads the files, and again whenever the source reports a change. */
  async load(source: { watch?(changed: () => void): unknown }): Promise<void> {
    this.#loaded = await this.#options.read()
    source.watch?.(() => {
      this.#reloading = this.#reloading.then(() => this.#reload())
    })
  }

  /** Reports each fault once while it lasts. */
  reportFaults(faults: readonly string[], files: readonly string[]): void {
    const { log, observeFaultyFiles } = this.#options
    for (const fault of faults) {
      if (!this.#faults.includes(fault)) log?.error(`${fault}. The last good version of this file stays in use`)
    }
    this.#faults = faults
    observeFaultyFiles?.([...new Set(files)])
  }

  async #reload(): Promise<void> {
    const { read, log, failure } = this.#options
    try {
      this.#loaded = await read()
    } catch (error) {
      log?.error(`${failure} in use. ${error instanceof Error ? error.message : ''}`)
    }
  }
}
