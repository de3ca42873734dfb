import { second } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { Worker } from '../../payments/worker.ts'
import { describeOnEachEngine } from '../test-database.ts'
import { recheckAttempts } from './recheck-attempts.ts'
import { createRecheckQueue } from './recheck-queue.ts'
import { capturedResult, openTill } from './test-payments.ts'

describeOnEachEngine('payments that are open while the database is away', (open) => {
  /** Waiting for three minutes until their provider is first asked, as the prompts of some wallets do. */
  async function withWaiting(count: number) {
    const till = openTill(await open())
    till.gateways.wallet.firstEnquiryAfterMs = 180 * second
    const ids: string[] = []
    for (let at = 0; at < count; at += 1) {
      const payer = { method: 'nyanja_money', payerMsisdn: `99900001${at}` } as const
      ids.push((await till.begunBy(await till.placedOrder(), payer)).id)
    }
    const checksAt = async () => {
      const rows = await till.db.selectFrom('attempts').select(['id', 'next_check_at']).execute()
      return ids.map((id) => (rows.find((row) => row.id === id)?.next_check_at ?? 0) - till.clock.now)
    }
    return { ...till, ids, checksAt }
  }

  it('captures payments soon after the database is back, though their callbacks were missed', async () => {
    const till = await withWaiting(1)
    till.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await till.after(20 * second)
    expect((await till.progress.payment(till.ids[0] ?? '')).attempt.state).toBe('waiting')
    await recheckAttempts(till.db, till.clock.now)
    await till.after(0)
    expect((await till.progress.payment(till.ids[0] ?? '')).attempt.state).toBe('captured')
  })

  it('verifies open payments one after the other', async () => {
    const till = await withWaiting(5)
    till.clock.now += 20 * second
    await recheckAttempts(till.db, till.clock.now)
    expect(await till.checksAt()).toEqual([0, 50, 100, 150, 200])
  })

  it('verifies no payment at the moment of its start', async () => {
    const till = await withWaiting(1)
    till.clock.now += second
    await recheckAttempts(till.db, till.clock.now)
    expect(await till.checksAt()).toEqual([4 * second])
  })

  it('keeps an earlier check, and one that was just made', async () => {
    const till = await withWaiting(2)
    till.clock.now += 20 * second
    const [sooner = '', justMade = ''] = till.ids
    await till.stores.reader.checkSoon(sooner, till.clock.now)
    await till.db.updateTable('attempts').set({ checked_at: till.clock.now }).where('id', '=', justMade).execute()
    await recheckAttempts(till.db, till.clock.now)
    expect(await till.checksAt()).toEqual([0, 160 * second])
  })

  it('skips ended payments and those that no provider knows', async () => {
    const till = await withWaiting(1)
    till.gateways.card.start = () => Promise.reject(new Error('The process is in this call'))
    const handingOver = await till.begunBy(await till.placedOrder(), { method: 'card' })
    const created = await till.payments.initiate(await till.placedOrder(), { method: 'card' })
    if (!('attempt' in created)) throw new Error(created.outcome)
    const rows = () => till.db.selectFrom('attempts').select(['id', 'next_check_at']).orderBy('id').execute()
    const before = await rows()
    await recheckAttempts(till.db, till.clock.now)
    const changed = (await rows()).filter((row, at) => row.next_check_at !== before[at]?.next_check_at)
    expect(changed.map(({ id }) => id)).toEqual(till.ids)
    expect([handingOver.id, created.attempt.id]).not.toContain(changed[0]?.id)
  })

  it('rechecks open payments at the start of a worker and after each outage of the database', async () => {
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
