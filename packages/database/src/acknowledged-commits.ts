import type { Commit } from './postgres-driver.ts'

/** A commit on the server of this identifier and timeline. */
export interface ServerCommit extends Commit {
  readonly identity: string
}

/**
 * The number of kept transactions, more than the connections of a process: one of them began after any dropped one was
 * acknowledged, so the presence of those kept proves that of the dropped ones.
 */
const mostKept = 64

/** The commits that servers have acknowledged to this process. A server that takes over must have all of them. */
export class AcknowledgedCommits {
  #identity: string | undefined
  #commits: readonly ServerCommit[]

  /** `earlier` are the commits of processes before this one, from their journal. */
  constructor(earlier: readonly ServerCommit[] = []) {
    this.#commits = earlier
  }

  /** The server that this process uses. */
  get identity(): string | undefined {
    return this.#identity
  }

  /** From here on this server is in use: it has everything, or the loss is recorded. */
  accept(identity: string): void {
    this.#identity = identity
    this.#commits = this.on(identity)
  }

  readonly note = (commit: Commit): void => {
    if (this.#identity === undefined) return
    this.#commits = [...this.#commits.slice(1 - mostKept), { ...commit, identity: this.#identity }]
  }

  on(identity: string): readonly ServerCommit[] {
    return this.#commits.filter((commit) => commit.identity === identity)
  }

  get last(): ServerCommit | undefined {
    return this.#commits.at(-1)
  }
}
