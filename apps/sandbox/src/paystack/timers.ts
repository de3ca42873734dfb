import type { World } from '../core/simulator.ts'

/** Scheduled actions of a provider. */
export class Timers {
  readonly #world: Pick<World, 'now' | 'changed'>
  readonly #waiting = new Set<NodeJS.Timeout>()

  constructor(world: Pick<World, 'now' | 'changed'>) {
    this.#world = world
  }

  /** The action runs immediately when the time has passed. */
  at(dueAtMs: number, action: () => void): void {
    const pauseMs = dueAtMs - this.#world.now().getTime()
    if (pauseMs <= 0) {
      action()
      return
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(timer)
      action()
      this.#world.changed()
    }, pauseMs)
    timer.unref()
    this.#waiting.add(timer)
  }

  clear(): void {
    for (const timer of this.#waiting) clearTimeout(timer)
    this.#waiting.clear()
  }
}
