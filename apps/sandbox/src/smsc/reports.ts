import type { FaultKind } from '../core/faults.ts'
import type { World } from '../core/simulator.ts'
import type { Link } from './link.ts'
import type { Timers } from './timers.ts'

const reportFaults = ['callback_drop', 'callback_delay', 'callback_duplicate'] as const satisfies readonly FaultKind[]
const keptWaiting = 1000

/** Brings delivery reports to the bound links, and keeps them while nobody listens. */
export class Reports {
  readonly #links = new Set<Link>()
  readonly #world: World
  readonly #timers: Timers
  #waiting: Buffer[] = []

  constructor(world: World, timers: Timers) {
    this.#world = world
    this.#timers = timers
  }

  send(body: Buffer): void {
    const fault = this.#world.faults.take('smsc', 'deliver_sm', reportFaults)
    const copies = fault?.kind === 'callback_duplicate' ? fault.copies : 1
    if (fault?.kind === 'callback_drop') return
    if (fault?.kind === 'callback_delay') this.#timers.later(fault.delayMs, () => this.#hand(body))
    else for (let copy = 0; copy < copies; copy++) this.#hand(body)
  }

  add(link: Link): void {
    this.#links.add(link)
    const waiting = this.#waiting
    this.#waiting = []
    for (const body of waiting) this.#hand(body)
  }

  remove(link: Link, unanswered: readonly Buffer[]): void {
    this.#links.delete(link)
    for (const body of unanswered) this.#hand(body)
  }

  clear(): void {
    this.#waiting = []
  }

  #hand(body: Buffer): void {
    const [link] = this.#links
    if (link === undefined) this.#waiting = [...this.#waiting, body].slice(-keptWaiting)
    else link.deliver(body)
  }
}
