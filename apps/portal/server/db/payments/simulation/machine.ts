import type { Chance } from './chance.ts'

interface Turn {
  readonly machine: object
  readonly go: () => void
}

/** Decides which of the calls that are under way goes on next, so that a seed repeats every interleaving. */
export class Interleaving {
  #turns: Turn[] = []
  readonly #chance: Chance

  constructor(chance: Chance) {
    this.#chance = chance
  }

  get isIdle(): boolean {
    return this.#turns.length === 0
  }

  async wait(machine: object): Promise<void> {
    await new Promise<void>((go) => this.#turns.push({ machine, go }))
  }

  /** What is under way in a machine that died is never heard of again. */
  forget(machine: object): void {
    this.#turns = this.#turns.filter((turn) => turn.machine !== machine)
  }

  async step(): Promise<void> {
    const [turn] = this.#turns.splice(this.#chance.below(this.#turns.length), 1)
    turn?.go()
    await quiet()
  }

  async drain(): Promise<void> {
    await quiet()
    while (!this.isIdle) await this.step()
  }
}

/** Everything that can go on by itself has done so. */
async function quiet(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

/** One process of the portal. It may die at any call of a port, before the call or before it hears the answer. */
export class Machine {
  #isAlive = true
  readonly #interleaving: Interleaving

  constructor(interleaving: Interleaving) {
    this.#interleaving = interleaving
  }

  die(): void {
    this.#isAlive = false
    this.#interleaving.forget(this)
  }

  async #turn(): Promise<void> {
    if (!this.#isAlive) return new Promise(() => {})
    await this.#interleaving.wait(this)
  }

  /** The same port, with a place to be held up or to die around every call, and around what a call hands out to call. */
  reaching<T extends object>(port: T): T {
    return new Proxy(port, { get: (target, name) => this.#guarded(Reflect.get(target, name), target) })
  }

  #guarded(member: unknown, target?: object): unknown {
    if (typeof member !== 'function') return member
    return async (...values: unknown[]) => {
      await this.#turn()
      try {
        return this.#guarded(await Reflect.apply(member, target, values))
      } finally {
        await this.#turn()
      }
    }
  }
}
