import { seededRandom } from '../../environment/arrivals.ts'

interface Task {
  readonly machine: Machine
  readonly go: () => void
}

/** One side of one call of a port: `before attempts.capture`, `after card.start`. */
export type Place = `${'before' | 'after'} ${string}`

export interface InterleavingOptions {
  readonly chance: Chance
  /** Called at every point; true when the machine dies there. */
  readonly dies?: (machine: Machine, place: Place) => boolean
  /** True means that the call waits there until `letGo`. */
  readonly isHeldUp?: (place: Place, about: unknown) => boolean
}

/** Decides which of the calls in progress continues next, so that a seed repeats every interleaving. */
export class Interleaving {
  #tasks: Task[] = []
  #held: Task[] = []
  #running = 0
  readonly #options: InterleavingOptions

  constructor(options: InterleavingOptions) {
    this.#options = options
  }

  get isIdle(): boolean {
    return this.#tasks.length === 0
  }

  get holdsUp(): boolean {
    return this.#held.length > 0
  }

  async wait(machine: Machine, place: Place, about: unknown): Promise<void> {
    const { dies, isHeldUp } = this.#options
    if (!machine.isAlive || dies?.(machine, place)) return new Promise(() => {})
    const switchings = isHeldUp?.(place, about) ? this.#held : this.#tasks
    await new Promise<void>((go) => switchings.push({ machine, go }))
  }

  /** A call that takes real time, to a database on another machine: the next one begins only after it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
    }
  }

  letGo(): void {
    this.#tasks.push(...this.#held.splice(0))
  }

  /** The calls in progress of a machine that died never return. */
  forget(machine: Machine): void {
    this.#tasks = this.#tasks.filter((task) => task.machine !== machine)
    this.#held = this.#held.filter((task) => task.machine !== machine)
  }

  async step(): Promise<void> {
    const [task] = this.#tasks.splice(this.#options.chance.below(this.#tasks.length), 1)
    task?.go()
    await this.quiet()
  }

  async drain(): Promise<void> {
    await this.quiet()
    while (!this.isIdle) await this.step()
  }

  /** Resolves when all calls that can continue have continued. */
  async quiet(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve))
    while (this.#running > 0)
  }
}

/** One process of the portal. It may die at any call of a port, before the call or before its answer. */
export class Machine {
  #isAlive = true
  readonly #interleaving: Interleaving

  constructor(interleaving: Interleaving) {
    this.#interleaving = interleaving
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  die(): void {
    this.#isAlive = false
    this.#interleaving.forget(this)
  }

  /**
   * Returns the same port, with a point to wait or to die around every call, and around calls of the functions that it
   * returns.
   */
  reaching<T extends object>(name: string, port: T): T {
    return new Proxy(port, {
      get: (target, method) => this.#guarded(`${name}.${String(method)}`, Reflect.get(target, method), target),
    })
  }

  #guarded(call: string, member: unknown, target?: object): unknown {
    if (typeof member !== 'function') return member
    return async (...values: unknown[]) => {
      await this.#interleaving.wait(this, `before ${call}`, values[0])
      try {
        const answer = await this.#interleaving.run(async () => Reflect.apply(member, target, values))
        return this.#guarded(`${call}d`, answer)
      } finally {
        await this.#interleaving.wait(this, `after ${call}`, values[0])
      }
    }
  }
}

/** The generator is random, but the same for the same seed. */
export interface Chance {
  /** Returns a whole number from 0 to below `limit`. */
  below(limit: number): number
  happens(probability: number): boolean
  pick<T>(list: readonly T[]): T | undefined
}

export function createChance(seed: number): Chance {
  const next = seededRandom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, happens: (probability) => next() < probability, pick: (list) => list[below(list.length)] }
}

/** Creates a scheduler for drills without randomness: one call after the other, and no random events. */
export function createCallSlots(): Chance {
  let task = 0
  const pick = <T>(list: readonly T[]): T | undefined => {
    task += 1
    return list[task % list.length]
  }
  return { below: () => 0, happens: () => false, pick }
}
