import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../environment/arrivals.ts'
import { Clock, CommitLog, exponential, Pool, Station } from './discrete-events.ts'

describe('the clock', () => {
  it('runs every event at its time, and those of one time in the order in which they were planned', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), (delays) => {
        const clock = new Clock()
        const seen: [number, number][] = []
        for (const [order, ms] of delays.entries()) clock.after(ms, () => seen.push([clock.now, order]))
        clock.runUntil(50)
        expect(seen).toEqual(
          delays.map((ms, order) => [ms, order]).sort(([a = 0, i = 0], [b = 0, j = 0]) => a - b || i - j),
        )
      }),
    )
  })

  it('keeps what is planned for later', () => {
    const clock = new Clock()
    const seen: number[] = []
    clock.after(10, () => clock.after(10, () => seen.push(clock.now)))
    clock.runUntil(15)
    expect(seen).toEqual([])
    clock.runUntil(20)
    expect(seen).toEqual([20])
  })
})

/**
 * Computes the mean waiting time of a queue with Poisson arrivals and exponential work, by Erlang's C formula (1917).
 */
function waitByErlang({ servers, perMs, meanMs }: { servers: number; perMs: number; meanMs: number }): number {
  const offered = perMs * meanMs
  let term = 1
  let sum = 1
  for (let k = 1; k < servers; k++) {
    term *= offered / k
    sum += term
  }
  const all = (term * offered) / servers / (1 - offered / servers)
  return ((all / (sum + all)) * meanMs) / (servers - offered)
}

describe('a station', () => {
  it.each([
    { servers: 1, load: 0.5 },
    { servers: 2, load: 0.8 },
    { servers: 8, load: 0.9 },
  ])('makes customers wait as long as Erlang’s formula says: $servers servers at $load', ({ servers, load }) => {
    const clock = new Clock()
    const station = new Station(clock, servers)
    const random = seededRandom(1917)
    const meanMs = 4
    const perMs = (load * servers) / meanMs
    let waited = 0
    let count = 0
    const arrive = () => {
      const ms = exponential(random, meanMs)
      const at = clock.now
      station.serve(ms, () => {
        waited += clock.now - at - ms
        count++
      })
      clock.after(exponential(random, 1 / perMs), arrive)
    }
    arrive()
    clock.runUntil(100_000 / perMs)
    const expected = waitByErlang({ servers, perMs, meanMs })
    expect(waited / count / expected).toBeGreaterThan(0.88)
    expect(waited / count / expected).toBeLessThan(1.12)
    expect(station.utilisation).toBeCloseTo(load, 1)
  })
})

describe('a pool', () => {
  it('hands a thing back to who waited first, and never has more out than it has', () => {
    const pool = new Pool(2)
    const seen: number[] = []
    for (const order of [1, 2, 3, 4]) pool.take(() => seen.push(order))
    expect(seen).toEqual([1, 2])
    pool.giveBack()
    expect(seen).toEqual([1, 2, 3])
    expect(pool.mostHeld).toBe(2)
  })
})

describe('the log of commits', () => {
  it('flushes together what arrived during a flush', () => {
    const clock = new Clock()
    const log = new CommitLog(clock, () => 10)
    const ends: number[] = []
    for (const at of [0, 1, 2, 9]) clock.after(at, () => log.flush(() => ends.push(clock.now)))
    clock.runUntil(100)
    expect(ends).toEqual([10, 20, 20, 20])
    expect(log.flushes).toBe(2)
  })
})
