import assert from 'node:assert/strict'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import type { WorkSlot } from '../common/work-queue.ts'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

describeOnEachEngine('the check that a callback asks for', (openDatabase) => {
  async function open() {
    const begun: (() => Promise<void>)[] = []
    let freed = 0
    const slot: WorkSlot = {
      leaseMs: 2 * minute,
      run: (work) => void begun.push(work),
      free: () => {
        freed += 1
      },
    }
    const reserve = async (queue: string) => (queue === 'settle wallet' ? slot : undefined)
    const harness = openPayments(await openDatabase(), { reserve })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
    const claim = () => harness.due.attempts('wallet', { limit: 10, leaseMs: minute })
    return { ...harness, id, begun, claim, freed: () => freed }
  }

  it('begins at once in the process that received it, and in no other one', async () => {
    const { id, progress, begun, claim, history } = await open()
    assert.equal(await progress.hinted('wallet', id, 'the bytes'), true)
    assert.deepEqual(await claim(), [])
    await Promise.all(begun.map((work) => work()))
    assert.ok((await history(id)).includes('money captured'))
  })

  it('is not made for the same bytes again', async () => {
    const { id, progress, begun, freed } = await open()
    await progress.hinted('wallet', id, 'the bytes')
    await progress.hinted('wallet', id, 'the bytes')
    assert.deepEqual([begun.length, freed()], [1, 1])
  })

  it('follows the check of another worker that has the attempt', async () => {
    const { id, progress, begun, claim, clock, freed, notifications, statusChecks, gateways } = await open()
    clock.now += minute
    const [attempt] = await claim()
    assert.ok(attempt)
    await progress.hinted('wallet', id, 'the bytes')
    assert.deepEqual([begun.length, freed()], [0, 1])
    assert.ok(notifications.includes('settle wallet'))
    gateways.wallet.verify = async () => ({ state: 'pending' })
    await statusChecks.checkPayment(attempt)
    assert.deepEqual(
      (await claim()).map((again) => again.id),
      [id],
    )
  })

  it('is due for others when the process ends before it', async () => {
    const { id, progress, claim, clock } = await open()
    await progress.hinted('wallet', id, 'the bytes')
    clock.now += 2 * minute + 1
    assert.deepEqual(
      (await claim()).map((attempt) => attempt.id),
      [id],
    )
  })

  it('is due soon although the answer to the write of the callback was lost', async () => {
    const { id, progress, stores, claim } = await open()
    const { noteCallback } = stores.reader
    stores.reader.noteCallback = async (...given) => {
      await noteCallback(...given)
      throw new Error('the database is gone')
    }
    await assert.rejects(progress.hinted('wallet', id, 'the bytes'))
    assert.deepEqual(
      (await claim()).map((attempt) => attempt.id),
      [id],
    )
  })
})
