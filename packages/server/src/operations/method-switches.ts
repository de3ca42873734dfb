import { type Cached, cached } from './cached.ts'
import type { MethodSwitch, MethodSwitchStore } from './method-switch-store.ts'

export interface MethodSwitchesOptions {
  readonly store: MethodSwitchStore
  readonly now: () => number
}

export interface SwitchedBy {
  readonly who: string
  readonly reason: string
}

/** What an operator switches off is off everywhere after this time. */
const knownForMs = 2_000

/** The operator's kill switch for each method, and for each gateway behind one, by its name. */
export class MethodSwitches {
  readonly #options: MethodSwitchesOptions
  readonly #known: Cached<readonly MethodSwitch[]>

  constructor(options: MethodSwitchesOptions) {
    const { store, now } = options
    this.#options = options
    this.#known = cached({ ms: knownForMs, now, read: () => store.switches() })
  }

  /** False: offer it to nobody and begin nothing with it. What has begun goes on. */
  async isOpen(method: string): Promise<boolean> {
    return (await this.#known.value()).every((one) => one.method !== method || one.isOpen)
  }

  /** Of methods that were ever switched, past the memory. */
  async all(): Promise<readonly MethodSwitch[]> {
    return this.#options.store.switches()
  }

  async turnOff(method: string, by: SwitchedBy): Promise<void> {
    return this.#turn({ method, isOpen: false, ...by })
  }

  async turnOn(method: string, by: SwitchedBy): Promise<void> {
    return this.#turn({ method, isOpen: true, ...by })
  }

  async #turn(change: Omit<MethodSwitch, 'at'>): Promise<void> {
    const { store, now } = this.#options
    await store.turn({ ...change, at: now() })
    this.#known.forget()
  }
}
