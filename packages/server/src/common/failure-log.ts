import { second } from '@nyanja/domain/time'

interface FailureLogOptions {
  readonly log: { error(message: string): void }
  readonly now: () => number
}

/** Logs one failure of each kind in a second at most: where a disk is full, lines would fill what is left of it. */
export class FailureLog {
  readonly #options: FailureLogOptions
  readonly #ofKind = new Map<string, { readonly loggedAt: number; unlogged: number }>()

  constructor(options: FailureLogOptions) {
    this.#options = options
  }

  report(kind: string, error: unknown): void {
    const { log, now } = this.#options
    const at = now()
    const earlier = this.#ofKind.get(kind)
    if (earlier !== undefined && Math.abs(at - earlier.loggedAt) < second) {
      earlier.unlogged += 1
      return
    }
    const unlogged = earlier?.unlogged ?? 0
    this.#ofKind.set(kind, { loggedAt: at, unlogged: 0 })
    const more = unlogged === 0 ? '' : ` (and ${unlogged} times before without a line)`
    log.error(`${kind}: ${error instanceof Error ? error.message : 'unknown'}${more}`)
  }
}
