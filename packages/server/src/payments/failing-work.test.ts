import { minute } from '@nyanja/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { type Queue, Worker } from '../common/work-queue.ts'
import { createRecheckQueue } from '../db/payments/recheck-queue.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('work that fails', () => {
  const started: Worker[] = []
  afterEach(async () => {
    await Promise.all(started.splice(0).map((worker) => worker.stop()))
  })

  /**
   * Fails like SQLite where the disk is full, without a turn of the event loop. The failures must end: otherwise the
   * test's own process would never get a turn.
   */
  function failing() {
    let tries = 0
    const queue = createRecheckQueue(async () => {
      tries += 1
      if (tries < 10_000) throw new Error('The disk is full')
    })
    return { queue, tries: () => tries }
  }

  /** Starts a worker whose pauses end when the test ends them. */
  function start(queue: Queue) {
    const pauses: number[] = []
    const ends: (() => void)[] = []
    const worker = new Worker([queue], {
      pauseMs: minute,
      failed: () => {},
      pause: (ms, end) => {
        if (ms < minute) pauses.push(ms)
        ends.push(end)
        return () => {}
      },
    })
    started.push(worker)
    worker.start()
    /** Waits until everything has happened that can happen without a pause. */
    const settled = async () => {
      for (let turns = 0; turns < 20; turns += 1) await turn()
    }
    const endPause = async () => {
      ends.pop()?.()
      await settled()
    }
    return { worker, pauses, settled, endPause }
  }

  it('follows its own failure only after a pause that grows to two seconds', async () => {
    const { queue, tries } = failing()
    const { pauses, settled, endPause } = start(queue)
    await settled()
    expect(tries()).toBe(1)
    for (let pause = 0; pause < 8; pause += 1) await endPause()
    expect(tries()).toBe(9)
    expect(pauses).toEqual([50, 100, 200, 400, 800, 1600, 2000, 2000, 2000])
  })

  it('is not claimed earlier because a request notifies its queue', async () => {
    let claims = 0
    const claim = async () => {
      claims += 1
      throw new Error('The disk is full')
    }
    const { worker, settled, endPause } = start({ name: 'messages', width: 10, leaseMs: minute, claim })
    await settled()
    for (let request = 0; request < 100; request += 1) worker.notify('messages')
    await settled()
    expect(claims).toBe(1)
    await endPause()
    expect(claims).toBe(2)
  })

  it('delays the rows behind it once, however many fail together', async () => {
    let left = 96
    const claim = async (limit: number) => {
      const count = Math.min(limit, left)
      left -= count
      return Array.from({ length: count }, () => async () => {
        throw new Error('The disk is full')
      })
    }
    const { pauses, settled, endPause } = start({ name: 'settle', width: 32, leaseMs: minute, claim })
    await settled()
    expect([left, pauses]).toEqual([64, [50]])
    await endPause()
    expect([left, pauses]).toEqual([32, [50, 100]])
  })

  it('begins again with the shortest pause once work has succeeded', async () => {
    const outcomes = ['fails', 'fails', 'succeeds', 'fails']
    const claim = async () => {
      const outcome = outcomes.shift()
      if (outcome === undefined) return []
      return [
        async () => {
          if (outcome === 'fails') throw new Error('The database is away')
        },
      ]
    }
    const { pauses, settled, endPause } = start({ name: 'close days', width: 1, claim })
    await settled()
    await endPause()
    await endPause()
    expect(pauses).toEqual([50, 100, 50])
  })

  it('leaves a queue quick whose only faulty row fails now and then', async () => {
    let isDue = true
    const claim = async () => {
      if (!isDue) return []
      isDue = false
      return [() => Promise.reject(new Error('a bug'))]
    }
    const { worker, pauses, settled, endPause } = start({ name: 'deliver', width: 1, leaseMs: minute, claim })
    for (let time = 0; time < 3; time += 1) {
      isDue = true
      worker.notify('deliver')
      await settled()
      await endPause()
    }
    expect(pauses).toEqual([50, 50, 50])
  })

  it('does not hold up the end of its process', async () => {
    const { worker, settled } = start(failing().queue)
    await settled()
    await worker.stop()
  })
})
