import assert from 'node:assert/strict'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import type { OutboxMessage } from '../common/outbox-message.ts'
import type { WorkSlot } from '../common/work-queue.ts'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

describeOnEachEngine('the receipt of a delivery', (openDatabase) => {
  /** Opens a payment that its next check finds captured, and a process with this many places for messages. */
  async function open({ places = 1 } = {}) {
    const begun: (() => Promise<void>)[] = []
    const receipts: OutboxMessage[] = []
    let free = places
    const slot: WorkSlot = {
      leaseMs: minute,
      run: (work) => void begun.push(work),
      free: () => {
        free += 1
      },
    }
    const reserve = async (queue: string) => {
      if (queue !== 'send messages' || free === 0) return undefined
      free -= 1
      return slot
    }
    const sendReceipt = async (receipt: OutboxMessage) => void receipts.push(receipt)
    const harness = openPayments(await openDatabase(), { reserve, sendReceipt })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
    harness.clock.now += minute
    const claim = () => harness.stores.outbox.claim({ limit: 10, leaseMs: minute })
    return { ...harness, id, begun, receipts, claim, freePlaces: () => free }
  }

  it('is queued with it and sent at once, without another claim', async () => {
    const { id, work, begun, receipts, claim, notifications } = await open()
    await work()
    assert.deepEqual([receipts, await claim()], [[], []])
    await Promise.all(begun.map((send) => send()))
    assert.deepEqual(
      receipts.map(({ attemptId, kind }) => [attemptId, kind]),
      [[id, 'deliveredAirtime']],
    )
    assert.ok(!notifications.includes('send messages'))
  })

  it('is the same one that a claim of the queue would find', async () => {
    const { work, begun, receipts, claim, clock } = await open()
    await work()
    await Promise.all(begun.map((send) => send()))
    clock.now += minute + 1
    assert.deepEqual(await claim(), receipts)
  })

  it('is left to the queue when this process has no free place', async () => {
    const { id, work, begun, claim, notifications } = await open({ places: 0 })
    await work()
    assert.deepEqual([begun.length, (await claim()).map(({ attemptId }) => attemptId)], [0, [id]])
    assert.ok(notifications.includes('send messages'))
  })

  it('is due again when the process ends before it is sent', async () => {
    const { id, work, claim, clock } = await open()
    await work()
    clock.now += minute + 1
    assert.deepEqual(
      (await claim()).map(({ attemptId }) => attemptId),
      [id],
    )
  })

  it('is due at once although the answer to its delivery was lost', async () => {
    const { id, stores, work, begun, claim, history, freePlaces } = await open()
    const { delivered } = stores.deliveries
    stores.deliveries.delivered = async (...record: Parameters<typeof delivered>) => {
      await delivered(...record)
      throw new Error('the database is gone')
    }
    await assert.rejects(work())
    assert.equal((await history(id)).at(-1), 'delivery delivered')
    assert.deepEqual([begun.length, freePlaces()], [0, 1])
    assert.deepEqual(
      (await claim()).map(({ attemptId }) => attemptId),
      [id],
    )
  })
})
