/** Milliseconds of the simulated time. */
export type Ms = number

/** Events are in the order of their time; those of the same time are in the order in which they were planned. */
export class Clock {
  #now: Ms = 0
  #planned = 0
  readonly #times: number[] = []
  readonly #orders: number[] = []
  readonly #acts: (() => void)[] = []

  get now(): Ms {
    return this.#now
  }

  after(ms: Ms, act: () => void): void {
    this.#times.push(this.#now + ms)
    this.#orders.push(this.#planned++)
    this.#acts.push(act)
    this.#rise(this.#acts.length - 1)
  }

  /** Runs what is planned until then. */
  runUntil(end: Ms): void {
    for (;;) {
      const first = this.#times[0]
      if (first === undefined || first > end) break
      this.#now = first
      this.#takeFirst()()
    }
    this.#now = end
  }

  #isBefore(left: number, right: number): boolean {
    const [a = 0, b = 0] = [this.#times[left], this.#times[right]]
    return a < b || (a === b && (this.#orders[left] ?? 0) < (this.#orders[right] ?? 0))
  }

  #swap(left: number, right: number): void {
    swap(this.#times, left, right)
    swap(this.#orders, left, right)
    swap(this.#acts, left, right)
  }

  #rise(from: number): void {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!this.#isBefore(place, parent)) return
      this.#swap(place, parent)
      place = parent
    }
  }

  #takeFirst(): () => void {
    const last = this.#acts.length - 1
    this.#swap(0, last)
    this.#times.pop()
    this.#orders.pop()
    const act = this.#acts.pop()
    let place = 0
    for (;;) {
      const [left, right] = [2 * place + 1, 2 * place + 2]
      let least = place
      if (left < last && this.#isBefore(left, least)) least = left
      if (right < last && this.#isBefore(right, least)) least = right
      if (least === place) break
      this.#swap(place, least)
      place = least
    }
    return act ?? (() => {})
  }
}

function swap<T>(list: T[], left: number, right: number): void {
  const [first, second] = [list[left], list[right]]
  if (first === undefined || second === undefined) return
  list[left] = second
  list[right] = first
}

/** A queue that never copies its rest. */
class Queue<T> {
  #items: T[] = []
  #first = 0

  get length(): number {
    return this.#items.length - this.#first
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    if (this.length === 0) return undefined
    const item = this.#items[this.#first++]
    if (this.#first > 10_000 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first)
      this.#first = 0
    }
    return item
  }
}

/** Servers that take work in the order of its arrival: cores, a provider that answers so many calls at once. */
export class Station {
  readonly #clock: Clock
  readonly #servers: number
  readonly #waiting = new Queue<{ readonly ms: Ms; readonly then: () => void }>()
  #busy = 0
  #workMs = 0
  #countedFrom: Ms = 0

  constructor(clock: Clock, servers: number) {
    this.#clock = clock
    this.#servers = servers
  }

  serve(ms: Ms, then: () => void): void {
    if (this.#busy < this.#servers) this.#begin(ms, then)
    else this.#waiting.push({ ms, then })
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Returns the share of the servers' time that was spent since the last call of `restartCount`, 0 to 1. */
  get utilisation(): number {
    return this.#workMs / ((this.#clock.now - this.#countedFrom) * this.#servers)
  }

  restartCount(): void {
    this.#workMs = 0
    this.#countedFrom = this.#clock.now
  }

  #begin(ms: Ms, then: () => void): void {
    this.#busy++
    this.#workMs += ms
    this.#clock.after(ms, () => {
      this.#busy--
      const next = this.#waiting.shift()
      if (next !== undefined) this.#begin(next.ms, next.then)
      then()
    })
  }
}

/** Things that are held for a while and handed back, such as the connections of a pool. */
export class Pool {
  readonly #waiting = new Queue<() => void>()
  #free: number
  #most = 0
  readonly #size: number

  constructor(size: number) {
    this.#free = size
    this.#size = size
  }

  take(then: () => void): void {
    if (this.#free === 0) {
      this.#waiting.push(then)
      return
    }
    this.#free--
    this.#most = Math.max(this.#most, this.#size - this.#free)
    then()
  }

  giveBack(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free++
    else next()
  }

  /** Returns the most that were held at the same time. */
  get mostHeld(): number {
    return this.#most
  }
}

/** A log that is flushed to the disk: a commit that arrives during a flush is part of the next one. */
export class CommitLog {
  readonly #clock: Clock
  readonly #flushMs: () => Ms
  #waiting: (() => void)[] = []
  #isFlushing = false
  #flushes = 0

  constructor(clock: Clock, flushMs: () => Ms) {
    this.#clock = clock
    this.#flushMs = flushMs
  }

  get flushes(): number {
    return this.#flushes
  }

  flush(then: () => void): void {
    this.#waiting.push(then)
    if (!this.#isFlushing) this.#begin()
  }

  #begin(): void {
    const together = this.#waiting
    this.#waiting = []
    this.#isFlushing = true
    this.#flushes++
    this.#clock.after(this.#flushMs(), () => {
      this.#isFlushing = false
      if (this.#waiting.length > 0) this.#begin()
      for (const then of together) then()
    })
  }
}

/**
 * Draws the time between two arrivals of independent customers, which is also the usual assumption for work of unknown
 * spread.
 */
export const exponential = (random: () => number, mean: Ms): Ms => -Math.log(1 - random()) * mean
