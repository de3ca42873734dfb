import type { Commit } from './postgres-driver.ts'

/** A commit on the server of this identifier and timeline. */
export interface ServerCommit extends Commit {
  readonly identity: string
}

/**
 * A transaction that was acknowledged after more commits than a process has connections began later than it, so that
 * their presence proves its own.
 */
const mostKept = 64

/** What servers have acknowledged to this process. A server that takes over must have all of it. */
export class AcknowledgedCommits {
  #identity: string | undefined
  #commits: readonly ServerCommit[]

  /** `earlier` are those of processes before this one, from their journal. */
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
