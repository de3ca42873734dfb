import { second } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { Worker } from '../../common/work-queue.ts'
import { describeOnEachEngine } from '../test-database.ts'
import { createRecheckQueue, recheckAttempts } from './recheck-queue.ts'
import { capturedResult, openPayments } from './test-payments.ts'

describeOnEachEngine('open payments during a database outage', (open) => {
  /** The provider is first checked after three minutes, like the prompts of some wallets. */
  async function withWaiting(count: number) {
    const harness = openPayments(await open())
    harness.gateways.wallet.firstEnquiryAfterMs = 180 * second
    const ids: string[] = []
    for (let at = 0; at < count; at += 1) {
      const payer = { method: 'nyanja_money', payerMsisdn: `99900001${at}` } as const
      ids.push((await harness.startAttempt(await harness.placedOrder(), payer)).id)
    }
    const checksAt = async () => {
      const rows = await harness.db.selectFrom('attempts').select(['id', 'next_check_at']).execute()
      return ids.map((id) => (rows.find((row) => row.id === id)?.next_check_at ?? 0) - harness.clock.now)
    }
    return { ...harness, ids, checksAt }
  }

  it('are captured soon after the database is back, although their callbacks were missed', async () => {
    const harness = await withWaiting(1)
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(20 * second)
    expect((await harness.progress.payment(harness.ids[0] ?? '')).attempt.state).toBe('waiting')
    await recheckAttempts(harness.db, harness.clock.now)
    await harness.after(0)
    expect((await harness.progress.payment(harness.ids[0] ?? '')).attempt.state).toBe('captured')
  })

  it('are verified in sequence', async () => {
    const harness = await withWaiting(5)
    harness.clock.now += 20 * second
    await recheckAttempts(harness.db, harness.clock.now)
    // Payments of the same moment have no order of their own.
    expect((await harness.checksAt()).toSorted((one, other) => one - other)).toEqual([0, 50, 100, 150, 200])
  })

  it('are not verified at the moment of their start', async () => {
    const harness = await withWaiting(1)
    harness.clock.now += second
    await recheckAttempts(harness.db, harness.clock.now)
    expect(await harness.checksAt()).toEqual([4 * second])
  })

  it('keep an earlier check, and one that was just made', async () => {
    const harness = await withWaiting(2)
    harness.clock.now += 20 * second
    const [sooner = '', justMade = ''] = harness.ids
    await harness.stores.reader.checkSoon(sooner, harness.clock.now)
    await harness.db.updateTable('attempts').set({ checked_at: harness.clock.now }).where('id', '=', justMade).execute()
    await recheckAttempts(harness.db, harness.clock.now)
    expect(await harness.checksAt()).toEqual([0, 160 * second])
  })

  it('exclude ended payments and those that no provider knows', async () => {
    const harness = await withWaiting(1)
    harness.gateways.card.start = () => Promise.reject(new Error('The process is in this call'))
    const handingOver = await harness.startAttempt(await harness.placedOrder(), { method: 'card' })
    const created = await harness.payments.initiate(await harness.placedOrder(), { method: 'card' })
    if (!('attempt' in created)) throw new Error(created.outcome)
    const rows = () => harness.db.selectFrom('attempts').select(['id', 'next_check_at']).orderBy('id').execute()
    const before = await rows()
    await recheckAttempts(harness.db, harness.clock.now)
    const changed = (await rows()).filter((row, at) => row.next_check_at !== before[at]?.next_check_at)
    expect(changed.map(({ id }) => id)).toEqual(harness.ids)
    expect([handingOver.id, created.attempt.id]).not.toContain(changed[0]?.id)
  })

  it('are checked again at the start of a worker and after each outage of the database', async () => {
    let looks = 0
    let isAway = false
    const away = () => Promise.reject(new Error('The database is away'))
    const queue = createRecheckQueue(async () => {
      if (isAway) await away()
      looks += 1
    })
    let isNoticed = () => {}
    const worker = new Worker([queue, { name: 'others', width: 1, claim: async () => (isAway ? away() : []) }], {
      pauseMs: 1,
      failed: () => {},
      claimFailed() {
        queue.request()
        isNoticed()
      },
    })
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
    }
    worker.start()
    await until(() => looks === 1)
    const noticed = new Promise<void>((resolve) => {
      isNoticed = resolve
    })
    isAway = true
    await noticed
    isAway = false
    await until(() => looks === 2)
    await worker.stop()
    expect(looks).toBe(2)
  })
})
