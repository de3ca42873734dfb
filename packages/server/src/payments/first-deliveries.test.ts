import assert from 'node:assert/strict'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import type { WorkSlot } from '../common/work-queue.ts'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

describeOnEachEngine('the first delivery of a payment', (openDatabase) => {
  /** Opens a captured payment whose check has not run yet, and a worker with this many places. */
  async function open({ places = 1, prepareTimeout = () => new Promise(() => {}) } = {}) {
    const database = await openDatabase()
    const begun: (() => Promise<void>)[] = []
    let free = places
    const slot: WorkSlot = {
      leaseMs: 2 * minute,
      run: (work) => void begun.push(work),
      free: () => {
        free += 1
      },
    }
    const reserve = async (queue: string) => {
      if (queue !== 'deliver' || free === 0) return undefined
      free -= 1
      return slot
    }
    const harness = openPayments(database, { reserve, prepareTimeout })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const sent: string[] = []
    const lookedUp: string[] = []
    harness.deliveryProvider.prepare =
      async ({ id }) =>
      async () => {
        sent.push(id)
        return { outcome: 'delivered', bssReference: `B-${id}` }
      }
    harness.deliveryProvider.findByReference = async ({ id }) => {
      lookedUp.push(id)
      return undefined
    }
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
    const check = async () => {
      harness.clock.now += minute
      for (const attempt of await harness.due.attempts('wallet', { limit: 10, leaseMs: minute }))
        await harness.statusChecks.checkPayment(attempt)
    }
    return { ...harness, id, check, begun, sent, lookedUp, freePlaces: () => free }
  }

  const begins = ['money created', 'money handing_over', 'money waiting', 'money captured', 'delivery due']

  it('is stored as sent with its capture, and is sent once without another claim', async () => {
    const { id, check, begun, history, due, sent } = await open()
    await check()
    assert.deepEqual(await history(id), [...begins, 'delivery sending'])
    assert.deepEqual(sent, [])
    assert.deepEqual(await due.deliveries({ limit: 10, leaseMs: minute }), [])
    await Promise.all(begun.map((work) => work()))
    assert.deepEqual(sent, [id])
    assert.deepEqual((await history(id)).at(-1), 'delivery delivered')
  })

  it('is looked up before it is sent again when the process ends between its capture and the call', async () => {
    const { id, check, after, sent, lookedUp, history } = await open()
    await check()
    await after(2 * minute + 1)
    assert.deepEqual([sent, lookedUp], [[], [id]])
    await after(1)
    assert.deepEqual(sent, [id])
    assert.deepEqual((await history(id)).slice(-4), [
      'delivery sending',
      'delivery due',
      'delivery sending',
      'delivery delivered',
    ])
  })

  it('is not sent when another process has looked it up already because the capture took so long', async () => {
    const { id, check, begun, clock, sent, history } = await open()
    await check()
    clock.now += minute
    await Promise.all(begun.map((work) => work()))
    assert.deepEqual([sent, (await history(id)).at(-1)], [[], 'delivery due'])
  })

  it('is left to the queue when the BSS cannot prepare it, and the capture is stored', async () => {
    const { id, check, deliveryProvider, begun, history, notifications, freePlaces, work, sent } = await open()
    const { prepare } = deliveryProvider
    deliveryProvider.prepare = async () => Promise.reject(new Error('the BSS is gone'))
    await check()
    assert.deepEqual([await history(id), begun.length, freePlaces()], [begins, 0, 1])
    assert.ok(notifications.includes('deliver'))
    deliveryProvider.prepare = prepare
    await work()
    assert.deepEqual(sent, [id])
  })

  it('delays no capture when the BSS is slow', async () => {
    const { id, check, deliveryProvider, history, freePlaces } = await open({ prepareTimeout: async () => {} })
    deliveryProvider.prepare = () => new Promise(() => {})
    await check()
    assert.deepEqual([await history(id), freePlaces()], [begins, 1])
  })

  it('is left to the queue when this process has no free place', async () => {
    const { id, check, history, notifications } = await open({ places: 0 })
    await check()
    assert.deepEqual(await history(id), begins)
    assert.ok(notifications.includes('deliver'))
  })

  it('is due soon although the answer to its capture was lost', async () => {
    const { check, stores, due, sent } = await open()
    const { capture } = stores.attempts
    stores.attempts.capture = async (...given) => {
      await capture(...given)
      throw new Error('the database is gone')
    }
    await assert.rejects(check())
    const [delivery] = await due.deliveries({ limit: 10, leaseMs: minute })
    assert.deepEqual([delivery?.state, sent], ['sending', []])
  })
})
