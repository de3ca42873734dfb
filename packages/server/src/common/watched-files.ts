export interface FileReports {
  readonly log?: { warn(message: string): void; error(message: string): void }
  /** Receives the files that are currently replaced by their last valid version, after each reading. */
  readonly observeFaultyFiles?: (files: readonly string[]) => void
}

interface WatchedFilesOptions<Loaded> extends FileReports {
  readonly initial: Loaded
  /** The text about what a failed reload leaves in use: `Earlier texts stay`. */
  readonly failure: string
}

/** Keeps files as they were last read. A bad edit does not remove what a running portal shows. */
export abstract class WatchedFiles<
  Source extends { watch?(changed: () => void): unknown },
  Loaded extends { readonly version: string },
> {
  protected readonly source: Source
  readonly #options: WatchedFilesOptions<Loaded>
  readonly #warned = new Set<string>()
  #loaded: Loaded
  #faults: readonly string[] = []
  #reloading: Promise<void> = Promise.resolve()

  constructor(source: Source, options: WatchedFilesOptions<Loaded>) {
    this.source = source
    this.#options = options
    this.#loaded = options.initial
  }

  /** Reads the files, and throws with all faults where no valid version can be shown. */
  protected abstract read(): Promise<Loaded>

  /** Reads the files, and again whenever the source reports a change. */
  async load(): Promise<void> {
    this.#loaded = await this.read()
    this.source.watch?.(() => {
      this.#reloading = this.#reloading.then(() => this.#reload())
    })
  }

  protected get loaded(): Loaded {
    return this.#loaded
  }

  /** The version, which changes with any text and is part of cache keys and ETags. */
  get version(): string {
    return this.#loaded.version
  }

  /** The current faults of the files, each with its place. */
  get faults(): readonly string[] {
    return this.#faults
  }

  /** Reports each fault once while it lasts. */
  protected reportFaults(faults: readonly string[], files: readonly string[]): void {
    const { log, observeFaultyFiles } = this.#options
    for (const fault of faults) {
      if (!this.#faults.includes(fault)) log?.error(`${fault}. The last good version of this file stays in use`)
    }
    this.#faults = faults
    observeFaultyFiles?.([...new Set(files)])
  }

  /** Warns once, and not with every edit. */
  protected warnOnce(warning: string): void {
    if (this.#warned.has(warning)) return
    this.#warned.add(warning)
    this.#options.log?.warn(warning)
  }

  async #reload(): Promise<void> {
    const { log, failure } = this.#options
    try {
      this.#loaded = await this.read()
    } catch (error) {
      log?.error(`${failure} in use. ${error instanceof Error ? error.message : ''}`)
    }
  }
}
