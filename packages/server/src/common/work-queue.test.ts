import assert from 'node:assert/strict'
import { minute } from '@nyanja/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { createQueue, Worker } from './work-queue.ts'

/** A promise that the test resolves. */
function bulkhead() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

describe('a worker', () => {
  const started: Worker[] = []
  afterEach(async () => {
    await Promise.all(started.splice(0).map((worker) => worker.stop()))
  })

  function start(
    queues: Parameters<typeof createQueue<number>>[0][],
    failed: (workQueue: string) => void = () => {},
  ): Worker {
    const worker = new Worker(queues.map(createQueue), { pauseMs: minute, failed, retryPauseMs: 1 })
    started.push(worker)
    worker.start()
    return worker
  }

  function queue(items: number[]) {
    return async ({ limit }: { limit: number }) => items.splice(0, limit)
  }

  it('processes everything that is due, with any concurrency of the queue', async () => {
    const done: number[] = []
    const all = bulkhead()
    start([
      {
        name: 'narrow',
        width: 2,
        leaseMs: 1000,
        claim: queue([1, 2, 3, 4, 5]),
        work: async (item) => {
          done.push(item)
          if (done.length === 5) all.open()
        },
      },
    ])
    await all.passed
    assert.deepEqual(done, [1, 2, 3, 4, 5])
  })

  it('claims nothing while it may not, and starts when it may', async () => {
    const requested = bulkhead()
    const done = bulkhead()
    let mayClaim = false
    const claimedWhileAllowed: boolean[] = []
    const items = queue([1])
    const claim = (requested: { limit: number }) => {
      claimedWhileAllowed.push(mayClaim)
      return items(requested)
    }
    const workQueue = { name: 'held', width: 1, leaseMs: 1000, claim, work: async () => done.open() }
    const worker = new Worker([createQueue(workQueue)], {
      pauseMs: minute,
      failed: () => {},
      mayClaim: async () => {
        requested.open()
        return mayClaim
      },
    })
    started.push(worker)
    worker.start()
    await requested.passed
    mayClaim = true
    worker.notify('held')
    await done.passed
    assert.ok(claimedWhileAllowed.every(Boolean))
  })

  it('isolates a hanging queue from the others', async () => {
    const hanging = bulkhead()
    const other = bulkhead()
    start([
      { name: 'hangs', width: 1, leaseMs: 1000, claim: queue([1, 2]), work: () => hanging.passed },
      { name: 'works', width: 1, leaseMs: 1000, claim: queue([1]), work: async () => other.open() },
    ])
    await other.passed
    hanging.open()
  })

  it('processes a notified queue immediately', async () => {
    const items: number[] = []
    const done = bulkhead()
    const worker = start([
      { name: 'woken', width: 1, leaseMs: 1000, claim: queue(items), work: async () => done.open() },
    ])
    items.push(1)
    worker.notify('woken')
    await done.passed
  })

  it('runs only the notified queue', async () => {
    const looks: string[] = []
    const done = bulkhead()
    const workQueue = (name: string, items: number[]) => ({
      name,
      width: 1,
      leaseMs: 1000,
      claim: async (claim: { limit: number }) => {
        looks.push(name)
        return queue(items)(claim)
      },
      work: async () => done.open(),
    })
    const items: number[] = []
    const worker = start([workQueue('woken', items), workQueue('asleep', [])])
    await expect.poll(() => looks).toEqual(['woken', 'asleep'])
    items.push(1)
    worker.notify('woken')
    await done.passed
    assert.ok(!looks.slice(2).includes('asleep'))
  })

  it('continues after a failure and reports its queue', async () => {
    const done = bulkhead()
    const failed: string[] = []
    const work = async (item: number) => {
      if (item === 1) throw new Error('a bug')
      done.open()
    }
    start([{ name: 'fails', width: 1, leaseMs: 1000, claim: queue([1, 2]), work }], (workQueue) =>
      failed.push(workQueue),
    )
    await done.passed
    assert.deepEqual(failed, ['fails'])
  })

  it('makes failed work due again as soon as the database is available', async () => {
    const shown: number[] = []
    const reported = bulkhead()
    const retry = async (item: number) => {
      shown.push(item)
      if (shown.length < 3) throw new Error('no database')
      reported.open()
    }
    const work = async () => Promise.reject(new Error('no database'))
    start([{ name: 'fails', width: 1, leaseMs: 1000, claim: queue([7]), work, retry }])
    await reported.passed
    assert.deepEqual(shown, [7, 7, 7])
  })

  it('runs work on a row that was leased elsewhere in a place of its queue', async () => {
    const finish = bulkhead()
    const done: number[] = []
    const items: number[] = []
    const work = async (item: number) => void done.push(item)
    const worker = start([{ name: 'narrow', width: 1, leaseMs: 1000, claim: queue(items), work }])
    const slot = await worker.reserve('narrow')
    assert.equal(slot?.leaseMs, 1000)
    assert.equal(await worker.reserve('narrow'), undefined)
    items.push(2)
    worker.notify('narrow')
    slot.run(
      async () => {
        await finish.passed
        done.push(1)
      },
      async () => {},
    )
    finish.open()
    await expect.poll(() => done).toEqual([1, 2])
  })

  it('has no place for other rows before it starts, after it stops, or while it may not claim', async () => {
    const one = { name: 'one', width: 1, leaseMs: 1000, claim: queue([]), work: async () => {} }
    const options = { pauseMs: minute, failed: () => {} }
    const worker = new Worker([createQueue(one)], options)
    assert.equal(await worker.reserve('one'), undefined)
    worker.start()
    assert.ok(await worker.reserve('one'))
    assert.equal(await worker.reserve('another'), undefined)
    const held = new Worker([createQueue(one)], { ...options, mayClaim: async () => false })
    held.start()
    assert.equal(await held.reserve('one'), undefined)
    await held.stop()
    assert.equal(await held.reserve('one'), undefined)
  })

  it('stops only when a reserved place is free again', async () => {
    const worker = start([{ name: 'one', width: 1, leaseMs: 1000, claim: queue([]), work: async () => {} }])
    const slot = await worker.reserve('one')
    const order: string[] = []
    const stopped = worker.stop().then(() => order.push('stopped'))
    order.push('freed')
    slot?.free()
    await stopped
    assert.deepEqual(order, ['freed', 'stopped'])
  })

  it('stops only when its started work is done', async () => {
    const begun = bulkhead()
    const finish = bulkhead()
    let isDone = false
    const worker = start([
      {
        name: 'slow',
        width: 1,
        leaseMs: 1000,
        claim: queue([1]),
        work: async () => {
          begun.open()
          await finish.passed
          isDone = true
        },
      },
    ])
    await begun.passed
    const stopped = worker.stop()
    finish.open()
    await stopped
    assert.ok(isDone)
  })
})
